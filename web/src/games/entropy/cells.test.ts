import { describe, expect, it } from "vitest";
import { cellIndex, cellName, lineCells, lineName } from "./cells";

describe("cell names", () => {
  it("are named by row and column, and found again", () => {
    for (const size of [7, 5]) {
      for (let index = 0; index < size * size; index += 1) expect(cellIndex(cellName(index, size), size)).toBe(index);
    }
    expect([cellName(0, 7), cellName(17, 7), cellName(17, 5), cellName(48, 7)]).toEqual(["a1", "c4", "d3", "g7"]);
    expect(["f1", "a6", "a0", "c44", "", "1a"].map((name) => cellIndex(name, 5))).toEqual([-1, -1, -1, -1, -1, -1]);
  });

  it("make rows, then columns", () => {
    expect([lineCells(1, 5), lineCells(6, 5)]).toEqual([
      [5, 6, 7, 8, 9],
      [1, 6, 11, 16, 21],
    ]);
    expect([lineName(2, 7), lineName(7, 7), lineName(13, 7), lineName(5, 5)]).toEqual(["Row c", "Column 1", "Column 7", "Column 1"]);
  });
});
