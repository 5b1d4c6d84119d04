/** The questions of the quiz, as the laboratory writes them, and answers to them. */
import { CATEGORIES } from "../../card";
import { keptValues } from "../../dice";
import type { Category, YatzyAction, YatzyState } from "../../types";

/** A decision and the actions that the fit knows: holds by their faces ("66"), or rows. */
export interface Question {
  state: YatzyState;
  actions: readonly string[];
}

/** The file of the quiz. What the engine fits answers to is a table of its own. */
export interface QuizData {
  made: { command: string; seed: number; engine: string; sha256: string };
  questions: readonly Question[];
}

export type Kind = "first" | "second" | "row";
export const KINDS: readonly Kind[] = ["first", "second", "row"];

export function kindOf({ state }: Question): Kind {
  return state.rolls_left === 2 ? "first" : state.rolls_left === 1 ? "second" : "row";
}

/** The name of an action in `Question.actions`. */
export function nameOf(action: YatzyAction, state: YatzyState): string {
  if ("score" in action) return action.score;
  return "keep" in action ? keptValues(state.dice, action.keep).join("") : "";
}

/** The action with this name. */
export function actionOf(name: string, state: YatzyState): YatzyAction {
  const category = CATEGORIES.find((each) => each === name);
  if (category !== undefined) return { score: category };
  const wanted = [...name].map(Number);
  const keep = state.dice.map((die) => {
    const at = die === null ? -1 : wanted.indexOf(die);
    if (at >= 0) wanted.splice(at, 1);
    return at >= 0;
  });
  return { keep };
}

/** Every hold while throws are left, else every open row: in the quiz a row is closed with the last dice only. */
export function choicesOf({ state }: Question): YatzyAction[] {
  if (state.rolls_left > 0) {
    return Array.from({ length: 32 }, (_, bits) => ({ keep: [0, 1, 2, 3, 4].map((place) => (bits & (1 << place)) !== 0) }));
  }
  const scores = state.players[0]?.scores ?? {};
  return CATEGORIES.filter((category: Category) => scores[category] === undefined).map((score) => ({ score }));
}
