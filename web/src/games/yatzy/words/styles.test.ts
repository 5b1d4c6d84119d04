import { describe, expect, it } from "vitest";
import { RUNS } from "../pages/insights/figures";
import { styleName, stylePlayer, stylesFrom } from "./styles";

describe("styles of play", () => {
  it("have a name of their own for each risk preference with figures", () => {
    expect(new Set(RUNS.map(({ theta }) => styleName(theta))).size).toBe(RUNS.length);
    expect([-0.2, 0, 0.05].map(styleName)).toEqual(["As safe as can be", "For points", "Very bold"]);
  });

  it("begin with the mildest that goes far enough", () => {
    expect([0.017, 0.02, -0.017, -0.021].map(stylesFrom)).toEqual([
      "Daring or bolder",
      "Daring or bolder",
      "Careful or safer",
      "Fairly safe or safer",
    ]);
    expect([0.15, 0.5, -0.15, -0.5].map(stylesFrom)).toEqual([
      "All for a record",
      "All for a record",
      "As safe as can be",
      "As safe as can be",
    ]);
    expect([0.004, 0.04, -0.07].map(stylePlayer)).toEqual(["A slightly daring player", "A very bold player", "A very safe player"]);
  });
});
