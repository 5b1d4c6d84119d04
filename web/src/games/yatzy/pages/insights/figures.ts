/** What is known of a whole game without the engine: computed by the laboratory (`yatzy insights`). */
import type { Category } from "../../types";
import type { Distribution } from "./distribution";
import { aiming, made_by as command, runs } from "./figures.gen.json";

export interface Run {
  /** The risk preference: 0 plays for points, more for a record, less plays safe. */
  theta: number;
  mean: number;
  sd: number;
  bonus: number;
  /** The mean of the worst twentieth. */
  worst: number;
  distribution: Distribution;
}

/** By row: the mean, and the chance that it is closed with nothing. */
export type Rows = Readonly<Record<Category, readonly [mean: number, zero: number]>>;

/** A player whose risk depends on how far the expected score is from a target, by simulation. */
export interface Aiming {
  target: number;
  mean: number;
  sd: number;
  /** The share of games that reach the target, and its standard error. */
  reached: number;
  error: number;
}

const UNIT = 1e-6;

/** Chances from the text of their second differences, in whole millionths. */
function chancesIn(text: string): number[] {
  let step = 0;
  let whole = 0;
  return text.split(" ").map((change) => (whole += step += Number(change)) * UNIT);
}

/** By theta, ascending. */
export const RUNS: readonly Run[] = runs.map(({ theta, mean, sd, bonus, worst, first, chances }) => ({
  theta,
  mean,
  sd,
  bonus,
  worst,
  distribution: { first, chances: chancesIn(chances) },
}));
/** How many games each of these players was simulated. */
export const GAMES = Number(/--games (\d+)/.exec(command)![1]);
export const AIMING: readonly Aiming[] = aiming;
/** The place of theta 0. */
export const NEUTRAL = RUNS.findIndex(({ theta }) => theta === 0);
export const PERFECT = RUNS[NEUTRAL]!;
/** The rows under perfect play. */
export const PERFECT_ROWS = runs[NEUTRAL]!.rows as unknown as Rows;
