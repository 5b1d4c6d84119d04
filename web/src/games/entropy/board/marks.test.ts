import { describe, expect, it } from "vitest";
import type { BoardMark } from "../../types";
import { chaosState, orderState } from "../testing";
import type { EntropyAction } from "../types";
import { drawMarks } from "./marks";

describe("marks on the Entropy board", () => {
  const mark = (action: EntropyAction, kind: BoardMark["kind"] = "best", label?: string): BoardMark<EntropyAction> =>
    label === undefined ? { action, kind } : { action, kind, label };

  it("draw a slide from the rim of its token to the middle of the cell", () => {
    const [slide] = drawMarks([mark({ from: "c3", to: "c1" })], orderState()).slides;
    expect(slide).toMatchObject({ kind: "best", source: { x: 2.5, y: 2.5 }, start: { y: 2.5 }, end: { y: 2.5 }, label: null });
    expect(slide?.start.x).toBeLessThan(2.5);
    expect(slide?.end.x).toBeCloseTo(0.64);
  });

  it("keep arrows and labels of one token apart", () => {
    const { slides } = drawMarks(
      [mark({ from: "c3", to: "g3" }, "best", "Best"), mark({ from: "c3", to: "e3" }, "user", "Played")],
      orderState(),
    );
    const [first, second] = slides;
    expect(Math.abs((first?.start.x ?? 0) - (second?.start.x ?? 0))).toBeCloseTo(0.2);
    expect(first?.label?.text).toBe("Best");
    expect(Math.abs((first?.label?.y ?? 0) - (second?.label?.y ?? 0))).toBeGreaterThan(0.4);
  });

  it("draw a placement where it would be, with its token", () => {
    const { places } = drawMarks([mark({ cell: "b1" }, "hint", "Hint"), mark({ cell: "e5" }, "user", "Played")], chaosState());
    expect(places.map(({ kind, center, token }) => [kind, center.x, center.y, token])).toEqual([
      ["hint", 0.5, 1.5, "R"],
      ["user", 4.5, 4.5, "R"],
    ]);
    const label = places[1]?.label;
    expect(label?.y).toBeLessThanOrEqual(4.8);
    expect(label?.x).toBeLessThan(4.5);
  });

  it("leave out a pass, and cells that the board does not have", () => {
    const all = [mark("pass"), mark({ cell: "g7" }), mark({ from: "a1", to: "a7" }), mark({ from: "a1", to: "a1" })];
    expect(drawMarks(all, chaosState())).toEqual({ slides: [], places: [] });
  });
});
