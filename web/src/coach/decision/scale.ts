/** The unit and the grades of evaluations: chances to win where a game is played for them, else the game's own. */
import type { GameInfo } from "../../core/engine-port";
import { PERCENT } from "../../core/format";
import type { EvaluationView, GradeBandView, VerdictLimitsView } from "../../core/types";

export interface Scale {
  unit: string;
  bands: readonly GradeBandView[];
  /** Values are chances to win, as points of a hundred. */
  win: boolean;
  /** Whether the game has verdicts; a grade without one comes from an earlier version. */
  verdicts: boolean;
  /** The limits of verdicts, in each unit. */
  limits: readonly VerdictLimitsView[];
}

type Known = Pick<GameInfo, "unit" | "grades"> & Partial<Pick<GameInfo, "winGrades">> & { verdictLimits?: readonly VerdictLimitsView[] };
type Judged = { evaluation: EvaluationView | null };

export const WIN_UNIT = PERCENT;

/** Whether an evaluation's values are chances to win, as points of a hundred. */
export function isWin(evaluation: EvaluationView | null): boolean {
  const objective = evaluation?.metadata.objective ?? null;
  if (objective === null || objective === "points") return false;
  // Hearts names other aims, such as shooting the moon, within a game that is played to win.
  return objective === "win" || (evaluation?.winProbability ?? null) !== null;
}

/** The limits of a game's verdicts, as it states them; empty for a game without verdicts. */
export function limitsOf({ verdictLimits }: { verdictLimits?: readonly VerdictLimitsView[] | undefined }): readonly VerdictLimitsView[] {
  return verdictLimits ?? [];
}

/** The scale of one evaluation. */
export function scaleOf(info: Known, evaluation: EvaluationView | null): Scale {
  return scaleIn(info, isWin(evaluation));
}

/** The scale of chances to win, or of the game's own unit. */
export function scaleIn(info: Known, win: boolean): Scale {
  const limits = limitsOf(info);
  const verdicts = limits.length > 0;
  const bands = info.winGrades?.length ? info.winGrades : info.grades;
  return win ? { unit: WIN_UNIT, bands, win, verdicts, limits } : { unit: info.unit, bands: info.grades, win, verdicts, limits };
}

/**
 * The scale of a whole game's sums: that of most of its evaluations, of the latest if there are as many of each. Where points
 * are all a game can be summed in, the last decisions alone may be judged by chances to win.
 */
export function gameScale(info: Known, decisions: readonly Judged[]): Scale {
  if (!info.winGrades?.length) return scaleOf(info, null);
  const judged = decisions.flatMap(({ evaluation }) => (evaluation === null ? [] : [evaluation]));
  const latest = judged.at(-1) ?? null;
  const other = judged.filter((evaluation) => isWin(evaluation) !== isWin(latest));
  return scaleOf(info, 2 * other.length > judged.length ? (other[0] ?? null) : latest);
}

/** The decisions as they count on a scale: without the evaluations in another unit. */
export function onScale<D extends Judged>(decisions: readonly D[], scale: Scale): readonly D[] {
  return decisions.map((each) => (each.evaluation !== null && isWin(each.evaluation) !== scale.win ? { ...each, evaluation: null } : each));
}
