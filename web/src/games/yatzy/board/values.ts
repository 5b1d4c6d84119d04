/** Values of an evaluation on the board: of each open row, the best move, and the current hold. */
import type { BoardEvaluation } from "../../types";
import { banked, mover } from "../card";
import { isAwaited, sameKept } from "../dice";
import { adviceText } from "../words/values";
import type { Worth } from "../words/values";
import type { Category, YatzyAction, YatzyState } from "../types";

export interface BoardValues {
  rows: Partial<Record<Category, Worth>>;
  /** The best move in words, "Keep 4 4 6, then throw". */
  best: { text: string; final: number; win: boolean; action: YatzyAction };
}

/** Values closer than this are equal, because they are rounded to a thousandth. */
export const TIE = 0.002;

/** The values of the board; null without an evaluation or a decision. */
export function boardValues(state: YatzyState, evaluation: BoardEvaluation | null): BoardValues | null {
  const player = state.players[mover(state) ?? -1];
  if (evaluation === null || player?.total === undefined || isAwaited(state.dice)) return null;
  const win = isWin(evaluation);
  const before = win ? null : banked(player);
  const rows: BoardValues["rows"] = {};
  for (const { action, ev } of evaluation.candidates) {
    if (scores(action)) rows[action.score] = worth(before, ev, evaluation.bestActionEv);
  }
  const action = evaluation.bestAction as YatzyAction;
  return { rows, best: { text: adviceText(action, state), final: (before ?? 0) + evaluation.bestActionEv, win, action } };
}

/** The value of holding these dice and throwing the others; null if the evaluation does not have it. */
export function holdWorth(state: YatzyState, evaluation: BoardEvaluation | null, held: readonly boolean[]): Worth | null {
  const player = state.players[mover(state) ?? -1];
  if (evaluation === null || player?.total === undefined || isAwaited(state.dice)) return null;
  const found = evaluation.candidates.find(({ action }) => keeps(action) && sameKept(state.dice, action.keep, held));
  return found === undefined ? null : worth(isWin(evaluation) ? null : banked(player), found.ev, evaluation.bestActionEv);
}

/** @param before the points so far, or null if values are chances to win */
function worth(before: number | null, ev: number, best: number): Worth {
  const loss = Math.max(0, best - ev);
  return { final: (before ?? 0) + ev, loss, best: loss < TIE, ...(before === null ? { win: true } : {}) };
}

function isWin(evaluation: BoardEvaluation): boolean {
  return evaluation.metadata?.objective === "win";
}

function scores(action: unknown): action is { score: Category } {
  return typeof action === "object" && action !== null && "score" in action;
}

function keeps(action: unknown): action is { keep: boolean[] } {
  return typeof action === "object" && action !== null && "keep" in action;
}
