/** Texts of Yatzy's position editor. */
import { counted } from "../../../core/words";
import { categoryName } from "../card";
import type { Category, Die } from "../types";
import { playerText } from "../../shared/words/players";

export const EDITOR = {
  dice: "Dice",
  diceHint: "Tap a die for its next face, or type a digit on it.",
  throwsLeft: "Throws left",
  players: "Players",
  counts: ["One", "Two", "Three", "Four", "Five", "Six"],
  toMove: "To move",
  houseRules: "House rules",
  open: "open",
} as const;

export const HOUSE_RULE_NAMES = {
  five_of_a_kind_is_full_house: "Five of a kind counts as a full house",
  four_of_a_kind_is_two_pairs: "Four of a kind counts as two pairs",
  real_dice: "Real dice: enter how they fell",
} as const;

/** The rows and points of a card, beside its player's name: "12 rows open, 42 points". */
export function cardText(open: number, points: number): string {
  return `${counted(open, "row")} open, ${counted(points, "point")}`;
}

/** "Player 1: Sixes". */
export function pointsLabel(player: number, category: Category): string {
  return `${playerText(player)}: ${categoryName(category)}`;
}

/** "Die 3: 5, wrong. Changes to 6". */
export function dieEditLabel(place: number, die: Die, next: Die, wrong: boolean): string {
  const shown = (each: Die) => each ?? "to be thrown";
  return `Die ${place + 1}: ${shown(die)}${wrong ? ", wrong" : ""}. Changes to ${shown(next)}`;
}
