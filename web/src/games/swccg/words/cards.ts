/** The texts of the card data panel. */
import type { Side } from "../types";
import { capital, counted } from "../../../core/words";
import { grouped } from "../../../core/format";

export const CARD_WORDS = {
  heading: "Card data",
  loading: "Loading the cards …",
  none: "None loaded. The coach works with what the log says, but lacks power, ability, costs and destiny of cards that are not in play.",
  lentNote: "For your own games it needs the cards of all sets:",
  sourceBefore: "Save Dark.json and Light.json from",
  source: "swccg-card-json",
  sourceAddress: "https://github.com/swccgpc/swccg-card-json",
  sourceAfter: "the Players Committee's public card database, and drop both anywhere on this page. They stay in this browser.",
  removed: "The cards were removed.",
  undo: "Undo",
  choose: "Choose Dark.json, Light.json",
  remove: "Remove",
} as const;

/** "1,820 cards loaded". */
export function loadedText(cards: number): string {
  return `${counted(cards, "card")} loaded`;
}

/** "The sample's own 48 cards are loaded: their numbers and types." */
export function lentText(cards: number): string {
  return `The sample's own ${counted(cards, "card")} ${cards === 1 ? "is" : "are"} loaded: numbers and types.`;
}

/** "1,820 dark, 0 light". */
export function sidesText(taken: Partial<Record<Side, number>>): string {
  return `${grouped(taken.dark ?? 0)} dark, ${grouped(taken.light ?? 0)} light`;
}

export function missingText(sides: readonly Side[]): string {
  const files = sides.map((side) => `${capital(side)}.json`).join(" and ");
  return `${capital(sides.join(" and "))}-side cards are missing: choose ${files} as well.`;
}

/** @param count cards of the game that are not in the card data */
export function unknownText(count: number): string {
  return `${counted(count, "card")} of this game ${count === 1 ? "is" : "are"} not among them.`;
}

/** "61 cards left out". */
export function skippedHeading(count: number): string {
  return `${counted(count, "card")} left out`;
}

/** "Dark no. 4 (1_168): It has no gempId." */
export function skippedText({ side, index, id, reason }: { side: string; index: number; id: string | null; reason: string }): string {
  return `${capital(side)} no. ${index + 1}${id === null ? "" : ` (${id})`}: ${reason}`;
}

/** The last line of a list that is cut off: "And 60 others." */
export function moreText(count: number): string {
  return `And ${counted(count, "other")}.`;
}
