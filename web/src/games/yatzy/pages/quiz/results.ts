/** The result of the quiz: accuracy and losses by kind, the fitted habits, and what is worth changing. */
import type { Progress } from "./progress";
import { KINDS, kindOf, type Kind, type Question } from "./questions";

/** Losses up to this are ties: the table rounds to 1/1024 point. */
export const TIE = 0.002;
/** A change worth less than this is not worth making. */
const WORTHWHILE = 0.5;

export interface KindResult {
  kind: Kind;
  answered: number;
  best: number;
  lost: number;
}

export interface Summary {
  answered: number;
  best: number;
  lost: number;
  kinds: readonly KindResult[];
  /** The questions answered wrongly, the costliest first. */
  costliest: readonly number[];
}

export function summaryOf(questions: readonly Question[], { losses }: Pick<Progress, "losses">): Summary {
  const rows = questions.flatMap((question, index) => {
    const loss = losses[index] ?? null;
    return loss === null ? [] : [{ index, kind: kindOf(question), loss }];
  });
  const total = (those: typeof rows): Omit<KindResult, "kind"> => ({
    answered: those.length,
    best: those.filter(({ loss }) => loss <= TIE).length,
    lost: those.reduce((sum, { loss }) => sum + (loss <= TIE ? 0 : loss), 0),
  });
  const wrong = rows.filter(({ loss }) => loss > TIE).sort((a, b) => b.loss - a.loss);
  return {
    ...total(rows),
    kinds: KINDS.map((kind) => ({ kind, ...total(rows.filter((row) => row.kind === kind)) })),
    costliest: wrong.map(({ index }) => index),
  };
}

export type HabitName = "theta" | "gamma" | "depth" | "beta";

/** A habit as the engine fits it. */
export interface Habit {
  name: HabitName;
  /** The best estimate, within the interval. */
  median: number;
  low: number;
  high: number;
  over: boolean;
}

export interface Change {
  name: HabitName;
  value: number;
  worth: number;
}

/** The answer of the engine's query "quiz_fit". */
export interface Fitted {
  answered: number;
  habits: readonly Habit[];
  score: number;
  changes: readonly Change[];
}

/** The place of a value on the scale of its habit, from 0 to 1. */
export function placeOf(name: HabitName, value: number): number {
  const [low, high] = { theta: [-0.1, 0.05], gamma: [0.3, 1], depth: [0, 2], beta: [Math.log(0.1), Math.log(4)] }[name] as [number, number];
  const at = name === "beta" ? Math.log(Math.max(value, 1e-9)) : value;
  return Math.min(1, Math.max(0, (at - low) / (high - low)));
}

/** The changes worth making. */
export function worthwhile(changes: readonly Change[]): Change[] {
  return changes.filter(({ worth }) => worth >= WORTHWHILE);
}
