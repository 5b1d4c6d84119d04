/** Names of cells and colours. A cell is a row letter and a column number; indices are row-major from the top left. */
import { COLORS } from "./types";
import type { Color, EntropyState } from "./types";

const NAMES: Readonly<Record<Color, string>> = { R: "Red", G: "Green", Y: "Yellow", B: "Blue", W: "White", K: "Black", P: "Purple" };
const ROWS = "abcdefg";

export function colorName(color: Color): string {
  return NAMES[color];
}

export function sizeOf({ size, board }: EntropyState): number {
  return size ?? (board.length === 25 ? 5 : 7);
}

/** The colours of a board, as many as it has rows. */
export function colorsOf(size: number): readonly Color[] {
  return COLORS.slice(0, size);
}

export function rowLetter(row: number): string {
  return ROWS[row] ?? "?";
}

/** "c4" */
export function cellName(index: number, size: number): string {
  return `${rowLetter(Math.floor(index / size))}${(index % size) + 1}`;
}

/** The index of a cell by name, or −1. */
export function cellIndex(name: string, size: number): number {
  const row = ROWS.indexOf(name[0] ?? "?");
  const column = Number(name.slice(1)) - 1;
  const onBoard = name.length === 2 && row >= 0 && row < size && column >= 0 && column < size;
  return onBoard ? row * size + column : -1;
}

/** The cells of a line; lines are the rows from the top, then the columns from the left. */
export function lineCells(line: number, size: number): number[] {
  return Array.from({ length: size }, (_, at) => (line < size ? line * size + at : at * size + line - size));
}

/** "Row c", "Column 4" */
export function lineName(line: number, size: number): string {
  return line < size ? `Row ${rowLetter(line)}` : `Column ${line - size + 1}`;
}
