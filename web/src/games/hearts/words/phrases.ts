/** Phrases for moves, points, players and results. */
import { plain, tenths } from "../../../core/format";
import { capital, listed } from "../../../core/words";
import { pointsText } from "../../shared/words/points";
import { nameOf } from "../../shared/words/players";
import { YOU } from "../../types";
import { cardShort, passKey } from "../cards";
import type { Card } from "../cards";
import { seatName } from "../seats";
import type { Direction, HeartsAction, HeartsState } from "../types";

/** "Play Q♠", "Pass Q♠ A♥ K♥": as the coach's sentences write cards. */
export function actionText(action: HeartsAction): string {
  return `${"play" in action ? "Play" : "Pass"} ${shortCards("play" in action ? [action.play] : action.pass)}`;
}

/** "Q♠", "pass Q♠ A♥ K♥". */
export function actionShort(action: HeartsAction): string {
  return "play" in action ? cardShort(action.play) : `pass ${shortCards(action.pass)}`;
}

/** "Q♠ A♥ K♥" */
export function shortCards(cards: readonly Card[]): string {
  return cards.map(cardShort).join(" ");
}

/** The public description of a move whose cards are secret, which is a pass; else null. */
export function publicText(action: HeartsAction): string | null {
  return "pass" in action ? "Pass 3 cards" : null;
}

/** Whether two actions are the same move; the order of the cards passed does not count. */
export function sameAction(a: HeartsAction, b: HeartsAction): boolean {
  if ("play" in a || "play" in b) return "play" in a && "play" in b && a.play === b.play;
  return passKey(a.pass) === passKey(b.pass);
}

/** Points with a sign: "+5", "−10", "0". */
export function takenText(points: number): string {
  return points > 0 ? `+${points}` : tenths(points);
}

const SEAT = / \((left|across|right)\)$/;

/** A name on the board: players of the same level are called by their seats alone, if they sit there as seen from `perspective`. */
export function briefName(names: readonly string[], player: number, perspective: number): string {
  const name = nameOf(names, player);
  const seat = SEAT.exec(name)?.[1];
  return seat !== seatName(player, perspective) ? name : capital(seat);
}

/** The level of a player who is called by the seat, "Expert" for "Expert (left)"; else null. */
export function levelOf(names: readonly string[], player: number, perspective: number): string | null {
  const name = nameOf(names, player);
  return briefName(names, player, perspective) === name ? null : name.replace(SEAT, "");
}

/** The result of a finished game: the lowest total wins, and tied players share the win. */
export function resultText(state: HeartsState, names: readonly string[] = []): string {
  const scores = state.scores ?? [];
  const best = Math.min(...scores);
  const players = scores.map((_, player) => player);
  const winners = players.filter((player) => scores[player] === best);
  const others = players.filter((player) => scores[player] !== best);
  const won = winners.map((player) => nameOf(names, player));
  const head =
    winners.length === 1 ? `${won.join("")} won with ${pointsText(best)}` : `${listed(won)} shared the win with ${pointsText(best)}`;
  const had = others
    .toSorted((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0))
    .map((player) => `${inside(names, player)} had ${scores[player] ?? 0}`);
  return had.length === 0 ? `${head}.` : `${head}; ${listed(had)}.`;
}

/** A name within a sentence. */
function inside(names: readonly string[], player: number): string {
  const name = nameOf(names, player);
  return name === YOU ? "you" : name;
}

/** "Pass 3 cards to Ann (left)" */
export function passButtonText(names: readonly string[], receiver: number, giver: number): string {
  const name = inside(names, receiver);
  const where = seatName(receiver, giver);
  // Players with equal names already have their seats in them.
  return `Pass 3 cards to ${name.toLowerCase().includes(where) ? name : `${name} (${where})`}`;
}

const WAYS: Readonly<Record<Direction, string>> = {
  left: "pass to the left",
  right: "pass to the right",
  across: "pass across",
  hold: "no cards are passed",
};

const PASSED: Readonly<Record<Direction, string>> = {
  left: "Three cards go to the left",
  right: "Three cards go to the right",
  across: "Three cards go across",
  hold: "No cards are passed",
};

/** Where everybody's three cards go: "Three cards go to the left". */
export function passedText(direction: Direction): string {
  return PASSED[direction];
}

/** The pass direction of a hand: "pass to the left". */
export function directionText(direction: Direction): string {
  return WAYS[direction];
}

/** A value in words: "7.4 points expected in this hand"; near the end of a game, values are chances: "50.0% to win". */
export function worthText(ev: number, _state: HeartsState, objective?: string | null): string {
  return objective === "win" ? `${plain(100 + ev)}% to win` : `${plain(-ev)} points expected in this hand`;
}

/** An option's value with its unit: "50 points"; null if it has none. */
export function optionText(key: string, value: string | number): string | null {
  return key === "points_to_end" ? `${value} points` : null;
}
