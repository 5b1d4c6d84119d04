/** What is drawn on the board about a decision. */
import type { EvaluationView } from "../../core/types";
import type { BoardMark } from "../../games/types";
import type { Decision } from "../../core/session";

interface MarkParts {
  decision: Decision | null;
  /** What may be shown about it, or null. */
  evaluation: EvaluationView | null;
  /** It is a hint: no move was played yet. */
  hint: boolean;
  /** A candidate that was picked in the list, or null. */
  shown: unknown;
  same: (a: unknown, b: unknown) => boolean;
}

/** The move that was played, the best one, and a picked candidate, each action once. */
export function marksFor({ decision, evaluation, hint, shown, same }: MarkParts): BoardMark[] {
  if (decision === null) return [];
  const marks: BoardMark[] = [];
  const add = (mark: BoardMark): void => {
    if (!marks.some(({ action }) => same(action, mark.action))) marks.push(mark);
  };
  if (evaluation !== null) add({ action: evaluation.bestAction, kind: hint ? "hint" : "best", label: hint ? "Hint" : "Best" });
  if (decision.action !== null) add({ action: decision.action, kind: "user", label: "Played" });
  if (shown !== null) add({ action: shown, kind: "line" });
  return marks;
}
