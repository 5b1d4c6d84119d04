import { describe, expect, it } from "vitest";
import { direction, nearest, stepIn } from "./keys";

const at = (x: number, y: number) => ({ x, y, width: 10, height: 10 });
// 0 1
// 2 3   4 is far away, slightly below the row of 0 and 1
const boxes = [at(0, 0), at(20, 0), at(0, 20), at(20, 20), at(90, 8)];

describe("nearest", () => {
  it("follows rows and columns", () => {
    expect(nearest(boxes, 0, "right")).toBe(1);
    expect(nearest(boxes, 0, "down")).toBe(2);
    expect(nearest(boxes, 3, "up")).toBe(1);
    expect(nearest(boxes, 3, "left")).toBe(2);
  });

  it("reaches distant boxes", () => expect(nearest(boxes, 1, "right")).toBe(4));

  it("returns -1 when nothing lies in that direction", () => {
    expect(nearest(boxes, 0, "left")).toBe(-1);
    expect(nearest(boxes, 9, "left")).toBe(-1);
  });

  it("can reach every box from every other", () => {
    for (let start = 0; start < boxes.length; start++) {
      const seen = new Set([start]);
      for (const box of seen)
        for (const way of ["left", "right", "up", "down"] as const) seen.add(Math.max(box === -1 ? start : 0, nearest(boxes, box, way)));
      expect(boxes.every((_, index) => seen.has(index))).toBe(true);
    }
  });
});

describe("stepIn", () => {
  it("wraps around", () => {
    expect(stepIn(["a", "b", "c"], "c", 1)).toBe("a");
    expect(stepIn(["a", "b", "c"], "a", -1)).toBe("c");
  });

  it("starts at an end when the current key is not in the ring", () => {
    expect(stepIn(["a", "b"], "x", 1)).toBe("a");
    expect(stepIn(["a", "b"], "x", -1)).toBe("b");
    expect(stepIn([], "x", 1)).toBeUndefined();
  });
});

it("direction recognises the arrow keys only", () => {
  expect(direction("ArrowUp")).toBe("up");
  expect(direction("Enter")).toBeUndefined();
});
