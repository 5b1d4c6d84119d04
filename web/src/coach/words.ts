/** Moves in words, in the notation that the person chose. */
import type { GameUi } from "../games/types";

/**
 * A move as text: a sentence for its position, or the game's short notation.
 *
 * A move that the game cannot put into words (from a link made by hand, say) is named as such.
 */
export function moveText(ui: GameUi, action: unknown, state: unknown, notation: "words" | "short"): string {
  try {
    return notation === "short" ? ui.actionShort(action) : ui.actionText(action, state);
  } catch {
    return "an unreadable move";
  }
}

/** A loss as a headline: "−1.3 points"; what rounds to nothing is "0 points". */
export function lossText(delta: number, decimals: number, unit: string): string {
  const size = Math.abs(Math.min(0, delta)).toFixed(decimals);
  if (Number(size) === 0) return `0 ${unit}`;
  const singular = Number(size) === 1 && unit.endsWith("s") ? unit.slice(0, -1) : unit;
  return `\u2212${size} ${singular}`;
}
