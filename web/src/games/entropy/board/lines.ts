/** Scores of lines from the engine's state: bands of scoring cells, and palindromes. */
import { lineCells, sizeOf } from "../cells";
import type { Color, EntropyState, Scored } from "../types";

/** A run of scoring cells from centre to centre, in cells from the board's top left corner. */
export interface Band {
  line: number;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export interface Palindrome {
  tokens: Color[];
  points: number;
}

type Span = [first: number, last: number];

/** Merges palindromes that share a cell. */
export function spans(palindromes: readonly Scored[]): Span[] {
  const united: Span[] = [];
  for (const [first, last] of palindromes.toSorted((a, b) => a[0] - b[0])) {
    const before = united.at(-1);
    if (before !== undefined && first <= before[1]) before[1] = Math.max(before[1], last);
    else united.push([first, last]);
  }
  return united;
}

/** The bands of all lines; none if the state lacks the scores of lines. */
export function bands(state: EntropyState): Band[] {
  const size = sizeOf(state);
  return (state.lines ?? []).flatMap(({ palindromes }, line) =>
    spans(palindromes).map(([first, last]): Band => {
      const across = line < size;
      const along = across ? line : line - size;
      const [x1, y1, x2, y2] = across ? [first, along, last, along] : [along, first, along, last];
      return { line, x1: x1 + 0.5, y1: y1 + 0.5, x2: x2 + 0.5, y2: y2 + 0.5 };
    }),
  );
}

/** The palindromes of a line, the highest score first. */
export function palindromesOf(state: EntropyState, line: number): Palindrome[] {
  const cells = lineCells(line, sizeOf(state));
  const found = (state.lines?.[line]?.palindromes ?? []).toSorted((a, b) => b[2] - a[2] || a[0] - b[0]);
  return found.map(([first, last, points]) => ({
    tokens: cells.slice(first, last + 1).flatMap((cell) => state.board[cell] || []),
    points,
  }));
}
