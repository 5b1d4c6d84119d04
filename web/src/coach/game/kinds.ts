/** Losses by kind of decision. */
import type { Decision } from "../../core/session";
import type { DecisionKindView } from "../../core/types";

export interface KindRow {
  code: string;
  name: string;
  /** Graded decisions of this kind. */
  count: number;
  /** Sum of losses; never positive. */
  sum: number;
  /** Mean loss per decision; 0 without any. */
  mean: number;
}

/** The kinds of decisions that a player can face: a kind named after a role belongs to that role alone. */
export function kindsOf(kinds: readonly DecisionKindView[], roles: readonly string[], player: number): DecisionKindView[] {
  const codes = roles.map((role) => role.toLowerCase());
  return kinds.filter(({ code }) => !codes.includes(code) || code === codes[player]);
}

/** The losses of a player's graded decisions, by the kind that the engine assigns. */
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
