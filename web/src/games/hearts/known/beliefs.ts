/** What a seat may know of the cards it has not seen, as the query "beliefs" answers it. */
import { cardShort, QUEEN, RANKS, suitName, SUITS } from "../cards";
import type { Card, Suit } from "../cards";
import { othersOf, seatName } from "../seats";
import type { HeartsState } from "../types";
import { cardsGone, completedTrick, listOf } from "../view";
import { joined, nameOf } from "../words/phrases";

export interface Beliefs {
  playerId: number;
  unseen: readonly Card[];
  /** Cards held, by seat. */
  counts: readonly number[];
  /** Suits known to be void, by seat. */
  voids: readonly (readonly Suit[])[];
  out: Readonly<Record<Suit, number>>;
  /** Of unseen cards, by seat. */
  probabilities: Readonly<Partial<Record<Card, readonly number[]>>>;
  /** By seat; null when the queen of spades is gone or in one's own hand. */
  queen: readonly number[] | null;
}

/** Whether an answer is one: a query may answer anything. */
export function isBeliefs(answer: unknown): answer is Beliefs {
  if (typeof answer !== "object" || answer === null) return false;
  const { unseen, voids, out, probabilities } = answer as Partial<Record<keyof Beliefs, unknown>>;
  return Array.isArray(unseen) && Array.isArray(voids) && typeof out === "object" && typeof probabilities === "object";
}

/** Where a card of a suit is, for its place in the row. */
export type Place = "own" | "out" | "gone";

export interface SuitRow {
  suit: Suit;
  out: number;
  cards: { card: Card; place: Place }[];
}

/** The suits' thirteen cards each: one's own, those out, and those that are gone. */
export function suitRows({ unseen, out }: Beliefs, own: readonly Card[]): SuitRow[] {
  const place = (card: Card): Place => (unseen.includes(card) ? "out" : own.includes(card) ? "own" : "gone");
  return SUITS.map((suit) => {
    const cards = RANKS.map((rank): Card => `${rank}${suit}`).map((card) => ({ card, place: place(card) }));
    return { suit, out: out[suit], cards };
  });
}

/** "Left has no clubs and no hearts." for everybody of whom that is known. */
export function voidTexts(beliefs: Beliefs, names: readonly string[]): string[] {
  return othersOf(beliefs.playerId).flatMap((player) => {
    const suits = beliefs.voids[player] ?? [];
    if (suits.length === 0 || (beliefs.counts[player] ?? 1) === 0) return [];
    return [`${nameOf(names, player)} has no ${suits.map(suitName).join(" and no ")}.`];
  });
}

/** "Left has A♠ and K♠." for unseen cards of which it is known where they are. */
export function knownTexts({ playerId, probabilities }: Beliefs, names: readonly string[]): string[] {
  return othersOf(playerId).flatMap((player) => {
    const cards = (Object.keys(probabilities) as Card[]).filter((card) => probabilities[card]?.[player] === 1);
    return cards.length === 0 ? [] : [`${nameOf(names, player)} has ${joined(cards.map(cardShort))}.`];
  });
}

export interface Share {
  player: number;
  name: string;
  where: string;
  /** Whole per cent. */
  percent: number;
}

/** Who may hold the queen of spades, from the left; null when she is not among the unseen cards. */
export function queenShares({ playerId, queen }: Beliefs, names: readonly string[]): Share[] | null {
  if (queen === null) return null;
  return othersOf(playerId).map((player) => ({
    player,
    name: nameOf(names, player),
    where: seatName(player, playerId),
    percent: Math.round(100 * (queen[player] ?? 0)),
  }));
}

/** Where the queen of spades is when nobody need guess. */
export function queenText(state: HeartsState, player: number, names: readonly string[]): string {
  if (listOf(state.hands[player])?.includes(QUEEN) === true) return "You hold the queen of spades.";
  const taken = state.trick_history?.find(({ cards }) => cards.includes(QUEEN));
  if (taken?.winner !== undefined) return `The queen of spades is gone: ${nameOf(names, taken.winner)} took her.`;
  const gone = cardsGone(state).has(QUEEN) || completedTrick(state)?.laid.some(({ card }) => card === QUEEN) === true;
  return gone ? "The queen of spades is on the table." : "It is not known who holds the queen of spades.";
}
