/** Positions for tests. */
import { cellIndex, colorsOf } from "./cells";
import { ORDER } from "./types";
import type { Cell, Color, EntropyAction, EntropyEvent, EntropyState, Scored } from "./types";

/** A board from rows as text, "." for an empty cell. */
export function boardOf(...rows: string[]): Cell[] {
  return [...rows.join("")].map((letter) => (letter === "." ? "" : (letter as Color)));
}

const ROWS = ["RGR....", ".......", "..B....", ".......", ".......", ".......", "......P"];

/** The lines of a board on which only the given ones score. */
export function linesOf(size: number, scored: Readonly<Record<string, Scored[]>>): NonNullable<EntropyState["lines"]> {
  const rows = [..."abcdefg"].slice(0, size).map((letter) => `row_${letter}`);
  const columns = rows.map((_, at) => `column_${at + 1}`);
  return [...rows, ...columns].map((code) => {
    const palindromes = scored[code] ?? [];
    return { code, score: palindromes.reduce((sum, [, , points]) => sum + points, 0), palindromes };
  });
}

/** Order's turn on the large board: R G R in row a, B on c3, P on g7. */
export function orderState(patch: Partial<EntropyState> = {}): EntropyState {
  return {
    ruleset_id: "entropy_v1",
    active_player_id: ORDER,
    size: 7,
    next_token_known: false,
    board: boardOf(...ROWS),
    score: 3,
    token: null,
    next_token: null,
    bag: { R: 5, G: 6, Y: 7, B: 6, W: 7, K: 7, P: 6 },
    lines: linesOf(7, { row_a: [[0, 2, 3]] }),
    expected: Array.from({ length: 14 }, (_, line) => 4 + line / 10),
    last_events: [],
    ...patch,
  };
}

/** Chaos's turn on the small board: a Red is drawn, G on b2. */
export function chaosState(patch: Partial<EntropyState> = {}): EntropyState {
  return {
    ruleset_id: "entropy_v1",
    active_player_id: 1,
    size: 5,
    board: boardOf(".....", ".G...", ".....", ".....", "....."),
    score: 0,
    token: "R",
    next_token: null,
    bag: { R: 4, G: 4, Y: 5, B: 5, W: 5 },
    lines: linesOf(5, {}),
    last_events: [],
    ...patch,
  };
}

/** Some slides of `orderState`, and the pass. */
export const SLIDES: EntropyAction[] = [
  { from: "c3", to: "c1" },
  { from: "c3", to: "c2" },
  { from: "c3", to: "g3" },
  { from: "g7", to: "g1" },
  "pass",
];

/** Placements on every empty cell. */
export function placesOf({ board }: EntropyState): EntropyAction[] {
  const size = Math.sqrt(board.length);
  const rows = [..."abcdefg"].slice(0, size);
  const names = rows.flatMap((letter) => rows.map((_, column) => `${letter}${column + 1}`));
  return names.filter((name) => board[cellIndex(name, size)] === "").map((cell) => ({ cell }));
}

/** The position after a move, optionally patched. */
export function after(state: EntropyState, move: EntropyEvent, patch: Partial<EntropyState> = {}): EntropyState {
  const size = state.size ?? 7;
  const board = [...state.board];
  if (move.type === "slide") board[cellIndex(move.from, size)] = "";
  if (move.type === "slide") board[cellIndex(move.to, size)] = move.token;
  if (move.type === "place") board[cellIndex(move.cell, size)] = move.token;
  return { ...state, board, active_player_id: 1 - state.active_player_id, last_events: [move], ...patch };
}

/** A full bag: as many of each colour as the board has rows. */
export function fullBag(size: number): NonNullable<EntropyState["bag"]> {
  return Object.fromEntries(colorsOf(size).map((color) => [color, size]));
}
