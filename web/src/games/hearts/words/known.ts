/** Texts of the panel "What is known". */
import { cardName, cardShort, QUEEN, rankOf, rankSign, suitName, SUITS } from "../cards";
import type { Card, Suit } from "../cards";
import { othersOf } from "../seats";
import type { Beliefs, HeartsState } from "../types";
import { listOf } from "../view";
import { listed } from "../../../core/words";
import { does, nameOf } from "../../shared/words/players";
import { YOU } from "../../types";

export const KNOWN = {
  title: (name: string): string => `What is known to ${name === YOU ? "you" : name}`,
  over: "The game is over: all cards have been seen.",
  out: "out",
  own: (name: string): string => (name === YOU ? "yours" : `${name}'s`),
  gone: "gone",
  queen: "Who may hold the queen of spades:",
  noVoids: "Nobody is known to be void in a suit still out.",
  failed: "The engine cannot answer this here.",
  waiting: "Counting the cards.",
} as const;

/** Where a card of a suit is. */
export type Place = "own" | "out" | "gone";

/** "queen of spades: yours", "queen of spades: Left's" */
export function placeTitle(card: Card, place: Place, name: string): string {
  return `${cardName(card)}: ${place === "own" ? KNOWN.own(name) : place}`;
}

/** "5 out" */
export function outText(count: number): string {
  return `${count} ${KNOWN.out}`;
}

/** The unseen cards of a suit, for screen readers: "spades: Q K A". */
export function outLabel(suit: Suit, out: readonly Card[]): string {
  return `${suitName(suit)}: ${out.map((card) => rankSign(rankOf(card))).join(" ") || "none"}`;
}

/** "Left has", "You have": what is known to another player. */
function has(names: readonly string[], player: number): string {
  const name = nameOf(names, player);
  return `${name} ${name === YOU ? "have" : "has"}`;
}

/** "Left has no clubs and no hearts.", "Left has only spades." for every player known to be void in a suit still out. */
export function voidTexts({ playerId, voids, counts, out }: Beliefs, names: readonly string[]): string[] {
  return othersOf(playerId).flatMap((player) => {
    const lacks = voids[player] ?? [];
    const shown = lacks.filter((suit) => out[suit] > 0);
    if (shown.length === 0 || (counts[player] ?? 1) === 0) return [];
    const held = SUITS.filter((suit) => !lacks.includes(suit) && out[suit] > 0);
    const what = held.length === 1 ? `only ${held.map(suitName).join("")}` : `no ${shown.map(suitName).join(" and no ")}`;
    return [`${has(names, player)} ${what}.`];
  });
}

/** "Left has A♠ and K♠." for unseen cards whose holder is certain. */
export function knownTexts({ playerId, probabilities }: Beliefs, names: readonly string[]): string[] {
  return othersOf(playerId).flatMap((player) => {
    const cards = (Object.keys(probabilities) as Card[]).filter((card) => probabilities[card]?.[player] === 1);
    return cards.length === 0 ? [] : [`${has(names, player)} ${listed(cards.map(cardShort))}.`];
  });
}

/** Where the queen of spades is, once the player has seen her. */
export function queenText(state: HeartsState, player: number, names: readonly string[]): string {
  if (listOf(state.hands[player])?.includes(QUEEN) === true) return `${does(names, player, "hold")} the queen of spades.`;
  const taken = state.trick_history?.find(({ cards }) => cards.includes(QUEEN));
  if (taken?.winner !== undefined) return `The queen of spades is gone: ${nameOf(names, taken.winner)} took her.`;
  return "The queen of spades is on the table.";
}
