import { describe, expect, it } from "vitest";
import { highlights, largestSwing, swingLine } from "./highlights";
import type { Mark, Standing } from "./list";
import type { DecisionRow, ReviewRow } from "../types";

function mark(index: number, gap: number, { standing = "FAR" as Standing | null, sure = 1, phase = `Phase ${index}` } = {}): Mark {
  const row = { index, turn: 1, whose_turn: "A", phase, kind: "battle", inferred_confidence: sure, has_choice: true } as DecisionRow;
  return { row, scored: { gap } as ReviewRow, said: null, grade: null, standing };
}

describe("the decisions that mattered most", () => {
  it("are the largest gaps, worst first, in proportion to how sure the choice is", () => {
    const marks = [mark(0, 20), mark(1, 40, { sure: 0.3 }), mark(2, 35), mark(3, 12), mark(4, 90), mark(5, 31), mark(6, 30)];
    expect(highlights(marks).map(({ row }) => row.index)).toEqual([4, 2, 5, 6, 0]);
  });

  it("leave out agreement, mere order, repeats and unknown choices", () => {
    const marks = (["SAME", "CLOSE", "ORDER", "REPEAT", null] as const).map((standing, index) => mark(index, 5 * index, { standing }));
    expect(highlights(marks).map(({ row }) => row.index)).toEqual([1]);
    expect(swingLine(marks).map(({ y }) => y > 0)).toEqual([false, true, false, false, false]);
  });

  it("are of different phases", () => {
    const marks = [mark(0, 50, { phase: "Deploy" }), mark(1, 60, { phase: "Deploy" }), mark(2, 40)];
    expect(highlights(marks).map(({ row }) => row.index)).toEqual([1, 2]);
  });
});

describe("the line of swings", () => {
  it("is at most the largest gap, sure or not, cut or not", () => {
    const marks = [mark(0, 35), mark(1, 90, { sure: 0.2 }), mark(2, 99, { standing: "REPEAT" })];
    expect(highlights(marks)[0]!.row.index).toBe(0);
    expect(largestSwing(marks)).toBe(90);
    expect(largestSwing([])).toBe(0);
  });

  it("runs over all scored decisions, and is cut at the top", () => {
    const marks = [mark(0, 0), { ...mark(1, 3), scored: null }, mark(2, 500), mark(3, 30)];
    expect(swingLine(marks)).toEqual([
      { index: 0, x: 0, y: 0 },
      { index: 2, x: 50, y: 100 },
      { index: 3, x: 100, y: 50 },
    ]);
  });
});
