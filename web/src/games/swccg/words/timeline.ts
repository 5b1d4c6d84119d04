/** The texts of the timeline of decisions, its filters, and the buttons that step through it. */
import { capital, counted } from "../../../core/words";
import { gradeWords, ungradedText } from "./phrases";
import { short } from "../../../core/format";
import type { DecisionRow, ReviewRow } from "../types";

export const TIMELINE_WORDS = {
  label: "Timeline of decisions",
  legend: "What the marks mean",
  notKnown: "Not known",
  onlyOrder: "Only the order",
  noMatch: "No decision matches.",
  beforeFirstTurn: "Before the first turn",
  otherPhase: "Other",
} as const;

export const FILTER_WORDS = {
  label: "Which decisions",
  kind: "Kind",
  choice: "Your choice",
  all: "All",
  notKnown: "Not known",
  onlyOrder: "Only the order differs",
  repeats: "Repeats",
  flipped: "Flipped",
  withoutChoice: "Include decisions without a choice",
  /** The heading over timeline and filters where they are folded, on a phone. */
  folded: "Timeline and filters",
} as const;

export const STEP_WORDS = {
  label: "Step through the decisions",
  previous: "Previous decision",
  next: "Next decision",
  nextDisagreement: "Next disagreement",
} as const;

/** "3 of 43"; a dash where the decision on screen is not listed. */
export function placeText(place: number | null, count: number): string {
  return `${place === null ? "–" : place} of ${count}`;
}

/** "Turn 3". */
export function turnName(turn: number | null): string {
  return turn === null ? TIMELINE_WORDS.beforeFirstTurn : `Turn ${turn}`;
}

/** The fields of a timeline mark that its text is made from. */
interface Marked {
  row: DecisionRow;
  scored: ReviewRow | null;
  said: object | null;
  grade: string | null;
  standing: string | null;
}

/** "Decision 3: Choose Battle action or Pass. Far from the coach's choice, 35 points at stake." */
export function markText({ row, scored, said, grade: code, standing }: Marked): string {
  const head = `Decision ${row.index + 1}: ${row.text}`;
  if (scored === null) return `${head}. ${row.has_choice ? "Not scored" : "Nothing to choose"}.`;
  const loop = scored.loop > 0 ? ` Repeated ${counted(scored.loop, "time")} without effect.` : "";
  const flip = scored.flipped ? " Flipped by your weights." : "";
  const grade =
    standing === "ORDER"
      ? ungradedText(scored)
      : code === null
        ? "choice not known"
        : gradeWords(code).said + (said === null ? "" : ", as you say");
  return `${head}. ${capital(grade)}, ${short(scored.stakes)} points at stake.${loop}${flip}`;
}
