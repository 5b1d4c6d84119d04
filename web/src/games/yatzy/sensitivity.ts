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
  /** Its lead over the choice of a player for points, in points of certainty equivalent. */
  lead: number;
}

export interface Sensitive {
  /** By theta, ascending. */
  choices: Preference[];
  /** Where the choice changes, by theta: the choice from there on, going away from 0, with its lead at the next of `choices`. */
  flips: Preference[];
}

/** The risk preferences that are compared. */
export const COMPARED: readonly number[] = [-0.1, -0.05, -0.02, 0.02, 0.05, 0.1];
/** A smaller lead, in points of certainty equivalent, is not worth mentioning. */
export const LEAST_LEAD = 0.05;

/** The arguments for some dice. */
export function throwArgs(args: CardArgs, dice: readonly number[], throwsLeft: number, thetas: readonly number[]): SensitivityArgs {
  const { accumulated_score: _points, ...card } = args;
  return { ...card, dice, rerolls_remaining: throwsLeft, thetas } as SensitivityArgs;
}

/**
 * The first changes on either side of playing for points that matter: what a risk-taker does, and a careful player.
 * Each has its greatest lead among the risk preferences that choose it.
 */
export function mainFlips({ choices, flips }: Sensitive): Preference[] {
  return [1, -1].flatMap((side) => {
    const outwards = flips.filter(({ theta }) => theta * side > 0).toSorted((a, b) => side * (a.theta - b.theta));
    const withMost = outwards.map((flip, index) => {
      const end = side * (outwards[index + 1]?.theta ?? side * Infinity);
      const those = choices.filter(({ theta }) => side * theta >= side * flip.theta && side * theta < end);
      return { ...flip, lead: Math.max(0, ...those.map(({ lead }) => lead)) };
    });
    return withMost.find(({ lead }) => lead >= LEAST_LEAD) ?? [];
  });
}
