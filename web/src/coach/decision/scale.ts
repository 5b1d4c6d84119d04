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

/** The scale of a whole game: that of most of its evaluations, of the latest if there are as many of each. */
export function gameScale(info: Known, decisions: readonly Judged[]): Scale {
  const judged = decisions.flatMap(({ evaluation }) => (evaluation === null ? [] : [evaluation]));
  const latest = judged.at(-1) ?? null;
  const alike = judged.filter((evaluation) => isWin(info, evaluation) === isWin(info, latest));
  const others = judged.filter((evaluation) => !alike.includes(evaluation));
  return scaleOf(info, others.length > alike.length ? (others[0] ?? null) : latest);
}

/** The decisions as they count on a scale: without the evaluations in another unit. */
export function onScale<D extends Judged>(info: Known, decisions: readonly D[], scale: Scale): readonly D[] {
  return decisions.map((each) =>
    each.evaluation !== null && isWin(info, each.evaluation) !== scale.win ? { ...each, evaluation: null } : each,
  );
}
