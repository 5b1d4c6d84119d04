import { describe, expect, it } from "vitest";
import { isClear, stopsOf } from "./boxes";
import { wrapped } from "./card";

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
