/** The rules of thumb from `rules.json`, with their means and examples and a game played by them. */
import { BONUS_AT, CATEGORIES, UPPER } from "../../card";
import { BONUS } from "../insights/rows";
import type { Category, Player, YatzyState } from "../../types";

/** A position in which a rule decides. */
export interface Example {
  scores: Partial<Record<Category, number>>;
  dice: readonly number[];
  /** The throws left. */
  left: number;
  /** The dice kept, if throws are left. */
  keep?: readonly number[];
  /** The points scored, if none is left. */
  points?: number;
}

export interface RuleText {
  text: string;
  /** The row that it closes; absent in a rule for holds. */
  close?: Category;
  example?: Example;
  /** How often it decides in a game. */
  uses?: number;
}

/** A decision of the game: dice kept, or a row closed. */
export interface Step {
  dice: readonly number[];
  left: number;
  keep?: readonly number[];
  close?: Category;
  points?: number;
  /** The index of the rule that decided; the number of rules if none applied. */
  rule: number;
}

/** What the page shows of `rules.json`; how that was made stands in the file besides. */
export interface RulesData {
  rules: readonly RuleText[];
  /** The rows to close if no rule applies, in order. */
  rest: readonly Category[];
  holds: readonly RuleText[];
  game: { total: number; steps: readonly Step[] };
  /** Exact means of the total by number of rules for rows, with the best holds. */
  rowMeans: readonly (readonly [number, number])[];
  /** The same by number of rules for holds, with all rules for rows. */
  holdMeans: readonly (readonly [number, number])[];
}

/** An example as a position of one player. */
export function stateOf({ scores, dice, left }: Example): YatzyState {
  return {
    state_version: 1,
    ruleset_id: "yatzy_v1",
    active_player_id: 0,
    players: [{ scores: scores as Player["scores"] }],
    dice: [...dice],
    rolls_left: left,
  };
}

/** For each die, whether it is kept. */
export function keptOf(dice: readonly number[], keep: readonly number[] | undefined): boolean[] {
  const wanted = [...(keep ?? [])];
  return dice.map((die) => {
    const at = wanted.indexOf(die);
    if (at >= 0) wanted.splice(at, 1);
    return at >= 0;
  });
}

/** The open rows of an example in order. */
export function openRows({ scores }: Example): Category[] {
  return CATEGORIES.filter((category) => scores[category] === undefined);
}

/** The points in the rows before a step of the game, and the total with the bonus. */
export function cardBefore(steps: readonly Step[], at: number): { scores: Partial<Record<Category, number>>; total: number } {
  const scores: Partial<Record<Category, number>> = {};
  for (const { close, points } of steps.slice(0, at)) if (close !== undefined) scores[close] = points ?? 0;
  const sum = (those: readonly Category[]): number => those.reduce((total, category) => total + (scores[category] ?? 0), 0);
  return { scores, total: sum(CATEGORIES) + (sum(UPPER) >= BONUS_AT ? BONUS : 0) };
}
