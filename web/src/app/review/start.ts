/** What a reviewed game was worth at its start and at its end, by player, in the unit of its sums. */
import { isWin } from "../../coach/decision/scale";
import { partsOf } from "../../core/parts";
import type { Decision } from "../../core/session";
import type { GameUi } from "../../games/types";

export interface StartAndEnd {
  par: readonly number[];
  result: readonly number[];
  /** Whether what one player loses the others gain. */
  opposed: boolean;
}

interface Parts {
  ui: Pick<GameUi, "finalScore">;
  decisions: readonly Decision[];
  /** Whether the sums are chances to win. */
  win: boolean;
  /** Expected final scores at the start, by player or one for all; empty where the game offers none, null while unknown. */
  expected: readonly number[] | null;
  /** The luck before the first move, by player. */
  opening: readonly number[];
  /** Among several players, their chances to win at the first position, 0 to 1; null while unknown. */
  chances?: readonly number[] | null;
}

/** The worth at start and end, or null if the game is not over or something is unknown. */
export function startAndEnd({ ui, decisions, win, expected, opening, chances = null }: Parts): StartAndEnd | null {
  const last = decisions.at(-1)?.state;
  const scores = last?.game_over === true ? scoresOf(last.returns) : [];
  if (last === undefined || scores.length === 0 || expected === null) return null;
  const balanced = scores.length === 2 && Math.abs((scores[0] ?? 0) + (scores[1] ?? 0)) < 1e-9;
  if (win) {
    const shares = winShares(scores, ui.finalScore?.winners?.(last));
    return scores.length === 2 ? byChance(decisions, shares, opening) : byChances(chances, shares, opening);
  }
  if (expected.length > 0) {
    const [all = 0] = expected;
    const start = expected.length === scores.length ? expected : [all, -all];
    return { par: before(start, opening), result: scores, opposed: balanced };
  }
  if (!balanced) return { par: scores.map(() => mean(scores)), result: scores, opposed: false };
  const first = decisions[0];
  if (first === undefined || first.evaluation === null) return null;
  const worth = first.evaluation.bestActionEv;
  return { par: before(seen(worth, first.state.active_player_id), opening), result: scores, opposed: true };
}

/**
 * What the parts (hands) brought that are judged in another unit than the sums, by player, compared with the mean of all
 * players; null if there are none, or where it is not known.
 */
export function broughtApart({ parts }: Pick<GameUi, "parts">, decisions: readonly Decision[], win: boolean): number[] | null {
  const apart = partsOf(decisions, parts?.of).filter(({ from, to }) =>
    decisions.slice(from, to).some(({ evaluation }) => evaluation !== null && isWin(evaluation) !== win),
  );
  if (parts?.scores === undefined || apart.length === 0) return null;
  const scores = (index: number): readonly number[] => parts.scores?.(decisions[index]!.state) ?? [];
  const gains = apart.map(({ from, to }) => scores(to).map((score, player) => score - (scores(from)[player] ?? 0)));
  return scores(0).map((_, player) => gains.reduce((sum, gain) => sum + (gain[player] ?? 0) - mean(gain), 0));
}

/** The final score of each player; empty if one is missing. */
export function scoresOf(returns: unknown): number[] {
  return Array.isArray(returns) && returns.every((score) => typeof score === "number") ? (returns as number[]) : [];
}

/** A value as the two players see it, from that of `player`. */
function seen(value: number, player: number): number[] {
  return player === 0 ? [value, -value] : [-value, value];
}

function before(start: readonly number[], opening: readonly number[]): number[] {
  return start.map((value, player) => value - (opening[player] ?? 0));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function byChance(decisions: readonly Decision[], shares: readonly number[], opening: readonly number[]): StartAndEnd | null {
  const first = decisions[0];
  const chance = first?.evaluation?.winProbability ?? null;
  if (first === undefined || chance === null) return null;
  const mine = 100 * chance;
  const start = first.state.active_player_id === 0 ? [mine, 100 - mine] : [100 - mine, mine];
  return { par: before(start, opening), result: shares.map((share) => 100 * share), opposed: true };
}

function byChances(chances: readonly number[] | null, shares: readonly number[], opening: readonly number[]): StartAndEnd | null {
  if (chances === null || chances.length !== shares.length) return null;
  const hundred = (parts: readonly number[]): number[] => parts.map((part) => 100 * part);
  return { par: before(hundred(chances), opening), result: hundred(shares), opposed: true };
}

/** Each player's share of a win: 1 for the only winner, a half each for two. */
export function winShares(returns: readonly number[], winners?: readonly number[]): number[] {
  const most = Math.max(...returns);
  const won = winners ?? returns.flatMap((score, player) => (score === most ? [player] : []));
  return returns.map((_, player) => (won.includes(player) ? 1 / won.length : 0));
}
