/** The unit and the grades of evaluations: chances to win where a game is played for them, else the game's own. */
import type { GameInfo } from "../../core/engine-port";
import type { EvaluationView, GradeBandView } from "../../core/types";

export interface Scale {
  unit: string;
  bands: readonly GradeBandView[];
  /** Values are chances to win, as points of a hundred. */
  win: boolean;
}

type Known = Pick<GameInfo, "unit" | "grades"> & Partial<Pick<GameInfo, "winGrades">>;
type Judged = { evaluation: EvaluationView | null };

export const WIN_UNIT = "% points";

/** Whether an evaluation's values are chances to win, as points of a hundred. */
export function isWin(info: Known, evaluation: EvaluationView | null): boolean {
  return (info.winGrades ?? []).length > 0 && evaluation?.metadata.objective === "win";
}

/** The scale of one evaluation. */
export function scaleOf(info: Known, evaluation: EvaluationView | null): Scale {
  return isWin(info, evaluation)
    ? { unit: WIN_UNIT, bands: info.winGrades ?? [], win: true }
    : { unit: info.unit, bands: info.grades, win: false };
}

/** The scale of a whole game: that of its latest evaluation, since a game that goes on may be judged in another unit. */
export function gameScale(info: Known, decisions: readonly Judged[]): Scale {
  return scaleOf(info, decisions.findLast(({ evaluation }) => evaluation !== null)?.evaluation ?? null);
}

/** The decisions as they count on a scale: without the evaluations in another unit. */
export function onScale<D extends Judged>(info: Known, decisions: readonly D[], scale: Scale): readonly D[] {
  return decisions.map((each) =>
    each.evaluation !== null && isWin(info, each.evaluation) !== scale.win ? { ...each, evaluation: null } : each,
  );
}
