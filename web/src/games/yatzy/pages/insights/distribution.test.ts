import { describe, expect, it } from "vitest";
import { atLeast, binned, distributionOf, meanOf, quantileOf, rangeOf, worstMean } from "./distribution";
import { AIMING, NEUTRAL, PERFECT, RUNS } from "./figures";

const THREE = distributionOf([
  [100, 0.25],
  [102, 0.5],
  [110, 0.25],
]);

describe("a distribution", () => {
  it("has a mean, quantiles and tails", () => {
    expect(meanOf(THREE)).toBeCloseTo(103.5, 12);
    expect([0.1, 0.25, 0.26, 0.75, 0.9].map((share) => quantileOf(THREE, share))).toEqual([100, 100, 102, 102, 110]);
    expect(worstMean(THREE, 0.05)).toBe(100);
    expect(worstMean(THREE, 0.5)).toBe(101);
    expect([90, 100, 101, 110, 111].map((score) => atLeast(THREE, score))).toEqual([1, 1, 0.75, 0.25, 0]);
  });

  it("is binned without losing chances", () => {
    expect(binned(THREE, 5, 95, 115)).toEqual([
      { from: 95, chance: 0 },
      { from: 100, chance: 0.75 },
      { from: 105, chance: 0 },
      { from: 110, chance: 0.25 },
    ]);
    expect(rangeOf([THREE], 25)).toEqual([100, 125]);
  });
});

describe("the figures of the laboratory", () => {
  it("are distributions with the stated means", () => {
    for (const run of RUNS) {
      expect(run.distribution.chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 5);
      expect(meanOf(run.distribution)).toBeCloseTo(run.mean, 3);
      expect(worstMean(run.distribution, 0.05)).toBeCloseTo(run.worst, 2);
    }
  });

  it("equal the references", () => {
    expect(PERFECT.mean).toBeCloseTo(248.44, 4);
    expect(PERFECT.sd).toBeCloseTo(38.496, 3);
    expect(PERFECT.worst).toBeCloseTo(157.34, 2);
    expect(atLeast(PERFECT.distribution, 300)).toBeCloseTo(0.09946, 5);
    expect(RUNS.find(({ theta }) => theta === 0.05)?.worst).toBeCloseTo(148.94, 2);
  });

  it("show what risk is for", () => {
    const means = RUNS.map(({ mean }) => mean);
    expect(Math.max(...means)).toBe(means[NEUTRAL]);
    const aimed = AIMING.find(({ target }) => target === 275);
    expect(aimed?.reached).toBeGreaterThan(atLeast(PERFECT.distribution, 275));
  });
});
