/** What an evaluation says of the board: of each open row, of the best hold, and of the hold at hand. */
import { MINUS, plain } from "../../../core/format";
import type { BoardEvaluation } from "../../types";
import { banked, categoryName, mover } from "../card";
import { isAwaited, sameKept } from "../dice";
import { actionText } from "../words/phrases";
import type { Category, YatzyAction, YatzyState } from "../types";

/** What a choice is worth. */
export interface Worth {
  /** The final score that can be expected after it. */
  final: number;
  /** How much less that is than after the best one, never negative. */
  loss: number;
  best: boolean;
}

export interface BoardValues {
  rows: Partial<Record<Category, Worth>>;
  /** The best move in words, "Keep 4 4 6, then throw". */
  best: { text: string; final: number; action: YatzyAction };
}

/** Values this close are the same: they are rounded to a thousandth. */
export const TIE = 0.002;

/** What the evaluation says; null where there is nothing to say. */
export function boardValues(state: YatzyState, evaluation: BoardEvaluation | null): BoardValues | null {
  const player = state.players[mover(state) ?? -1];
  if (evaluation === null || player?.total === undefined || isAwaited(state.dice)) return null;
  const before = banked(player);
  const rows: BoardValues["rows"] = {};
  for (const { action, ev } of evaluation.candidates) {
    if (scores(action)) rows[action.score] = worth(before, ev, evaluation.bestActionEv);
  }
  const action = evaluation.bestAction as YatzyAction;
  return { rows, best: { text: adviceText(action, state), final: before + evaluation.bestActionEv, action } };
}

/** What holding these dice and throwing the others is worth; null where the evaluation does not say. */
export function holdWorth(state: YatzyState, evaluation: BoardEvaluation | null, held: readonly boolean[]): Worth | null {
  const player = state.players[mover(state) ?? -1];
  if (evaluation === null || player?.total === undefined || isAwaited(state.dice)) return null;
  const found = evaluation.candidates.find(({ action }) => keeps(action) && sameKept(state.dice, action.keep, held));
  return found === undefined ? null : worth(banked(player), found.ev, evaluation.bestActionEv);
}

function worth(before: number, ev: number, best: number): Worth {
  const loss = Math.max(0, best - ev);
  return { final: before + ev, loss, best: loss < TIE };
}

function scores(action: unknown): action is { score: Category } {
  return typeof action === "object" && action !== null && "score" in action;
}

function keeps(action: unknown): action is { keep: boolean[] } {
  return typeof action === "object" && action !== null && "keep" in action;
}

function adviceText(action: YatzyAction, state: YatzyState): string {
  const text = actionText(action, state);
  return text.startsWith("Keep") && !text.endsWith("five") ? `${text}, then throw` : text;
}

/** A loss for a narrow place: "−0.8", "−0.03", "best". */
export function lossLabel({ loss, best }: Worth): string {
  if (best) return "best";
  const shown = plain(loss, loss < 0.095 ? 2 : 1);
  return MINUS + (Number(shown) === 0 ? "0.01" : shown);
}

/** The final score that can be expected, for a narrow place: "247.3", with a star where nothing is better. */
export function finalLabel({ final, best }: Worth): string {
  return (best ? "\u2605" : "") + plain(final);
}

/** The whole of it in words: "expected final score 247.3, 0.8 less than the best". */
export function worthText({ final, loss, best }: Worth): string {
  const than = best ? "the best" : `${plain(loss, loss < 0.095 ? 3 : 2)} less than the best`;
  return `expected final score ${plain(final, 2)}, ${than}`;
}

/** "Strike out Yatzy: expected final score 240.12, 3.40 less than the best". */
export function rowText(category: Category, points: number, worthOf: Worth | undefined): string {
  const what = points === 0 ? `Strike out ${categoryName(category)} for 0` : `Score ${points} in ${categoryName(category)}`;
  return worthOf === undefined ? what : `${what}: ${worthText(worthOf)}`;
}
