/** What moved between two positions, and how that is shown. */
import { cellIndex, sizeOf } from "../cells";
import type { EntropyState } from "../types";

export const MOVE_MS = 200;

/** A token that came to lie on a cell: from another cell, or from the hand. */
export interface Moved {
  to: string;
  from: string | null;
}

/** What moved, if the second position follows from the first by its own last move; null after an undo or a jump. */
export function movedBetween(before: EntropyState, after: EntropyState): Moved | null {
  const move = after.last_events?.[0];
  if (move?.type !== "place" && move?.type !== "slide") return null;
  const size = sizeOf(after);
  const to = move.type === "place" ? move.cell : move.to;
  const from = move.type === "slide" ? move.from : null;
  const board = [...before.board];
  if (from !== null) board[cellIndex(from, size)] = "";
  board[cellIndex(to, size)] = move.token;
  const follows = board.length === after.board.length && board.every((token, at) => token === after.board[at]);
  return follows && before.board[cellIndex(to, size)] === "" ? { to, from } : null;
}

/** Lets a token travel to where it lies from where `from` is. */
export function travel(token: HTMLElement, from: Element): void {
  const here = token.getBoundingClientRect();
  const there = from.getBoundingClientRect();
  if (here.width === 0 || there.width === 0) return;
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  token.animate(
    [
      { transform: `translate(${x}px, ${y}px)`, zIndex: 4 },
      { transform: "none", zIndex: 4 },
    ],
    {
      duration: MOVE_MS,
      easing: "cubic-bezier(0.2, 0, 0.1, 1)",
    },
  );
}

/** Where the last move began and ended on the board. */
export function lastTouched({ last_events: events }: EntropyState): { from: string | null; to: string | null } {
  const move = events?.[0];
  if (move?.type === "place") return { from: null, to: move.cell };
  return move?.type === "slide" ? { from: move.from, to: move.to } : { from: null, to: null };
}

/** What the last move did to the score. */
export function lastChange({ last_events: events }: EntropyState): number {
  const score = events?.find((event) => event.type === "score");
  return score?.change ?? 0;
}
