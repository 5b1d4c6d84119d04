import { describe, expect, it } from "vitest";
import { placeAfter } from "./keyboard";

describe("arrow keys on the Entropy board", () => {
  const from = (row: number, column: number, key: string, ends = true) => {
    const to = placeAfter(key, { row, column }, 5, ends);
    return to === null ? null : [to.row, to.column];
  };
  it("move between cells and to the ends of lines, never beyond", () => {
    expect([from(2, 2, "ArrowUp"), from(2, 2, "ArrowRight"), from(0, 0, "ArrowLeft")]).toEqual([
      [1, 2],
      [2, 3],
      [0, 0],
    ]);
    expect([from(4, 4, "ArrowRight"), from(4, 5, "ArrowRight"), from(4, 5, "ArrowDown")]).toEqual([
      [4, 5],
      [4, 5],
      [4, 5],
    ]);
    expect([from(4, 4, "ArrowRight", false), from(4, 2, "ArrowDown", false)]).toEqual([
      [4, 4],
      [4, 2],
    ]);
    expect([from(3, 2, "Home"), from(3, 2, "End"), from(3, 2, "x")]).toEqual([[3, 0], [3, 4], null]);
  });
});
