/** What players with other risk preferences would choose: the query "sensitivity". */
import type { CardArgs } from "./card";
import type { Category } from "./types";

/** Its arguments: a card without its points, the dice, and the risk preferences. */
export interface SensitivityArgs extends Omit<CardArgs, "accumulated_score"> {
  dice: readonly number[];
  rerolls_remaining: number;
  thetas: readonly number[];
}

export interface Preference {
  theta: number;
  keep: boolean[] | null;
  category: Category | null;
  /** Its lead over the choice of a player for points, in certain points. */
  lead: number;
}

export interface Sensitive {
  /** By theta, ascending. */
  choices: Preference[];
  /** Where the choice changes, by theta: the choice from there on, going away from 0. */
  flips: Preference[];
}

/** The risk preferences that are compared. */
export const COMPARED: readonly number[] = [-0.1, -0.05, -0.02, 0.02, 0.05, 0.1];
/** A smaller lead, in certain points, is not worth mentioning. */
const LEAST_LEAD = 0.05;

/** The arguments for some dice. */
export function throwArgs(args: CardArgs, dice: readonly number[], throwsLeft: number, thetas: readonly number[]): SensitivityArgs {
  const { accumulated_score: _points, ...card } = args;
  return { ...card, dice, rerolls_remaining: throwsLeft, thetas } as SensitivityArgs;
}

/** The first changes on either side of playing for points that matter, nearest first: what a risk-taker does, or a careful player. */
export function mainFlips({ flips }: Sensitive): Preference[] {
  const matters = flips.filter(({ lead }) => lead >= LEAST_LEAD);
  const bolder = matters.filter(({ theta }) => theta > 0).slice(0, 1);
  const safer = matters.filter(({ theta }) => theta < 0).slice(-1);
  return [...bolder, ...safer];
}
