/** Marked moves by card: one of a play, three of a pass. */
import type { BoardMark, MarkKind } from "../../types";
import type { Card } from "../cards";
import type { HeartsAction } from "../types";

export interface CardMark {
  kind: MarkKind;
  text: string;
}

/** What is drawn on each card, in the order of the marks. */
export function marksByCard(marks: readonly BoardMark<HeartsAction>[]): ReadonlyMap<Card, CardMark[]> {
  const found = new Map<Card, CardMark[]>();
  for (const { action, kind, label } of marks) {
    for (const card of "play" in action ? [action.play] : action.pass) {
      found.set(card, [...(found.get(card) ?? []), { kind, text: label ?? "Shown" }]);
    }
  }
  return found;
}
