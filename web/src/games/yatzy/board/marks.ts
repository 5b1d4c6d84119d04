/** Marks on dice, rows and the throw button. */
import type { BoardMark, MarkKind } from "../../types";
import { countHeld } from "../dice";
import type { Category, YatzyAction } from "../types";

export interface Mark {
  kind: MarkKind;
  /** Empty if the outline suffices. */
  label: string;
}

type Given = readonly BoardMark<YatzyAction>[];

function pick(marks: Given, fits: (action: YatzyAction) => boolean): Mark[] {
  return marks.filter(({ action }) => fits(action)).map(({ kind, label }) => ({ kind, label: label ?? "" }));
}

/** The marks on a die: those of moves that keep it. */
export function dieMarks(marks: Given, place: number): Mark[] {
  return pick(marks, (action) => "keep" in action && action.keep[place] === true);
}

/** The marks on the throw button: those of moves that keep nothing, which no die can show. */
export function throwMarks(marks: Given): Mark[] {
  return pick(marks, (action) => "keep" in action && countHeld(action.keep) === 0);
}

/** The marks on a row. */
export function rowMarks(marks: Given, category: Category): Mark[] {
  return pick(marks, (action) => "score" in action && action.score === category);
}
