import { describe, expect, it } from "vitest";
import { drawMarks, LABEL_HEIGHT, pointAt } from "./marks";
import type { MarkInput } from "./marks";

const source = { x: 20, y: 40, width: 30, height: 30 };
const line = { x: 400, y: 200, width: 160, height: 38 };
const mark = (patch: Partial<MarkInput> = {}): MarkInput => ({ kind: "best", label: "", from: source, to: line, ...patch });

describe("drawMarks", () => {
  it("puts no label over a name", () => {
    const [free] = drawMarks([mark({ label: "Hint" })], 760, 640);
    const { x, y, width } = free!.label!;
    const name = { x, y, width, height: LABEL_HEIGHT };
    const moved = drawMarks([mark({ label: "Hint" })], 760, 640, [name])[0]!.label!;
    const apart = moved.x >= x + width || moved.x + width <= x || moved.y >= y + LABEL_HEIGHT || moved.y + LABEL_HEIGHT <= y;
    expect(apart).toBe(true);
  });

  it("outlines source and target and ends at the target's left side", () => {
    const [drawn] = drawMarks([mark()], 760, 640);
    expect(drawn?.source).toBe("M25 37H45q8 0 8 8V65q0 8-8 8H25q-8 0-8-8V45q0-8 8-8Z");
    expect(drawn?.target.width).toBeGreaterThan(line.width);
    expect(drawn?.head).toMatch(/^M397\.0 219\.0l-10/);
    expect(drawn?.label).toBeNull();
  });

  it("outlines three tiles of a square of four without the fourth", () => {
    const [drawn] = drawMarks([mark({ three: true })], 760, 640);
    expect(drawn?.source).toBe("M25 37H45q8 0 8 8V47q0 8-8 8H43q-8 0-8 8V65q0 8-8 8H25q-8 0-8-8V45q0-8 8-8Z");
  });

  it("starts the arrow below the source when the board is under it", () => {
    const [drawn] = drawMarks([mark({ to: { x: 30, y: 300, width: 40, height: 36 } })], 390, 700);
    expect(drawn?.path).toMatch(/^M35\.0 74\.0C35\.0 /);
  });

  it("separates marks that share a source and a target", () => {
    const drawn = drawMarks([mark(), mark({ kind: "user" }), mark({ kind: "hint" })], 760, 640);
    expect(new Set(drawn.map((each) => each.path)).size).toBe(3);
    expect(new Set(drawn.map((each) => each.head)).size).toBe(3);
    expect(new Set(drawn.map((each) => each.target.width)).size).toBe(3);
  });

  it("keeps labels apart and inside the board", () => {
    const labels = drawMarks([mark({ label: "Best" }), mark({ label: "You -1.3" }), mark({ label: "Hint" })], 760, 640).flatMap((each) =>
      each.label ? [each.label] : [],
    );
    expect(labels).toHaveLength(3);
    for (const [i, a] of labels.entries()) {
      expect(a.x).toBeGreaterThanOrEqual(0);
      expect(a.x + a.width).toBeLessThanOrEqual(760);
      for (const b of labels.slice(i + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || Math.abs(a.y - b.y) >= LABEL_HEIGHT;
        expect(apart).toBe(true);
      }
    }
  });

  it("draws no NaN or Infinity for empty boxes", () => {
    const nothing = { x: 0, y: 0, width: 0, height: 0 };
    expect(JSON.stringify(drawMarks([mark({ from: nothing, to: nothing, label: "Best" })], 0, 0))).not.toMatch(/NaN|null,|Infinity/);
  });
});

it("pointAt starts and ends at the curve's ends", () => {
  const curve: Parameters<typeof pointAt>[0] = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 20, y: 30 },
    { x: 30, y: 30 },
  ];
  expect(pointAt(curve, 0)).toEqual({ x: 0, y: 0 });
  expect(pointAt(curve, 1)).toEqual({ x: 30, y: 30 });
});
