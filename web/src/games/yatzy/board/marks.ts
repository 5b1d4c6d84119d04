/** Which dice, rows and buttons carry a mark. */
import type { BoardMark, MarkKind } from "../../types";
import { countHeld } from "../dice";
import type { Category, YatzyAction } from "../types";

export interface Mark {
  kind: MarkKind;
  /** Empty where the outline says it all. */
  label: string;
}

type Given = readonly BoardMark<YatzyAction>[];

function pick(marks: Given, fits: (action: YatzyAction) => boolean): Mark[] {
  return marks.filter(({ action }) => fits(action)).map(({ kind, label }) => ({ kind, label: label ?? "" }));
}

/** The marks of the die at a place: of moves that keep it. */
export function dieMarks(marks: Given, place: number): Mark[] {
  return pick(marks, (action) => "keep" in action && action.keep[place] === true);
}

/** The marks of the throw button: of moves that keep nothing, which no die can show. */
export function throwMarks(marks: Given): Mark[] {
  return pick(marks, (action) => "keep" in action && countHeld(action.keep) === 0);
}

/** The marks of a row. */
export function rowMarks(marks: Given, category: Category): Mark[] {
  return pick(marks, (action) => "score" in action && action.score === category);
}
