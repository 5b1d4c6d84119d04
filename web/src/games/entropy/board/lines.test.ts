import { describe, expect, it } from "vitest";
import { boardOf, chaosState, linesOf, orderState } from "../testing";
import { lineLabel, worthOfLine } from "../words/board";
import { bands, palindromesOf, spans } from "./lines";

describe("lines of the board", () => {
  it("merge palindromes that share a cell, and no others", () => {
    expect(
      spans([
        [2, 3, 2],
        [0, 1, 2],
      ]),
    ).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(
      spans([
        [0, 2, 3],
        [1, 4, 6],
        [1, 2, 2],
        [5, 6, 2],
      ]),
    ).toEqual([
      [0, 4],
      [5, 6],
    ]);
  });

  it("give bands from centre to centre, rows across and columns down", () => {
    const state = orderState({
      lines: linesOf(7, {
        row_c: [[1, 3, 3]],
        column_2: [
          [0, 1, 2],
          [5, 6, 2],
        ],
      }),
    });
    expect(bands(state)).toEqual([
      { line: 2, x1: 1.5, y1: 2.5, x2: 3.5, y2: 2.5 },
      { line: 8, x1: 1.5, y1: 0.5, x2: 1.5, y2: 1.5 },
      { line: 8, x1: 1.5, y1: 5.5, x2: 1.5, y2: 6.5 },
    ]);
    const { lines: _, ...unknown } = state;
    expect(bands(unknown)).toEqual([]);
  });

  it("list their palindromes, the highest score first", () => {
    const board = boardOf("RRRGR", ".....", ".....", ".....", ".....");
    const lines = linesOf(5, {
      row_a: [
        [0, 1, 2],
        [0, 2, 3],
        [1, 2, 2],
        [2, 4, 3],
      ],
    });
    const state = chaosState({ board, lines, expected: Array.from({ length: 10 }, () => 11.24) });
    expect(palindromesOf(state, 0).map(({ tokens, points }) => `${tokens.join("")} ${points}`)).toEqual(["RRR 3", "RGR 3", "RR 2", "RR 2"]);
    expect(lineLabel(state, 0, palindromesOf(state, 0))).toBe(
      "Row a: 10 points, 11.2 on average without slides. R R R: 3. R G R: 3. R R: 2. R R: 2.",
    );
    expect(lineLabel(chaosState(), 9, [])).toBe("Column 5: 0 points.");
    expect(worthOfLine({ ...state, game_over: true }, 0)).toBe("10 points");
  });
});
