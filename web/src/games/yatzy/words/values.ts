/** Values on Yatzy's board in words: losses, expected final scores, advice. */
import { MINUS, plain } from "../../../core/format";
import { banked, categoryName } from "../card";
import type { Category, YatzyAction, YatzyState } from "../types";
import { actionText } from "./phrases";

/** The value of a choice. */
export interface Worth {
  /** The expected final score after it; with `win` the chance to win, as points of a hundred. */
  final: number;
  win?: boolean;
  /** The expected loss against the best choice, never negative. */
  loss: number;
  best: boolean;
}

/** "Keep 4 4 6, then throw", "Score 18 in Sixes". */
export function adviceText(action: YatzyAction, state: YatzyState): string {
  const text = actionText(action, state);
  return text.startsWith("Keep") && !text.endsWith("five") ? `${text}, then throw` : text;
}

/** The advice line: "Hint: Keep 4 4 6, then throw". */
export function advisedText(adviser: string, advice: string): string {
  return `${adviser}: ${advice}`;
}

/** "232.5 expected", "62.0% to win". */
export function expectedText(final: number, win = false): string {
  return win ? winText(final) : `${plain(final)} expected`;
}

/** "Expected final score: 232.50", "Chance to be first: 62.00%". */
export function expectedTitle(final: number, win = false): string {
  return win ? `Chance to be first: ${plain(final, 2)}%` : `Expected final score: ${plain(final, 2)}`;
}

/** A chance to win: "62.0% to win". */
function winText(chance: number, decimals = 1): string {
  return `${plain(chance, decimals)}% to win`;
}

/** A loss for a narrow space: "−0.8", "−0.03", "−0.8%" of chances to win, "best". */
export function lossLabel({ loss, best, win }: Worth): string {
  if (best) return "best";
  const shown = plain(loss, loss < 0.095 ? 2 : 1);
  return `${MINUS}${Number(shown) === 0 ? "0.01" : shown}${win === true ? "%" : ""}`;
}

/** A value for a narrow space: "247.3" or "62.0%". */
export function finalLabel({ final, win }: Worth): string {
  return `${plain(final)}${win === true ? "%" : ""}`;
}

/** A value in full: "expected final score 247.33, 0.80 less than the best". */
export function worthText({ final, loss, best, win }: Worth): string {
  const than = best ? "the best" : `${plain(loss, loss < 0.095 ? 3 : 2)} less than the best`;
  return `${win === true ? winText(final, 2) : `expected final score ${plain(final, 2)}`}, ${than}`;
}

/** A value in words: remaining points as "expected final score 254.3", a chance to win as "62.0% to win". */
export function finalText(ev: number, state: YatzyState, objective?: string | null): string {
  if (objective === "win") return winText(ev);
  const card = state.players[state.active_player_id];
  return `expected final score ${plain((card === undefined ? 0 : banked(card)) + ev)}`;
}

/** "Strike out Yatzy for 0: expected final score 240.12, 3.40 less than the best". */
export function rowText(category: Category, points: number, worth: Worth | undefined): string {
  const what = points === 0 ? `Strike out ${categoryName(category)} for 0` : `Score ${points} in ${categoryName(category)}`;
  return worth === undefined ? what : `${what}: ${worthText(worth)}`;
}
