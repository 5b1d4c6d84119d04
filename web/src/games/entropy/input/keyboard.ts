/** Keyboard input: arrow keys in the grid, and keys for the whole page. */
import type { Interaction } from "./interaction.svelte";

/** A focusable place: row and column of a cell; one beyond the last stands for the score at the end of a line. */
export interface Place {
  row: number;
  column: number;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * The place a key moves to, or null if it is not a movement key.
 *
 * @param ends whether lines have a score at their end; the corner has none
 */
export function placeAfter(key: string, { row, column }: Place, size: number, ends: boolean): Place | null {
  if (key === "Home") return { row, column: 0 };
  if (key === "End") return { row, column: size - 1 };
  const step = STEPS[key];
  if (step === undefined) return null;
  const last = ends ? size : size - 1;
  const next = { row: clamp(row + step[0], last), column: clamp(column + step[1], last) };
  return next.row === size && next.column === size ? { row, column } : next;
}

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(last, value));
}

/** Handles a key pressed anywhere on the page; returns whether it was handled. */
export function pageKey(key: string, ui: Interaction): boolean {
  if (!ui.canPass || key.toLowerCase() !== "p") return false;
  ui.pass();
  return true;
}
