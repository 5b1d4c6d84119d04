/** Words of the page "Rules". */
import { plain } from "../../../../core/format";
import { categoryName } from "../../card";
import type { Category } from "../../types";
import { PERFECT } from "../insights/figures";
import type { RulesData, RuleText, Step } from "./data";

export const RULES = {
  heading: "Perfect play in a few rules",
  lead: ({ rules, holds, holdMeans }: RulesData) =>
    `${rules.length} rules for rows and ${holds.length} for holds, found by fitting perfect play. Go down the list: the first rule that applies decides. Whoever follows them scores ${plain(holdMeans.at(-1)?.[1] ?? 0)} on average; perfect play scores ${plain(PERFECT.mean)}.`,
  equal: "Of two groups of equal dice of the same size, the higher one counts. The faces of a straight are 1 to 5, or 2 to 6.",
  play: "Play against the rules",
  chart: "Mean score by number of rules",
  rowSeries: "Rules for rows; dice are kept as well as can be",
  holdSeries: (rows: number) => `All ${rows} rules for rows; dice are kept by rules for holds`,
  perfect: "Perfect play",
  kinds: "Kind of rules",
  rows: "Rows",
  holds: "Holds",
  rowsNote: "Which row to close when no throw is left. A rule applies only while its row is open.",
  holdsNote: "Which dice to keep while throws are left.",
  none: "No rule applies",
  rest: (rows: readonly Category[]) => `Close the first of these that is open: ${rows.map(categoryName).join(", ")}.`,
  last: "Keep the largest group of equal dice.",
  edit: "Open in the editor",
  openRows: (rows: readonly Category[]) => (rows.length > 9 ? `${rows.length} rows open` : `Open: ${rows.map(categoryName).join(", ")}`),
  uses: (times: number) => (times < 0.05 ? "rare" : `${plain(times)} × a game`),
  usesTitle: "How often this rule decides in a game played by the rules",
  notOpened: "This position could not be opened.",
  game: "A game played by the rules",
  gameLead: (total: number) => `A typical game: ${total} points. Step through it and see which rule decides.`,
  step: (at: number, count: number) => `Decision ${at} of ${count}`,
  back: "Back",
  next: "Next",
  total: (total: number) => `${total} points so far`,
} as const;

/** "Keep 6 6 6", "Throw all five", "24 in Sixes". */
export function stepText({ keep, close, points }: Pick<Step, "keep" | "close" | "points">): string {
  if (close !== undefined) return points === 0 ? `Strike out ${categoryName(close)}` : `${points} in ${categoryName(close)}`;
  if (keep === undefined || keep.length === 0) return "Throw all five";
  return keep.length === 5 ? "Keep all five" : `Keep ${keep.join(" ")}`;
}

/** "2 throws left" */
export function leftText(left: number): string {
  return left === 0 ? "no throws left" : `${left} ${left === 1 ? "throw" : "throws"} left`;
}

/** The rule of a step with its number. */
export function ruleText(rules: readonly RuleText[], number: number): string {
  const rule = rules[number];
  return rule === undefined ? `${RULES.none}.` : `Rule ${number + 1}: ${rule.text}`;
}

/** The dice for screen readers. */
export function diceLabel(dice: readonly number[]): string {
  return `Dice ${dice.join(" ")}`;
}

/** A mean in the list of the chart: "20 rules: 231.4". */
export function meanText(count: number, mean: number): string {
  return `${count} ${count === 1 ? "rule" : "rules"}: ${plain(mean)}`;
}
