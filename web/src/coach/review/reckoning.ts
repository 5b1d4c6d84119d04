/** How a result came about: par, skill, the opponent's skill, luck, and what the measurements leave open. */
import type { Account } from "../game/account";
import type { Decision } from "../../core/session";

export interface Reckoning {
  /** What the game was worth to the player at its start. */
  par: number;
  /** The player's own losses; never positive. */
  skill: number;
  /** What the opponent's losses gave; null unless one player's loss is the other's gain. */
  given: number | null;
  luck: number;
  /** What the parts leave open. */
  rest: number;
  /** Two standard errors of the parts as measured; 0 if they are exact, null if that of the luck is not known. */
  error: number | null;
  result: number;
}

interface Parts {
  account: Account;
  /** By player. */
  par: readonly number[];
  result: readonly number[];
  /** Standard errors of the luck, by player; null if they are not known. */
  luckErrors: readonly number[] | null;
  /** Whether what one player loses the other gains. */
  opposed: boolean;
}

/** The reckoning of every player, or null if something is missing: a grade, the luck, the par or the result. */
export function reckoningOf(decisions: readonly Decision[], { account, par, result, luckErrors, opposed }: Parts): Reckoning[] | null {
  const whole = account.graded.every((graded, player) => graded === account.made[player]);
  if (!whole || account.withheld !== "none" || par.length !== result.length || result.length !== account.skill.length) return null;
  return result.map((total, player) => {
    const skill = account.skill[player] ?? 0;
    const given = opposed ? -(account.skill[1 - player] ?? 0) : null;
    const luck = account.luck[player] ?? 0;
    const variance = (luckErrors?.[player] ?? 0) ** 2 + errorOf(decisions, opposed ? null : player);
    const rest = total - (par[player] ?? 0) - skill - (given ?? 0) - luck;
    return { par: par[player] ?? 0, skill, given, luck, rest, error: luckErrors === null ? null : 2 * Math.sqrt(variance), result: total };
  });
}

/** The variance of the losses of a player, or of all when null. */
function errorOf(decisions: readonly Decision[], player: number | null): number {
  return decisions
    .filter(({ state, action }) => action !== null && (player === null || state.active_player_id === player))
    .reduce((sum, { evaluation }) => sum + (evaluation?.deltaStderr ?? 0) ** 2, 0);
}
