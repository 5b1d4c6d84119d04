/** What screen readers say of cards and seats. */
import { cardName } from "../cards";
import type { Card } from "../cards";
import type { CardMark } from "./marks";
import { pointsText } from "../../shared/words/points";

interface CardFacts {
  playable: boolean;
  /** It was handed in and waits for the others to pass. */
  handed: boolean;
  /** Who passed it, if it has just come; else null. */
  from: string | null;
  marks: readonly CardMark[];
}

/** "Queen of spades, received from Left, playable, best" */
export function cardLabel(card: Card, { playable, handed, from, marks }: CardFacts): string {
  const name = cardName(card);
  const parts = [name.charAt(0).toUpperCase() + name.slice(1)];
  if (from !== null) parts.push(`received from ${from}`);
  if (handed) parts.push("handed in");
  if (playable) parts.push("playable");
  parts.push(...marks.map(({ text }) => text.toLowerCase()));
  return parts.join(", ");
}

interface SeatFacts {
  name: string;
  where: string;
  cards: number;
  points: number;
  score: number;
  turn: boolean;
  handedIn: boolean;
}

/** "Left, 13 cards, 0 points in this hand, 26 points in the game, to move" */
export function seatLabel({ name, where, cards, points, score, turn, handedIn }: SeatFacts): string {
  const parts = [where === "own" || name.toLowerCase().includes(where) ? name : `${name}, ${where}`];
  parts.push(`${cards} ${cards === 1 ? "card" : "cards"}`, `${pointsText(points)} in this hand`, `${pointsText(score)} in the game`);
  if (handedIn) parts.push("has passed");
  if (turn) parts.push("to move");
  return parts.join(", ");
}
