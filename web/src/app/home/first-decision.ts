/** The decision on the start page: which of its graded answers a choice of dice is. */
import type { Verdict } from "../../core/types";
import { FIRST_DECISION } from "./first-decision.gen";

export interface Choice {
  /** By die: whether it is kept. */
  keep: readonly boolean[];
  /** The expected sum in the end. */
  worth: number;
  /** What it costs on average; never negative. */
  loss: number;
  verdict: Verdict;
  why: string;
}

export const DICE: readonly number[] = FIRST_DECISION.dice;
export const THROWS: number = FIRST_DECISION.throws;
export const CHOICES: readonly Choice[] = FIRST_DECISION.choices;

/** The graded answer for some kept dice. */
export function choiceOf(keep: readonly boolean[]): Choice {
  const choice = CHOICES.find((each) => each.keep.every((kept, die) => kept === keep[die]));
  if (choice === undefined) throw new Error("Every choice of dice is graded.");
  return choice;
}

export const BEST: Choice = CHOICES.reduce((best, each) => (each.loss < best.loss ? each : best));

/** The expected value of one die that is thrown as long as that helps. */
export const FREE_DIE: number = choiceOf(DICE.map(() => false)).worth / DICE.length;

/** The faces of the kept dice. */
export function keptFaces({ keep }: Choice): number[] {
  return DICE.filter((_, die) => keep[die] === true);
}
