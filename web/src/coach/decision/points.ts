/** The breakdown of a value by kind, and what a move gives up of each kind against the best one. */
import type { CandidateView, EvaluationView } from "../../core/types";
import { chanceBeside } from "./candidates";

export interface PointsRow {
  code: string;
  label: string;
  value: number;
  /** The best move's value and the difference to it; null for the best move itself. */
  best: number | null;
  delta: number | null;
  /** The length of the value's bar, -100 to 100. */
  bar: number;
}

export interface PointsView {
  rows: PointsRow[];
  total: Pick<PointsRow, "value" | "best" | "delta">;
  /** Chances to win, 0 to 1; null if unknown. */
  win: { value: number; best: number | null } | null;
  /** Only an upper bound of the value is known. */
  atMost: boolean;
}

/** Values are shown in tenths: a second decimal would be far below the error of an estimate. */
const PARTS = 10;

/**
 * The breakdown of a candidate, compared with the best one unless it is the best itself.
 *
 * Values are rounded so that every column and every row adds up as shown. Kinds that are 0 for both are left out. Losses
 * come first, the largest first, then gains.
 *
 * @returns null if the evaluator gave no reasons
 */
export function pointsView(evaluation: EvaluationView, candidate: CandidateView, best: CandidateView): PointsView | null {
  if (candidate.reasons.length === 0 || best.reasons.length === 0) return null;
  const alone = candidate === best;
  const bestTotal = Math.round(best.ev * PARTS);
  const total = alone ? bestTotal : bestTotal + Math.round((candidate.ev - best.ev) * PARTS);
  const bestParts = rounded(best, bestTotal);
  const parts = alone ? bestParts : rounded(candidate, total);
  const labels = new Map([...best.reasons, ...candidate.reasons].map(({ code, label }) => [code, label]));
  const rows = [...labels].flatMap(([code, label]) => {
    const value = parts.get(code) ?? 0;
    const other = bestParts.get(code) ?? 0;
    return value === 0 && (alone || other === 0) ? [] : [rowOf(code, label, value, alone ? null : other)];
  });
  if (!alone) rows.sort((a, b) => place(a) - place(b) || Math.abs(b.delta ?? 0) - Math.abs(a.delta ?? 0));
  const longest = Math.max(...rows.map(({ value }) => Math.abs(value)));
  for (const row of rows) row.bar = (100 * row.value) / longest;
  const { code: _code, label: _label, bar: _bar, ...sums } = rowOf("", "", total, alone ? null : bestTotal);
  return { rows, total: sums, win: winOf(evaluation, candidate, best), atMost: candidate.bound === "upper" };
}

/** The sort order of a row: losses, gains, no difference. */
function place({ delta }: PointsRow): number {
  return !delta ? 2 : delta < 0 ? 0 : 1;
}

function rowOf(code: string, label: string, value: number, best: number | null): PointsRow {
  return {
    code,
    label,
    value: value / PARTS,
    best: best === null ? null : best / PARTS,
    delta: best === null ? null : (value - best) / PARTS,
    bar: 0,
  };
}

function winOf(evaluation: EvaluationView, candidate: CandidateView, best: CandidateView): PointsView["win"] {
  const top = best.winProbability ?? evaluation.winProbability;
  const value = chanceBeside(candidate === best ? top : candidate.winProbability, evaluation, top);
  return value === null ? null : { value, best: candidate === best ? null : top! };
}

/**
 * The parts of a value by their code, in whole tenths that add up to `total` (largest remainder method).
 *
 * If the reasons do not add up to the value, as they should, each part is rounded to its own nearest tenth.
 */
function rounded(candidate: CandidateView, total: number): Map<string, number> {
  const parts = new Map<string, number>();
  for (const { code, value } of candidate.reasons) parts.set(code, (parts.get(code) ?? 0) + value * PARTS);
  const floors = new Map([...parts].map(([code, value]) => [code, Math.floor(value)]));
  let missing = total - [...floors.values()].reduce((sum, value) => sum + value, 0);
  if (missing < 0 || missing > parts.size) return new Map([...parts].map(([code, value]) => [code, Math.round(value)]));
  const order = [...parts].sort(([a, x], [b, y]) => y - (floors.get(b) ?? 0) - (x - (floors.get(a) ?? 0)));
  for (const [code] of order) {
    if (missing <= 0) break;
    floors.set(code, (floors.get(code) ?? 0) + 1);
    missing -= 1;
  }
  return floors;
}
