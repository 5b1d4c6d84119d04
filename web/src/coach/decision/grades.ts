/** Verdicts and grades for display: a word, a tone and a symbol, so that colour is never the only cue. */
import { percent } from "../../core/format";
import type { EvaluationView, GradeBandView } from "../../core/types";
import type { Scale } from "./scale";
import { countOf, faultOf, gradesBest, OTHERS, VERDICTS, type Tone } from "./verdicts";

export interface GradeView {
  word: string;
  tone: Tone;
  symbol: string;
}

const SYMBOLS: Record<Tone, string> = { best: "★", good: "✓", fair: "?!", poor: "?", bad: "??", none: "·" };

/** The tone of a band by its rank: the first is best, the last bad, those between good or fair. */
export function toneOf(code: string | null | undefined, bands: readonly GradeBandView[]): Tone {
  const index = bands.findIndex((band) => band.code === code);
  if (index < 0) return "none";
  if (index === 0) return "best";
  if (index === bands.length - 1) return "bad";
  return index < (bands.length - 1) / 2 ? "good" : "fair";
}

/**
 * The verdict on the move of an evaluation for display, or null if it was not graded.
 *
 * A grade without a verdict has the game's own word: in the colours of its bands if the game has no verdicts, and neutral if
 * it has (a game saved by an earlier version).
 */
export function gradeView(evaluation: EvaluationView | null, { bands, verdicts }: Pick<Scale, "bands" | "verdicts">): GradeView | null {
  const count = evaluation === null ? null : countOf(evaluation);
  if (count !== null) return { ...VERDICTS, ...OTHERS }[count];
  const code = evaluation?.grade ?? null;
  if (code === null) return null;
  const tone = verdicts ? "none" : toneOf(code, bands);
  return { word: bands.find((band) => band.code === code)?.label ?? titled(code), tone, symbol: SYMBOLS[tone] };
}

/** How sure a fault is: "73% sure it is worse"; null for other moves, and where nothing is uncertain. */
export function worseText(evaluation: EvaluationView | null): string | null {
  if (faultOf(evaluation) === 0 || evaluation?.worse == null) return null;
  return `${percent(evaluation.worse)} sure it is worse`;
}

const hints = new WeakMap<EvaluationView, EvaluationView>();

/**
 * The evaluation without the move that it graded: a hint. Its sentences stay where that move is the best one, which they are
 * about then. Cached, so that equal evaluations give the same object.
 */
export function ungraded(evaluation: EvaluationView): EvaluationView {
  if ((evaluation.grade ?? null) === null && (evaluation.deltaEv ?? null) === null) return evaluation;
  let hint = hints.get(evaluation);
  if (hint === undefined) {
    const blank = { userAction: null, userActionEv: null, deltaEv: null, deltaStderr: null, grade: null, tooClose: null };
    const feedback = gradesBest(evaluation) ? evaluation.feedback : [];
    hint = { ...evaluation, ...blank, verdict: null, winLoss: null, worse: null, confidence: null, feedback };
    hints.set(evaluation, hint);
  }
  return hint;
}

/** The confidence of the grade: "grade 97% sure". */
export function confidenceText(confidence: number | null | undefined): string | null {
  if (confidence === null || confidence === undefined) return null;
  return `grade ${percent(confidence)} sure`;
}

function titled(code: string): string {
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ");
}
