/** The faults of a game, the count of each verdict, and the turning points. */
import type { Decision } from "../../core/session";
import type { EvaluationView } from "../../core/types";
import { chanceLost, countOf, faultOf, lossSize, OTHER_ORDER, VERDICT_ORDER, type Count } from "../decision/verdicts";

export interface Fault {
  index: number;
  /** Never positive; in the unit of the evaluation, for a drill. */
  loss: number;
}

/**
 * The inaccuracies, mistakes and blunders of `players` (of all when null): blunders first, then by size.
 *
 * Losses in different units are never compared: a verdict ranks first, and the size counts within it.
 */
export function faultsOf(decisions: readonly Decision[], players: readonly number[] | null): Fault[] {
  const found = decisions.flatMap(({ state, action, evaluation }, index) => {
    const rank = faultOf(evaluation);
    const counts = action !== null && rank > 0 && (players === null || players.includes(state.active_player_id));
    return counts && evaluation !== null ? [{ index, rank, evaluation }] : [];
  });
  return found
    .sort((a, b) => b.rank - a.rank || byLoss(a.evaluation, b.evaluation) || a.index - b.index)
    .map(({ index, evaluation }) => ({ index, loss: Math.min(0, evaluation.deltaEv ?? 0) }));
}

/** Largest loss first; losses by chance to win before those by points. */
function byLoss(a: EvaluationView, b: EvaluationView): number {
  const inPoints = Number(chanceLost(a) === null) - Number(chanceLost(b) === null);
  return inPoints !== 0 ? inPoints : (lossSize(b) ?? 0) - (lossSize(a) ?? 0);
}

/** How often a player got each verdict, or what is shown in its place. */
export function tally(decisions: readonly Decision[], player: number): Record<Count, number> {
  const none = [...VERDICT_ORDER, ...OTHER_ORDER].map((count) => [count, 0]);
  const counts = Object.fromEntries(none) as Record<Count, number>;
  for (const { state, action, evaluation } of decisions) {
    const count = action === null || evaluation === null ? null : countOf(evaluation);
    if (count !== null && state.active_player_id === player) counts[count] += 1;
  }
  return counts;
}

/** The moves of all players that cost the most, the worst first: in the order in which "next mistake" goes through faults. */
export function turningPoints(decisions: readonly Decision[], most = 3): number[] {
  return faultsOf(decisions, null)
    .slice(0, most)
    .map(({ index }) => index);
}
