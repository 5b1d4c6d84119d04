/** The line of a reviewed game's chart: the chance to win or the value of each position, from one player's view. */
import type { Decision } from "../../core/session";
import type { EvaluationView } from "../../core/types";
import { isWin, limitsOf } from "../decision/scale";
import { axisOf, type Axis } from "../forecast/forecast";

/** What the line shows: the chance to win in percent, the expected final score, or the value of a position. */
export type LineKind = "win" | "score" | "value";

export interface ValueLine {
  kind: LineKind;
  /** By position, the last one the end of the game; null while unknown. */
  values: readonly (number | null)[];
  axis: Axis;
}

interface Offers {
  /** The limits of the game's verdicts. */
  verdictLimits?: Parameters<typeof limitsOf>[0]["verdictLimits"];
  /** Whether its decisions are judged by the chance to win. */
  win: boolean;
  /** Whether it has forecasts of the final scores. */
  forecast: boolean;
}

/** What the line of a game shows, which is the same before anything of it is known. */
export function lineKind({ verdictLimits, win, forecast }: Offers): LineKind {
  const limits = limitsOf({ verdictLimits });
  if (win || (limits.length > 0 && limits.every(({ scale }) => scale === "win"))) return "win";
  return forecast ? "score" : "value";
}

interface Parts {
  kind: LineKind;
  /** The player whose view it is. */
  player: number;
  players: number;
  /** The chance to win, 0 to 1, at the end of a finished game; null if it is not over. */
  end: number | null;
  /** Expected final scores of the player by position, empty where the game offers none. */
  expected: readonly (number | null)[];
}

const PERCENT: Axis = { low: 0, high: 100, ticks: [0, 50, 100] };

/** The line of a game, or null while nothing of it is known. */
export function valueLine(decisions: readonly Decision[], { kind, player, players, end, expected }: Parts): ValueLine | null {
  const values = kind === "score" ? expected : decisions.map((decision) => pointOf(kind, decision, player, players));
  if (known(values).length === 0) return null;
  if (kind !== "win") return { kind, values, axis: axisOf(known(values)) };
  return { kind, values: end === null ? values : [...values.slice(0, -1), 100 * end], axis: PERCENT };
}

function pointOf(kind: "win" | "value", { state, evaluation }: Decision, player: number, players: number): number | null {
  const own = state.active_player_id === player;
  return kind === "win" ? chanceOf(evaluation, own, players) : valueOf(evaluation, own, players);
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

/** A player's chance to win before a move, in percent; with more than two players only the mover's is known. */
function chanceOf(evaluation: EvaluationView | null, own: boolean, players: number): number | null {
  const chance = evaluation?.winProbability ?? null;
  if (chance === null || (!own && players !== 2)) return null;
  return 100 * (own ? chance : 1 - chance);
}

function valueOf(evaluation: EvaluationView | null, own: boolean, players: number): number | null {
  if (evaluation === null || isWin(evaluation) || (!own && players !== 2)) return null;
  return own ? evaluation.bestActionEv : -evaluation.bestActionEv;
}

/** The known values as an SVG path through the middles of their places; gaps are bridged. */
export function valuePath(values: readonly (number | null)[], y: (value: number) => number): string {
  return values.flatMap((value, index) => (value === null ? [] : [`${index + 0.5} ${Math.round(100 * y(value)) / 100}`])).join("L");
}
