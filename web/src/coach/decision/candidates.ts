/** The candidates as rows with bars. While the engine thinks, rows keep their places. */
import { leeway } from "../../core/format";
import type { CandidateView, EvaluationView } from "../../core/types";
import { isWin } from "./scale";

export interface CandidateRow {
  key: string;
  action: unknown;
  ev: number;
  stderr: number;
  /** The difference to the best value; never positive. */
  delta: number;
  /** The value is only an upper bound. */
  bound: boolean;
  best: boolean;
  user: boolean;
  rollouts: number;
  /** The chance to win after the move, 0 to 1, or null. */
  wins: number | null;
  /** Compared with the best one; otherwise it has no number and no bar. */
  compared: boolean;
  /** The evaluator's remark, or null. */
  note: string | null;
  /** Positions on the axis, 0 to 100: the value, and the ends of its error bar. */
  bar: number;
  low: number;
  high: number;
}

/** The rows of the list, which always takes their height. */
export const ROWS = 6;
/** The least span of the axis: on a shorter one noise would look like a difference. */
const MIN_SPAN = 2;

/** The characters of a move that fit into a row beside the loss; beside loss and chance to win; and beside "not compared". */
const FITS = { alone: 34, withChance: 32, uncompared: 24 };

/** Whether two actions are the same move. */
type Same = (a: unknown, b: unknown) => boolean;

/** Whether the text of every row fits. If one does not, the whole list is written in short notation, so that it does not mix two. */
export function allFit(rows: readonly CandidateRow[], textOf: (row: CandidateRow) => string): boolean {
  return rows.every((row) => {
    const room = !row.compared ? FITS.uncompared : row.wins === null ? FITS.alone : FITS.withChance;
    return textOf(row).length <= room;
  });
}

/**
 * The rows to show.
 *
 * @param evaluation the result so far
 * @param user the action that was played, or null
 * @param previous the rows on screen, whose order is kept while `settled` is false
 * @param settled the evaluation has ended: best first
 */
export function candidateRows(
  evaluation: EvaluationView | null,
  user: unknown,
  same: Same,
  previous: readonly CandidateRow[],
  settled: boolean,
): CandidateRow[] {
  if (evaluation === null) return [];
  const shown = chosen(evaluation, user, same);
  const ordered = settled ? shown : keepPlaces(shown, previous);
  const axis = axisOf(ordered);
  return ordered.map((candidate) => ({
    key: keyOf(candidate.action),
    action: candidate.action,
    ev: candidate.ev,
    stderr: candidate.stderr,
    delta: Math.min(0, candidate.ev - evaluation.bestActionEv),
    bound: candidate.bound === "upper",
    best: same(candidate.action, evaluation.bestAction),
    user: user !== null && same(candidate.action, user),
    rollouts: candidate.rollouts,
    wins: candidate.compared === false ? null : chanceBeside(candidate.winProbability, evaluation),
    compared: candidate.compared !== false,
    note: candidate.note ?? null,
    bar: axis(candidate.ev),
    low: axis(candidate.ev - leeway(candidate.stderr)),
    high: axis(candidate.ev + leeway(candidate.stderr)),
  }));
}

/**
 * A chance to win as it stands beside the best move's: that in whole percents less the lost ones, so that the two and a stated loss add
 * up; a move that wins more often than the best one, which is so by points, loses none. More than 0 and less than 1 if it is; null if one of
 * them is unknown. Where values are chances, cards state them, so that they stay as they are.
 */
export function chanceBeside(wins: number | null | undefined, evaluation: EvaluationView, best = evaluation.winProbability): number | null {
  if (wins == null || best == null) return null;
  if (isWin(evaluation)) return wins;
  const shown = (Math.round(100 * best) - Math.round(100 * (best - wins))) / 100;
  return Math.max(Math.min(wins, 0.001), Math.min(shown, Math.max(wins, 0.999)));
}

/** The best candidates, and the user's move whatever its rank. */
function chosen(evaluation: EvaluationView, user: unknown, same: Same): CandidateView[] {
  const first = evaluation.candidates.slice(0, ROWS);
  const mine = user === null ? undefined : evaluation.candidates.find((candidate) => same(candidate.action, user));
  return mine === undefined || first.includes(mine) ? first : [...first.slice(0, ROWS - 1), mine];
}

function keepPlaces(candidates: CandidateView[], previous: readonly CandidateRow[]): CandidateView[] {
  const places = new Map(previous.map((row, index) => [row.key, index]));
  const kept = new Array<CandidateView | undefined>(ROWS);
  const fresh: CandidateView[] = [];
  for (const candidate of candidates) {
    const place = places.get(keyOf(candidate.action));
    if (place === undefined) fresh.push(candidate);
    else kept[place] = candidate;
  }
  for (let place = 0; place < ROWS && fresh.length > 0; place += 1) kept[place] ??= fresh.shift();
  return kept.filter((candidate) => candidate !== undefined);
}

function axisOf(candidates: readonly CandidateView[]): (ev: number) => number {
  const compared = candidates.filter((each) => each.compared !== false);
  if (compared.length === 0) return () => 0;
  const values = compared.map(({ ev }) => ev);
  const top = Math.max(...values);
  // Wide enough that no error bar runs over the whole track.
  const error = leeway(Math.max(...compared.map(({ stderr }) => stderr)));
  const span = Math.max(MIN_SPAN, top - Math.min(...values), 4 * error);
  // Leaves room on the right for the best one's whisker, and a visible stub for the worst.
  const low = top - span * 1.15;
  const width = span * 1.15 + Math.max(span * 0.15, error);
  return (ev) => Math.min(100, Math.max(0, (100 * (ev - low)) / width));
}

function keyOf(action: unknown): string {
  return JSON.stringify(action);
}
