/** What a move cost, in the unit of its verdict: "−12%", with the points beside it, or "−1.3 points". */
import { decimalsOf, MINUS, percent, PERCENT } from "../../core/format";
import type { EvaluationView, VerdictLimitsView } from "../../core/types";
import { isExact, isLoss, lossDecimals, lossText, shyOf } from "../text/words";
import { isWin, type Scale } from "./scale";
import { chanceLost, givesUpHalf, limitsFor } from "./verdicts";

export interface Cost {
  main: string;
  /** The loss in points beside a lost chance to win, or null. */
  beside: string | null;
  /** What a lost chance to win was lost of, where it is half of that or more: "of 6%", or null. */
  of: string | null;
}

type CostScale = Pick<Scale, "unit"> & Partial<Pick<Scale, "limits">>;

/** The cost of a graded move; null without a grade. */
export function costOf(evaluation: EvaluationView | null, { unit, limits = [] }: CostScale): Cost | null {
  const delta = evaluation?.deltaEv ?? null;
  if (evaluation === null || delta === null) return null;
  const chance = chanceLost(evaluation) ?? (isWin(evaluation) ? Math.max(0, -delta) : null);
  // A grade without a verdict keeps to the limits of the game's own words.
  const bounds = (evaluation.verdict ?? null) === null ? undefined : limitsFor(evaluation, limits);
  const points = lossText(delta, lossDecimals(evaluation), unit, chance === null ? bounds : undefined);
  if (chance === null) return { main: points, beside: null, of: null };
  const beside = isWin(evaluation) || evaluation.decided === true ? null : points;
  const exact = isExact(evaluation) && isWin(evaluation);
  const left = 100 * (evaluation.winProbability ?? 0);
  const of = givesUpHalf(evaluation) ? `of ${exact ? `${left.toFixed(decimalsOf(chance, PERCENT))}%` : percent(left / 100)}` : null;
  return { main: chanceText(chance, exact, bounds), beside, of };
}

/** The cost in a narrow list: without the unit of points. */
export function costShort(evaluation: EvaluationView | null, { limits }: Pick<Scale, "limits">): string | null {
  return costOf(evaluation, { unit: "", limits })?.main.trim() ?? null;
}

/** A lost chance to win, as points of a hundred: "−12%", "−0.4%" if it is exact, "−9.7%" if 10% is a limit, "0%". */
export function chanceText(points: number, exact: boolean, limits?: VerdictLimitsView): string {
  const size = points.toFixed(shyOf(limits, points, exact ? decimalsOf(points, PERCENT) : 0));
  if (Number(size) > 0) return `${MINUS}${size}%`;
  return points >= 0.05 && !exact ? "<1%" : "0%";
}

/** Whether a move lost anything, as shown. */
export function costs(evaluation: EvaluationView | null): boolean {
  const chance = evaluation === null ? null : chanceLost(evaluation);
  return chance === null ? isLoss(evaluation) : chance >= 0.05;
}
