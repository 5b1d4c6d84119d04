/** What a value is made of, kind by kind, and what a move gives up of each against the best one. */
import type { CandidateView, EvaluationView } from "../../core/types";

export interface PointsRow {
  code: string;
  label: string;
  value: number;
  /** The same of the best move, and how the two differ; null where the move is the best itself. */
  best: number | null;
  delta: number | null;
  /** The length of the bar that shows the value, -100 to 100. */
  bar: number;
}

export interface PointsView {
  rows: PointsRow[];
  total: Pick<PointsRow, "value" | "best" | "delta">;
  /** Chances to win, 0 to 1; null where they are not known. */
  win: { value: number; best: number | null } | null;
  /** Only an upper bound of the value is known. */
  atMost: boolean;
}

/** Figures have one decimal: what is behind a second one is far less than what an estimate is off by. */
const PARTS = 10;

/**
 * The breakdown of a candidate, against the best one unless it is that.
 *
 * Figures are rounded so that every column and every row adds up as it is shown. A kind that gives nothing either way is
 * left out. What the move gives up comes first, the largest first, then what it gains.
 *
 * @returns null where the evaluator gave no reasons
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

/** What is given up, what is gained, what is the same. */
function place({ delta }: PointsRow): number {
  return delta === null || delta === 0 ? 2 : delta < 0 ? 0 : 1;
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
  const bestWins = best.winProbability ?? evaluation.winProbability ?? null;
  if (candidate === best) return bestWins === null ? null : { value: bestWins, best: null };
  const wins = candidate.winProbability ?? null;
  return wins === null || bestWins === null ? null : { value: wins, best: bestWins };
}

/**
 * The parts of a value by their code, as whole tenths that add up to `total`.
 *
 * All are rounded down; those that lose most by it are rounded up instead, as many as it takes. If the reasons do not
 * add up to the value, as they must, the rounding says nothing false: each part stays its own nearest tenth.
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
