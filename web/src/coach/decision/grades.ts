/** Grades for display: a word, a tone and a symbol, so that colour is never the only cue. */
import { percent } from "../../core/format";
import type { EvaluationView, GradeBandView } from "../../core/types";

/** From best to worst; the style sheet has a colour for each. */
export type Tone = "best" | "good" | "fair" | "bad" | "none";

export interface GradeView {
  word: string;
  tone: Tone;
  symbol: string;
}

const SYMBOLS: Record<Tone, string> = { best: "★", good: "✓", fair: "≈", bad: "✕", none: "·" };

/** The tone of a band by its rank: the first is best, the last bad, those between good or fair. */
export function toneOf(code: string | null | undefined, bands: readonly GradeBandView[]): Tone {
  const index = bands.findIndex((band) => band.code === code);
  if (index < 0) return "none";
  if (index === 0) return "best";
  if (index === bands.length - 1) return "bad";
  return index < (bands.length - 1) / 2 ? "good" : "fair";
}

/** The grade of an evaluation for display, or null if it was not graded. */
export function gradeView(evaluation: EvaluationView | null, bands: readonly GradeBandView[]): GradeView | null {
  const code = evaluation?.grade;
  if (code === null || code === undefined) return null;
  const tone = toneOf(code, bands);
  return { word: bands.find((band) => band.code === code)?.label ?? titled(code), tone, symbol: SYMBOLS[tone] };
}

const hints = new WeakMap<EvaluationView, EvaluationView>();

/** The evaluation without the move that it graded: a hint. Cached, so that equal evaluations give the same object. */
export function ungraded(evaluation: EvaluationView): EvaluationView {
  if ((evaluation.grade ?? null) === null && (evaluation.deltaEv ?? null) === null) return evaluation;
  let hint = hints.get(evaluation);
  if (hint === undefined) {
    const blank = { userAction: null, userActionEv: null, deltaEv: null, deltaStderr: null, grade: null, tooClose: null };
    hint = { ...evaluation, ...blank, confidence: null, feedback: [] };
    hints.set(evaluation, hint);
  }
  return hint;
}

/** The tone of a loss (never positive), for charts of many decisions. */
export function toneOfLoss(delta: number, bands: readonly GradeBandView[]): Tone {
  const band = bands.find(({ maxLoss }) => maxLoss === null || -delta <= maxLoss);
  return toneOf(band?.code, bands);
}

/** The confidence of the grade: "grade 97% sure". */
export function confidenceText(confidence: number | null | undefined): string | null {
  if (confidence === null || confidence === undefined) return null;
  return `grade ${percent(confidence)} sure`;
}

function titled(code: string): string {
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ");
}
