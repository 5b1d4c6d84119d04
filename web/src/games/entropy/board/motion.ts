/** The token that moved between two positions, and its animation. */
import { cellIndex, sizeOf } from "../cells";
import type { EntropyState } from "../types";

export const MOVE_MS = 200;

/** A token that moved to a cell, from another cell or from the hand (null). */
export interface Moved {
  to: string;
  from: string | null;
}

/** The moved token if `after` follows from `before` by its last move; null after an undo or a jump. */
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

/** Animates a token from the position of `from` to its own. */
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

/** The cells where the last move started and ended. */
export function lastTouched({ last_events: events }: EntropyState): { from: string | null; to: string | null } {
  const move = events?.[0];
  if (move?.type === "place") return { from: null, to: move.cell };
  return move?.type === "slide" ? { from: move.from, to: move.to } : { from: null, to: null };
}

/** The change of score of the last move. */
export function lastChange({ last_events: events }: EntropyState): number {
  const score = events?.find((event) => event.type === "score");
  return score?.change ?? 0;
}
