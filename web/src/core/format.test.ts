import { describe, expect, it } from "vitest";
import { amount, bytes, count, duration, grouped, percent, plain, short, signed, tenths, timeUntil, wholePercents } from "./format";

describe("an amount", () => {
  it.each([
    [12.34, "points", "12.3"],
    [0.34, "points", "0.3"],
    [0.04, "points", "0.04"],
    [0, "points", "0.0"],
    [-0.001, "points", "0.0"],
    [12.34, "%", "12"],
    [9.96, "%", "10"],
    [8.33, "%", "8.3"],
    [0.44, "%", "0.4"],
    [0, "%", "0"],
  ])("%d %s is shown as %s", (value, unit, text) => expect(amount(value, unit)).toBe(text));
});

describe("chances", () => {
  it("are whole percents that add up to 100", () => {
    expect(wholePercents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
    expect(wholePercents([0.004, 0.996])).toEqual([0, 100]);
    expect(wholePercents([0.125, 0.125, 0.75])).toEqual([13, 12, 75]);
  });
});

describe("number formats", () => {
  it("use a true minus, and never a negative zero", () => {
    expect(plain(-1.25, 1)).toBe("\u22121.3");
    expect(plain(-0.04, 1)).toBe("0.0");
    expect(signed(0.04, 1)).toBe("0.0");
    expect(signed(2, 1)).toBe("+2.0");
  });

  it("drop trailing zeros, or have one decimal unless whole", () => {
    expect([2, 0.5, -1.25, 1.204, -0.001, 100].map(short)).toEqual(["2", "0.5", "\u22121.25", "1.2", "0", "100"]);
    expect([18, -1.26, -0.04, 0.35, 100].map(tenths)).toEqual(["18", "\u22121.3", "0", "0.4", "100"]);
  });

  it("claim certainty only for exact probabilities", () => {
    expect(percent(0.999)).toBe(">99%");
    expect(percent(1)).toBe("100%");
    expect(percent(0.001)).toBe("<1%");
  });

  it("cover counts, durations, sizes and time spans", () => {
    expect([grouped(950), grouped(1_234_567)]).toEqual(["950", "1,234,567"]);
    expect([count(12_400), count(1_200_000), duration(240), duration(1500), bytes(12_300_000)]).toEqual([
      "12,400",
      "1.2 million",
      "240 ms",
      "1.5 s",
      "12.3 MB",
    ]);
    expect([timeUntil(60_000), timeUntil(3 * 3_600_000), timeUntil(3 * 86_400_000)]).toEqual(["1 minute", "3 hours", "3 days"]);
  });
});
