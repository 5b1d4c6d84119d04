/** Labels of cards and seats for screen readers. */
import { capital, counted } from "../../../core/words";
import { cardName } from "../cards";
import type { Card } from "../cards";
import { pointsText } from "../../shared/words/points";

interface CardFacts {
  playable: boolean;
  /** Passed, while the others have yet to pass. */
  passed: boolean;
  /** The player who passed it, if it was just received; else null. */
  from: string | null;
  marks: readonly { text: string }[];
}

/** "Queen of spades, received from Left, playable, best" */
export function cardLabel(card: Card, { playable, passed, from, marks }: CardFacts): string {
  const parts = [capital(cardName(card))];
  if (from !== null) parts.push(`received from ${from}`);
  if (passed) parts.push("passed");
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
  hasPassed: boolean;
}

/** "Left, 13 cards, 0 points in this hand, 26 points in the game, to move" */
export function seatLabel({ name, where, cards, points, score, turn, hasPassed }: SeatFacts): string {
  const parts = [where === "own" || name.toLowerCase().includes(where) ? name : `${name}, ${where}`];
  parts.push(counted(cards, "card"), `${pointsText(points)} in this hand`, `${pointsText(score)} in the game`);
  if (hasPassed) parts.push("has passed");
  if (turn) parts.push("to move");
  return parts.join(", ");
}
