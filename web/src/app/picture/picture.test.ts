import { describe, expect, it, vi } from "vitest";
import { insetOf, isClear, stopsOf } from "./boxes";
import { wrapped } from "./card";
import { paintElement } from "./paint";

/** A canvas that notes how opaque each stroke is. */
function strokes(): { context: CanvasRenderingContext2D; alphas: number[] } {
  const alphas: number[] = [];
  const saved: number[] = [];
  const nothing = (): void => undefined;
  const context = {
    globalAlpha: 1,
    save: () => saved.push(context.globalAlpha),
    restore: () => (context.globalAlpha = saved.pop() ?? 1),
    stroke: () => alphas.push(context.globalAlpha),
    ...{ setTransform: nothing, setLineDash: nothing, clip: nothing, fill: nothing },
  };
  return { context: context as unknown as CanvasRenderingContext2D, alphas };
}

describe("the picture of a board", () => {
  it("takes gradients from computed styles", () => {
    expect(stopsOf(["rgb(1, 2, 3) 0px", "rgb(4, 5, 6)", "rgb(7, 8, 9) 100%"], 50)).toEqual([
      { color: "rgb(1, 2, 3)", at: 0 },
      { color: "rgb(4, 5, 6)", at: 0.5 },
      { color: "rgb(7, 8, 9)", at: 1 },
    ]);
    expect(stopsOf(["rgb(1, 2, 3) 25px", "rgb(4, 5, 6) 0px"], 50).map(({ at }) => at)).toEqual([0.5, 0.5]);
    expect(stopsOf(["rgb(1, 2, 3) 0px 58%", "color(srgb 0.1 0.2 0.3 / 0.5) 58% 60%"], 50).map(({ at }) => at)).toEqual([
      0, 0.58, 0.58, 0.6,
    ]);
  });

  it("draws the lines that shadows make inside a box", () => {
    const box = { x: 10, y: 20, width: 100, height: 40 };
    const lineOf = (offset: string) => insetOf(`rgb(1, 2, 3) ${offset} 0px 0px inset`, box)?.line;
    expect(lineOf("0px 1px")).toEqual({ x: 10, y: 20, width: 100, height: 1 });
    expect(lineOf("0px -3px")).toEqual({ x: 10, y: 57, width: 100, height: 3 });
    expect(lineOf("2px 0px")).toEqual({ x: 10, y: 20, width: 2, height: 40 });
    expect([lineOf("0px 0px"), insetOf("rgb(1, 2, 3) 0px 2px 4px 0px", box), insetOf("none", box)]).toEqual([undefined, null, null]);
  });

  it("frames an element as opaquely as the element and what it is in are", () => {
    vi.stubGlobal(
      "Path2D",
      class {
        roundRect = (): void => undefined;
      },
    );
    const framed = (opacity: string): HTMLElement => {
      const element = document.createElement("div");
      Object.assign(element.style, { opacity, outlineStyle: "solid", outlineWidth: "2px", outlineColor: "rgb(1, 2, 3)" });
      return element;
    };
    const [outer, inner, after] = [framed("0.5"), framed("0.5"), framed("1")];
    outer.append(inner, after);
    document.body.append(outer);
    const { context, alphas } = strokes();
    paintElement(context, outer, 0, 0, 1);
    outer.remove();
    expect(alphas.toSorted()).toEqual([0.25, 0.5, 0.5]);
  });

  it("knows colours that show nothing", () => {
    expect(["rgba(0, 0, 0, 0)", "transparent", "color(srgb 0 0 0 / 0)"].map(isClear)).toEqual([true, true, true]);
    expect(["rgb(0, 0, 0)", "rgba(0, 0, 0, 0.5)", "color(srgb 0 0 0 / 0.4)"].map(isClear)).toEqual([false, false, false]);
  });

  it("breaks its caption into lines that fit", () => {
    const context = { measureText: (text: string) => ({ width: text.length }) as TextMetrics };
    expect(wrapped(context, "one two  three\nfour", 8)).toEqual(["one two", "three", "four"]);
    expect(wrapped(context, "   ", 8)).toEqual([]);
  });
});
