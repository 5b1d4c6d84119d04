/** The texts of one decision: the choice, the options with their reasons, and what can be copied. */
import type { DecisionRow } from "../types";
import { capital, counted } from "../../../core/words";
import { lacksText, ungradedText } from "./phrases";
import { plain } from "../../../core/format";

export const DECISION_WORDS = {
  options: "Options, best first",
  noOption: "There is nothing to choose.",
  fewer: "Show fewer options",
  standingUnknown: "How the game stands is not known.",
  noMatch: "No decision matches: choose another filter.",
  loading: "Loading the decision …",
  choose: "Choose a decision.",
  besideLabel: "Beside the decision",
  noBoard: "The board of the chosen decision is shown here.",
  openAnother: "Open another game or decision",
} as const;

/** The tabs beside the decision. */
export const TABS = [
  { id: "board", name: "Board" },
  { id: "weights", name: "Weights" },
  { id: "cards", name: "Cards" },
] as const;

/** The legend of the score bands. */
export const BAND_WORDS = ["Bands:", "0 low", "20 moderate", "50 high", "80 critical"] as const;

export const CHOICE_WORDS = {
  coach: "Coach",
  you: "You",
  youSay: "you say",
  takeBack: "Take back",
  notKnown: "not known",
  comparison: "For comparison",
  coachPick: "The coach's pick: ",
  ruledOut: "Ruled out:",
  chose: "I chose this",
  noReason: "No reason for or against it",
  base: "base",
  somethingElse: "I chose something else",
  amount: "Amount",
  myChoice: "This was my choice",
} as const;

export const REASON_WORDS = {
  reason: "Reason",
  measured: "Measured times weight",
  points: "Points",
  total: "Total",
  wrongSum: "These reasons do not add up to the score: please do not trust it.",
} as const;

export const COPY_WORDS = {
  json: "Copy as JSON",
  words: "Copy in words",
  log: "Log lines",
  state: "State",
  description: "Description",
} as const;

/** "Decision 3." */
export function decisionNumber({ index }: Pick<DecisionRow, "index">): string {
  return `Decision ${index + 1}.`;
}

export function loopText(times: number): string {
  return `The same choice was repeated ${counted(times, "time")} without effect.`;
}

/** @param subjects what could not be scored */
export function failedText(subjects: readonly string[]): string {
  return `Scored without ${subjects.join(", ")}: that part failed here.`;
}

export function unknownHere(lacks: readonly string[]): string {
  return `Not known here: ${lacksText(lacks)}.`;
}

export function allOptionsText(count: number): string {
  return `Show all ${count} options`;
}

/** "You took it later in the same phase: only the order differs (3.0 points)." */
export function orderText(row: { graded_before?: boolean; again?: number }, gap: number | null): string {
  return `${capital(ungradedText(row))}${gap === null ? "" : ` (${plain(gap)} points)`}.`;
}

/** "Far: 35.0 points behind". */
export function behindText(grade: string, gap: number): string {
  return `${grade}: ${plain(gap)} points behind`;
}

/** For screen readers, after the text of merged options: ", 3 options alike". */
export function alikeText(count: number): string {
  return `, ${count} options alike`;
}

/** The reasons that are not named: "and 3 more". */
export function othersText(count: number): string {
  return `and ${count} more`;
}

export function repeatedText(times: number): string {
  return `Already taken ${counted(times, "time")} without effect.`;
}

export function limitsText(min: number | null, max: number | string | null): string {
  return `${min ?? 0} to ${max ?? "any"}`;
}

/** "2 to 3 of these". */
export function countText(min: number | null, max: number): string {
  return `${limitsText(min, max)} of these`;
}

/** "Scaled: Deploying ×1.25". */
export function scaledText(groups: readonly string[]): string {
  return `Scaled: ${groups.join(", ")}`;
}
