/** Accuracy of a player's decisions: from 100% for one that lost nothing down to 0% for the loss of a blunder. */
import type { Decision } from "../../core/session";
import type { VerdictLimitsView } from "../../core/types";
import { isForced, limitsFor, lossSize } from "../decision/verdicts";

/** The limits of verdicts in each unit, as the game states them. */
export type Limits = readonly VerdictLimitsView[];

/** The share of a decision that was kept, 0 to 1; null if it does not count: ungraded, forced, or the game was decided. */
function keptIn({ evaluation }: Decision, limits: Limits): number | null {
  const loss = lossSize(evaluation);
  if (evaluation === null || loss === null || evaluation.decided === true || isForced(evaluation)) return null;
  const worst = limitsFor(evaluation, limits)?.blunder;
  return worst === undefined ? null : Math.max(0, 1 - loss / worst);
}

/** The mean over a player's decisions, 0 to 1, and how many counted; null without any. */
export function accuracyOf(decisions: readonly Decision[], player: number, limits: Limits): { accuracy: number; count: number } | null {
  const kept = decisions.flatMap((decision) => {
    const part = decision.action === null || decision.state.active_player_id !== player ? null : keptIn(decision, limits);
    return part === null ? [] : [part];
  });
  if (kept.length === 0) return null;
  return { accuracy: kept.reduce((sum, part) => sum + part, 0) / kept.length, count: kept.length };
}
