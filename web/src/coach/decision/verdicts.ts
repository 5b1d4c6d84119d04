/** The verdict on a move for display: five words with one symbol and one colour each, and a neutral one. */
import { leeway } from "../../core/format";
import type { EvaluationView, Verdict, VerdictLimitsView } from "../../core/types";

/** The colours of the style sheet; `none` is neutral. */
export type Tone = "best" | "good" | "fair" | "poor" | "bad" | "none";

export interface VerdictWords {
  word: string;
  /** The plural, for counts. */
  plural: string;
  symbol: string;
  tone: Tone;
}

/** From best to worst, then the neutral one. */
export const VERDICTS: Readonly<Record<Verdict, VerdictWords>> = {
  best: { word: "Best", plural: "Best", symbol: "★", tone: "best" },
  good: { word: "Good", plural: "Good", symbol: "✓", tone: "good" },
  inaccuracy: { word: "Inaccuracy", plural: "Inaccuracies", symbol: "?!", tone: "fair" },
  mistake: { word: "Mistake", plural: "Mistakes", symbol: "?", tone: "poor" },
  blunder: { word: "Blunder", plural: "Blunders", symbol: "??", tone: "bad" },
  undecided: { word: "Too close to call", plural: "Undecided", symbol: "≈", tone: "none" },
};

/**
 * What is shown in place of a verdict: an undecided loss that is twice as large as the error beside it, or larger than it; a small loss
 * that is most of a small chance; only one move was legal; every move wins or every move loses.
 */
export const OTHERS = {
  surely: { word: "Worse", symbol: "·", tone: "none" },
  worse: { word: "Probably worse", symbol: "·", tone: "none" },
  slim: { word: "Slim chance", symbol: "·", tone: "none" },
  forced: { word: "No choice", symbol: "·", tone: "none" },
  decided: { word: "Decided", symbol: "·", tone: "none" },
} as const;

export type Other = keyof typeof OTHERS;
/** What a graded move counts as. */
export type Count = Verdict | Other;

export const VERDICT_ORDER = Object.keys(VERDICTS) as readonly Verdict[];
export const OTHER_ORDER = Object.keys(OTHERS) as readonly Other[];

/** The verdicts worth looking at again, the worst last. */
const FAULTS: readonly Verdict[] = ["inaccuracy", "mistake", "blunder"];

/** Whether only one move was legal, so that there was nothing to judge. */
export function isForced({ metadata }: EvaluationView): boolean {
  return metadata.totalLegalActions < 2;
}

/** How serious a fault is, from 1; 0 for a move that is none, or that was made when the game was decided. */
export function faultOf(evaluation: EvaluationView | null): number {
  if (evaluation === null || evaluation.decided === true || (evaluation.verdict ?? null) === null) return 0;
  return FAULTS.indexOf(evaluation.verdict as Verdict) + 1;
}

/** The lost chance to win as points of a hundred; null where the verdict is by points. */
export function chanceLost(evaluation: EvaluationView): number | null {
  return evaluation.winLoss == null ? null : 100 * evaluation.winLoss;
}

/** Whether a move gives up half or more of what is left to win, as estimated: no praise for it, however small that is. */
export function givesUpHalf({ winProbability, winLoss }: EvaluationView): boolean {
  return (winProbability ?? 0) > 0 && (winLoss ?? 0) >= 0.5 * (winProbability ?? 0);
}

/** Whether the move that an evaluation grades is its best one. */
export function gradesBest({ userAction, bestAction }: EvaluationView): boolean {
  return JSON.stringify(userAction) === JSON.stringify(bestAction);
}

/**
 * What a graded move is shown and counted as; null without a verdict. Where there was no choice, nothing is at stake, or a small loss is
 * most of a small chance, no move is praised. A loss beyond the error beside it is not too close to call, and one of twice the error no
 * matter of chance. Only one move is the best.
 */
export function countOf(evaluation: EvaluationView): Count | null {
  const verdict = evaluation.verdict ?? null;
  if (verdict === null) return null;
  if (isForced(evaluation)) return "forced";
  if (evaluation.decided === true) return "decided";
  if (verdict === "undecided" && isBeyondError(evaluation)) return isBeyondError(evaluation, 2) ? "surely" : "worse";
  if (verdict !== "best" && verdict !== "good") return verdict;
  if (givesUpHalf(evaluation)) return "slim";
  return gradesBest(evaluation) ? verdict : "good";
}

/** The limits of verdicts on the scale of an evaluation's verdict, in the unit of `lossSize`; undefined where a game states none. */
export function limitsFor(evaluation: EvaluationView, limits: readonly VerdictLimitsView[]): VerdictLimitsView | undefined {
  const scale = chanceLost(evaluation) === null ? "points" : "win";
  return limits.find((each) => each.scale === scale);
}

/** Whether a loss is at least its error as it is shown, or a multiple of that. */
export function isBeyondError({ deltaEv, deltaStderr }: EvaluationView, times = 1): boolean {
  return -(deltaEv ?? 0) >= times * leeway(deltaStderr ?? 0);
}

/** The size of a loss in the unit of its verdict, never negative; null without a grade. */
export function lossSize(evaluation: EvaluationView | null): number | null {
  if (evaluation === null || (evaluation.deltaEv ?? null) === null) return null;
  return chanceLost(evaluation) ?? Math.max(0, -(evaluation.deltaEv ?? 0));
}
