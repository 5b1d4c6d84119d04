/** The marks on the board for a decision. */
import type { EvaluationView } from "../../core/types";
import type { BoardMark } from "../../games/types";
import type { Decision } from "../../core/session";
import { MARKS } from "../words/panels";

interface MarkParts {
  decision: Decision | null;
  /** The evaluation as far as it may be shown, or null. */
  evaluation: EvaluationView | null;
  /** The best move is a hint: no move has been played yet. */
  hint: boolean;
  /** The candidate picked in the list, or null. */
  shown: unknown;
  same: (a: unknown, b: unknown) => boolean;
}

/** Marks for the best move, the played move and the picked candidate, each action once. */
export function marksFor({ decision, evaluation, hint, shown, same }: MarkParts): BoardMark[] {
  if (decision === null) return [];
  const marks: BoardMark[] = [];
  const add = (mark: BoardMark): void => {
    if (!marks.some(({ action }) => same(action, mark.action))) marks.push(mark);
  };
  if (evaluation !== null) add({ action: evaluation.bestAction, kind: hint ? "hint" : "best", label: hint ? MARKS.hint : MARKS.best });
  if (decision.action !== null) add({ action: decision.action, kind: "user", label: MARKS.played });
  if (shown !== null) add({ action: shown, kind: "line" });
  return marks;
}
