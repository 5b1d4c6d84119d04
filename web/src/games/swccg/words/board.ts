/** The texts of the board beside a decision. */
import type { Battle, Piles } from "../types";

export const BOARD_WORDS = {
  heading: "The board",
  you: "You",
  opponent: "Opponent",
  cards: "Cards",
  pilesCaption: "Force piles and Force generation",
  forceGeneration: "Force generation",
  battle: "Battle",
  battleCaption: "The battle",
  powerAt: "Power at",
  powerCaption: "Power at the locations; a dash means that nobody is there",
  noLocation: "No location is known.",
  messages: "Last messages",
} as const;

export const PILE_NAMES: readonly [keyof Piles, string][] = [
  ["force", "Force"],
  ["hand", "Hand"],
  ["reserve", "Reserve"],
  ["used", "Used"],
  ["lost", "Lost"],
  ["out_of_play", "Out of play"],
];

/** The rows of the battle table, by field. */
export const BATTLE_NAMES: readonly (readonly [Exclude<keyof Battle, "location" | "cards">, string])[] = [
  ["power", "Power"],
  ["destiny_draws", "Destiny draws"],
  ["attrition", "Attrition"],
  ["damage", "Battle damage"],
];

/** "Battle at Tatooine". */
export function battleHeading(location: string | null): string {
  return location === null ? BOARD_WORDS.battle : `${BOARD_WORDS.battle} at ${location}`;
}

/** @param name null for the player of this seat */
export function besideText(name: string | null): string {
  return `${name === null ? "Your" : `${name}'s`} cards beside the locations:`;
}

/** "Your hand (2)". */
export function handHeading(cards: number): string {
  return `Your hand${cards === 0 ? "" : ` (${cards})`}`;
}

/** The text in place of an empty list: the hand is empty, or the log does not show it. */
export function noHandText(count: number | null | undefined): string {
  return count === 0 ? "Empty." : "Not known.";
}
