/** What is known of a whole game without the engine: computed by the laboratory (`yatzy insights`). */
import type { Category } from "../../types";
import type { Distribution } from "./distribution";
import made from "./figures.gen.json";

export interface Run {
  /** The risk preference: 0 plays for points, more for a record, less plays safe. */
  theta: number;
  mean: number;
  sd: number;
  bonus: number;
  /** The mean of the worst twentieth. */
  worst: number;
  distribution: Distribution;
  /** By row: the mean, and the chance that it is closed with nothing. */
  rows: Readonly<Record<Category, readonly [mean: number, zero: number]>>;
}

/** A player whose risk depends on how far the expected score is from a target, by simulation. */
export interface Aiming {
  target: number;
  mean: number;
  sd: number;
  /** The share of games that reach the target, and its standard error. */
  reached: number;
  error: number;
}

const UNIT = 1e-8;

/** By theta, ascending. */
export const RUNS: readonly Run[] = made.runs.map(({ first, chances, rows, ...others }) => ({
  ...others,
  distribution: { first, chances: chances.split(" ").map((whole) => Number(whole) * UNIT) },
  rows: rows as unknown as Run["rows"],
}));
/** How many games each of these players was simulated. */
export const GAMES = Number(/--games (\d+)/.exec(made.made_by)![1]);
export const AIMING: readonly Aiming[] = made.aiming;
/** The place of theta 0. */
export const NEUTRAL = RUNS.findIndex(({ theta }) => theta === 0);
export const PERFECT = RUNS[NEUTRAL]!;
