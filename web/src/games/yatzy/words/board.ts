/** Texts of Yatzy's board. */
import { pointsText } from "../../shared/words/points";
import { playerText } from "../../shared/words/players";
import { BONUS_AT, categoryName } from "../card";
import type { Category } from "../types";
import { throwsText } from "./phrases";

export const BOARD = {
  label: "Yatzy board",
  dice: "Dice",
  held: "Held",
  hint: "Hint",
  best: "Best",
  enterDice: "Enter how the dice fell",
  howToEnter: "tap faces or type",
  throwing: "The dice are being thrown",
  entryPad: "How the dice fell",
  done: "Done",
  throwDice: "Throw",
  toMove: ", to move",
  /** The label of the buttons that show a player's card, on a narrow board with many players. */
  cards: "Score cards",
  upper: "Upper",
  lower: "Lower",
  sum: "Sum",
  bonusAt: `, bonus at ${BONUS_AT}`,
  bonus: "Bonus",
  par: "par",
  parTitle: "The filled rows compared with three of each face, which together earn the bonus",
  total: "Total",
} as const;

/** The head of a narrow column: "P4" for a player without another name. */
export function columnName(name: string, player: number): string {
  return name === playerText(player) ? `P${player + 1}` : name;
}

/** Why a hold or a throw is refused. */
export const NO_THROWS = "No throws are left: choose a row of the card.";

/** Why a filled row cannot be scored: "Sixes is already filled, with 18 points." */
export function filledText(category: Category, points: number | null): string {
  return `${categoryName(category)} is already filled, with ${pointsText(points ?? 0)}.`;
}

/** The status beside the throw button: "2 throws left". */
export function throwStatus(left: number, over: boolean, interactive: boolean): string {
  if (over) return "The game is over";
  return left === 0 && interactive ? "No throws left: fill a row" : throwsText(left);
}

/** "Upper section". */
export function sectionLabel(section: string): string {
  return `${section} section`;
}

/** "20 of 63", for screen readers. */
export function upperLabel(upper: number | undefined): string {
  return `${upper ?? "unknown"} of ${BONUS_AT}`;
}

/** What screen readers say before the points of an open row. */
export function scoreLead(category: Category, points: number | undefined): string {
  return points === 0 ? `Strike out ${categoryName(category)}:` : `${categoryName(category)}: score`;
}
