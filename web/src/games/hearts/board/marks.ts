/** Marked moves by card: one card of a play, three of a pass. */
import type { BoardMark, MarkKind } from "../../types";
import type { Card } from "../cards";
import type { HeartsAction } from "../types";
import { BOARD } from "../words/board";

export interface CardMark {
  kind: MarkKind;
  text: string;
}

/** The marks on each card, in their given order. */
export function marksByCard(marks: readonly BoardMark<HeartsAction>[]): ReadonlyMap<Card, CardMark[]> {
  const found = new Map<Card, CardMark[]>();
  for (const { action, kind, label } of marks) {
    for (const card of "play" in action ? [action.play] : action.pass) {
      found.set(card, [...(found.get(card) ?? []), { kind, text: label ?? BOARD.shown }]);
    }
  }
  return found;
}
