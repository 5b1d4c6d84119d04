/** The answer of the query "beliefs": what a seat can know about the cards it has not seen. */
import { RANKS, SUITS } from "../cards";
import type { Card, Suit } from "../cards";
import { othersOf } from "../seats";
import type { Beliefs } from "../types";
import type { Place } from "../words/known";
import { wholePercents } from "../../../core/format";
import { nameOf } from "../../shared/words/players";

/** Whether a query's answer has the shape of beliefs. */
export function isBeliefs(answer: unknown): answer is Beliefs {
  if (typeof answer !== "object" || answer === null) return false;
  const { unseen, voids, out, probabilities } = answer as Partial<Record<keyof Beliefs, unknown>>;
  return Array.isArray(unseen) && Array.isArray(voids) && typeof out === "object" && typeof probabilities === "object";
}

/** The cards of a suit. */
export interface SuitRow {
  suit: Suit;
  /** The number of its unseen cards. */
  out: number;
  cards: { card: Card; place: Place }[];
}

/** The thirteen cards of each suit, with where they are: in the own hand, out, or gone. */
export function suitRows({ unseen, out }: Beliefs, own: readonly Card[]): SuitRow[] {
  const place = (card: Card): Place => (unseen.includes(card) ? "out" : own.includes(card) ? "own" : "gone");
  return SUITS.map((suit) => {
    const cards = RANKS.map((rank): Card => `${rank}${suit}`).map((card) => ({ card, place: place(card) }));
    return { suit, out: out[suit], cards };
  });
}

export interface Share {
  player: number;
  name: string;
  /** Whole per cent; all of them add up to 100. */
  percent: number;
}

/** The chances of holding the queen of spades, clockwise from the left; null when she is not among the unseen cards. */
export function queenShares({ playerId, queen }: Beliefs, names: readonly string[]): Share[] | null {
  if (queen === null) return null;
  const players = othersOf(playerId);
  const percents = wholePercents(players.map((player) => queen[player] ?? 0));
  return players.map((player, at) => ({ player, name: nameOf(names, player), percent: percents[at]! }));
}
