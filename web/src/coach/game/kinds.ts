/** Losses by kind of decision: where a player's points go. */
import type { Decision } from "../../core/session";
import type { DecisionKindView } from "../../core/types";

export interface KindRow {
  code: string;
  name: string;
  /** Decisions of this kind that were graded. */
  count: number;
  /** Sum of losses; never positive. */
  sum: number;
  /** Loss per decision; 0 where there was none. */
  mean: number;
}

/** The kinds of decisions that a player meets: one that is named after a role is that role's alone. */
export function kindsOf(kinds: readonly DecisionKindView[], roles: readonly string[], player: number): DecisionKindView[] {
  const codes = roles.map((role) => role.toLowerCase());
  return kinds.filter(({ code }) => !codes.includes(code) || code === codes[player]);
}

/** The graded decisions of a player, summed by the kind that the engine says they are. */
export function lossesByKind(decisions: readonly Decision[], player: number, kinds: readonly DecisionKindView[]): KindRow[] {
  const own = decisions.flatMap(({ state, action, evaluation }) => {
    const delta = evaluation?.deltaEv ?? null;
    if (action === null || evaluation === null || delta === null || state.active_player_id !== player) return [];
    return [{ kind: evaluation.metadata.decision, loss: Math.min(0, delta) }];
  });
  return kinds.map(({ code, name }) => {
    const losses = own.filter(({ kind }) => kind === code).map(({ loss }) => loss);
    const sum = losses.reduce((total, loss) => total + loss, 0);
    return { code, name, count: losses.length, sum, mean: losses.length === 0 ? 0 : sum / losses.length };
  });
}
