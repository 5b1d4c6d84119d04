/** How a result came about: par, skill, the opponent's skill, luck, and what the measurements leave open. */
import type { Account } from "../game/account";
import type { Decision } from "../../core/session";

export interface Reckoning {
  /** What the game was worth to the player at its start. */
  par: number;
  /** The player's own losses; never positive. */
  skill: number;
  /** What the others' losses gave; null unless one player's loss is the others' gain. */
  given: number | null;
  luck: number;
  /** What parts (hands) brought that are judged in another unit; null if there are none. */
  apart: number | null;
  /** What all that leaves open. */
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
  /** Whether what one player loses the others gain. */
  opposed: boolean;
  /** What the parts brought that are judged in another unit, by player; null if there are none, or where it is not known. */
  apart?: readonly number[] | null;
  /** Where there are several others: which part of a move's loss each player gains, by player; null while it is unknown. */
  gainsOf?: (move: number) => readonly number[] | null;
}

/** The reckoning of every player, or null if something is missing: a grade, the luck, the par or the result. */
export function reckoningOf(
  decisions: readonly Decision[],
  { account, par, result, luckErrors, opposed, apart = null, gainsOf = (move) => otherOfTwo(decisions, move) }: Parts,
): Reckoning[] | null {
  const whole = apart !== null || account.graded.every((graded, player) => graded === account.made[player]);
  if (!whole || account.withheld !== "none" || par.length !== result.length || result.length !== account.skill.length) return null;
  const losses = lossesOf(decisions, result.length, opposed ? gainsOf : null);
  if (losses === null) return null;
  return result.map((total, player) => {
    const skill = account.skill[player] ?? 0;
    const given = opposed ? (losses.given[player] ?? 0) : null;
    const luck = account.luck[player] ?? 0;
    const variance = (luckErrors?.[player] ?? 0) ** 2 + (losses.variance[player] ?? 0);
    const brought = apart?.[player] ?? null;
    const rest = total - (par[player] ?? 0) - skill - (given ?? 0) - luck - (brought ?? 0);
    return {
      par: par[player] ?? 0,
      skill,
      given,
      luck,
      apart: brought,
      rest,
      error: luckErrors === null ? null : 2 * Math.sqrt(variance),
      result: total,
    };
  });
}

/**
 * What each player gains by the losses of others, and the variance of the own losses and these gains.
 *
 * @returns null while somebody's part in a loss is unknown
 */
function lossesOf(decisions: readonly Decision[], players: number, gainsOf: Parts["gainsOf"] | null): Sums | null {
  const sums: Sums = { given: new Array<number>(players).fill(0), variance: new Array<number>(players).fill(0) };
  for (const [move, { state, action, evaluation }] of decisions.entries()) {
    const loss = Math.max(0, -(evaluation?.deltaEv ?? 0));
    const variance = (evaluation?.deltaStderr ?? 0) ** 2;
    if (action === null || (loss === 0 && variance === 0)) continue;
    const mover = state.active_player_id;
    const gains = gainsOf?.(move) ?? null;
    if (gainsOf != null && gains === null) return null;
    for (let player = 0; player < players; player += 1) {
      const part = player === mover ? 1 : (gains?.[player] ?? 0);
      if (player !== mover) sums.given[player]! += loss * part;
      sums.variance[player]! += variance * part ** 2;
    }
  }
  return sums;
}

interface Sums {
  given: number[];
  variance: number[];
}

/** Between two players, the other one gains everything that is lost. */
function otherOfTwo(decisions: readonly Decision[], move: number): number[] {
  const mover = decisions[move]?.state.active_player_id;
  return [0, 1].map((player) => Number(player !== mover));
}
