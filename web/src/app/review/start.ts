/** What a reviewed game was worth at its start and at its end, by player, in the unit of its sums. */
import type { Decision } from "../../core/session";
import type { GameUi } from "../../games/types";

export interface StartAndEnd {
  par: readonly number[];
  result: readonly number[];
  /** Whether what one player loses the other gains. */
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
}

/** The worth at start and end, or null if the game is not over or something is unknown. */
export function startAndEnd({ ui, decisions, win, expected, opening }: Parts): StartAndEnd | null {
  const last = decisions.at(-1)?.state;
  const scores = last?.game_over === true ? scoresOf(last.returns) : [];
  if (last === undefined || scores.length === 0 || expected === null) return null;
  const balanced = scores.length === 2 && Math.abs((scores[0] ?? 0) + (scores[1] ?? 0)) < 1e-9;
  if (win) return scores.length === 2 ? byChance(decisions, winShares(scores, ui.finalScore?.winners?.(last)), opening) : null;
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

/** Each player's share of a win: 1 for the only winner, a half each for two. */
export function winShares(returns: readonly number[], winners?: readonly number[]): number[] {
  const most = Math.max(...returns);
  const won = winners ?? returns.flatMap((score, player) => (score === most ? [player] : []));
  return returns.map((_, player) => (won.includes(player) ? 1 / won.length : 0));
}
