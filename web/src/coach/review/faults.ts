/** The faults of a game, the count of each verdict, and the turning points. */
import type { Decision } from "../../core/session";
import type { EvaluationView, Verdict } from "../../core/types";
import { chanceLost, faultOf, lossSize, VERDICT_ORDER } from "../decision/verdicts";

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

/** How often a player got each verdict; moves without a choice, and in decided positions, do not count. */
export function tally(decisions: readonly Decision[], player: number): Record<Verdict, number> {
  const counts = Object.fromEntries(VERDICT_ORDER.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { state, action, evaluation } of decisions) {
    const verdict = evaluation?.verdict ?? null;
    if (action === null || verdict === null || state.active_player_id !== player) continue;
    if (evaluation?.decided !== true && (evaluation?.metadata.totalLegalActions ?? 0) > 1) counts[verdict] += 1;
  }
  return counts;
}

/** The moves of all players that cost the most, in the order of the game: by chance to win if there is one, else by points. */
export function turningPoints(decisions: readonly Decision[], most = 3): number[] {
  const graded = decisions.flatMap(({ action, evaluation }, index) => {
    return action !== null && evaluation !== null && faultOf(evaluation) > 0 ? [{ index, evaluation }] : [];
  });
  const costliest = graded.sort((a, b) => byLoss(a.evaluation, b.evaluation) || a.index - b.index).slice(0, most);
  return costliest.map(({ index }) => index).sort((a, b) => a - b);
}
