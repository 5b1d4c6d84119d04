/** The line of a reviewed game's chart: the chance to win or the value of each position, from one player's view. */
import type { Decision } from "../../core/session";
import type { EvaluationView } from "../../core/types";
import { isWin } from "../decision/scale";
import { axisOf, type Axis } from "../forecast/forecast";

/** What the line shows: the chance to win in percent, the expected final score, or the value of a position. */
export type LineKind = "win" | "score" | "value";

export interface ValueLine {
  kind: LineKind;
  /** By position, the last one the end of the game; null while unknown. */
  values: readonly (number | null)[];
  axis: Axis;
}

interface Parts {
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
export function valueLine(decisions: readonly Decision[], { player, players, end, expected }: Parts): ValueLine | null {
  const wins = decisions.map(({ state, evaluation }) => chanceOf(evaluation, state.active_player_id === player, players));
  const own = decisions.map(({ state, evaluation }) => valueOf(evaluation, state.active_player_id === player, players));
  // The end of a game alone may be judged by the chance to win; then values show more.
  const valued = own.filter((value) => value !== null).length;
  if (known(wins).length > valued / 2) {
    const values = wins.map((chance) => (chance === null ? null : 100 * chance));
    if (end !== null) values[values.length - 1] = 100 * end;
    return { kind: "win", values, axis: PERCENT };
  }
  if (expected.some((value) => value !== null)) return { kind: "score", values: expected, axis: axisOf(known(expected)) };
  return own.every((value) => value === null) ? null : { kind: "value", values: own, axis: axisOf(known(own)) };
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

/** A player's chance to win before a move; with more than two players only the mover's is known. */
function chanceOf(evaluation: EvaluationView | null, own: boolean, players: number): number | null {
  const chance = evaluation?.winProbability ?? null;
  if (chance === null || (!own && players !== 2)) return null;
  return own ? chance : 1 - chance;
}

function valueOf(evaluation: EvaluationView | null, own: boolean, players: number): number | null {
  if (evaluation === null || isWin(evaluation) || (!own && players !== 2)) return null;
  return own ? evaluation.bestActionEv : -evaluation.bestActionEv;
}

/** The known values as an SVG path through the middles of their places; gaps are bridged. */
export function valuePath(values: readonly (number | null)[], y: (value: number) => number): string {
  return values.flatMap((value, index) => (value === null ? [] : [`${index + 0.5} ${Math.round(100 * y(value)) / 100}`])).join("L");
}
