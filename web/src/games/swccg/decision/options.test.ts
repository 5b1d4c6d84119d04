import { describe, expect, it } from "vitest";
import { stateAt } from "../testing/short-game";
import type { Contribution, Evaluation, ReviewRow } from "../types";
import type { Shown } from "./detail.svelte";
import { briefOf, FIRST, optionViews, placeOf, scaleOf, shownOptions } from "./options";

describe("option views", () => {
  const part = (code: string, value: number): Contribution => ({ code, label: code, value });

  function shown(scores: number[], said: string | null = null): Shown {
    const candidates = scores.map((ev, at) => ({
      action: { answer: String(at) },
      ev,
      note: null,
      features: { vetoed: 0 },
      reasons: [part("base", ev), part("veto_cost", 0)].slice(0, ev < 0 ? 2 : 1),
    }));
    const evaluation = { bestAction: { answer: "0" }, bestActionEv: scores[0], candidates } as unknown as Evaluation;
    return { index: 1, state: stateAt(1), view: stateAt(1), evaluation, outlook: null, said };
  }

  it("report whether the reasons add up to the score", () => {
    const given = shown([3, -2]);
    given.evaluation.candidates[0]!.reasons.push(part("more", 0.5));
    expect(optionViews(given, null).map(({ exact, band, vetoes }) => [exact, band.code, vetoes.length])).toEqual([
      [false, "low", 0],
      [true, "vetoed", 1],
    ]);
  });

  it("show the first options and every chosen one", () => {
    const views = optionViews(
      shown(
        Array.from({ length: 30 }, (_, at) => 30 - at),
        "29",
      ),
      { inferred_answer: "20" } as ReviewRow,
    );
    expect(shownOptions(views, false).map(({ answer }) => answer)).toEqual([...Array(FIRST).keys(), 20, 29].map(String));
    expect(shownOptions(views, true)).toHaveLength(30);
  });

  it("share one scale that covers the bands and, within limits, the scores beyond", () => {
    const scale = scaleOf(optionViews(shown([130, -20]), null));
    expect(scale).toEqual({ low: -20, high: 130 });
    expect([placeOf(-20, scale), placeOf(55, scale), placeOf(130, scale)]).toEqual([0, 50, 100]);
    expect(scaleOf([])).toEqual({ low: 0, high: 100 });
    // A score far out is clipped, so that the others can still be distinguished.
    const far = scaleOf(optionViews(shown([10, -4860]), null));
    expect([far.low, placeOf(-4860, far), placeOf(10, far)]).toEqual([-100, 0, 55]);
  });

  it("name the base and the largest reasons, and sum up the rest", () => {
    const parts = [part("a", 1), part("base", 50), part("b", -9), part("c", 0), part("d", 4), part("e", 2), part("f", -0.5)];
    const { terms, others, rest, decimals } = briefOf(parts);
    expect([terms.map(({ code }) => code), others, rest, decimals]).toEqual([["base", "b", "d", "e"], 2, 0.5, 1]);
    // A single remaining reason is named itself, and so is a base of zero.
    expect(briefOf([...parts.slice(0, 6), part("base", 0)])).toMatchObject({ others: 0 });
    expect(briefOf([part("base", 0)]).terms).toHaveLength(1);
  });

  it("round the terms so that they add up as written", () => {
    for (const values of [[50, 12.34, 3.33], [0.04, 0.04, 0.04], [-20.25, 5.125, 0.0625, 7, 8.875, -1.75], [0]]) {
      const { terms, others, rest, decimals } = briefOf(values.map((value, at) => part(at === 0 ? "base" : `r${at}`, value)));
      const written = [...terms.map(({ value }) => value), ...(others > 0 ? [rest] : [])].map((value) => Number(value.toFixed(decimals)));
      const total = values.reduce((sum, value) => sum + value, 0);
      expect(written.reduce((sum, value) => sum + value, 0).toFixed(1)).toBe(total.toFixed(1));
    }
    expect(briefOf([part("base", 50), part("a", 2.5)]).decimals).toBe(1);
  });

  it("merge options with equal text and score, under the chosen answer", () => {
    const given = shown([9, 9, 9, 4], "2");
    for (const candidate of given.evaluation.candidates) candidate.note = "Stormtrooper";
    const views = optionViews(given, { inferred_answer: "1" } as ReviewRow);
    expect(views.map(({ answer, answers, best, inferred, said }) => [answer, answers, best, inferred, said])).toEqual([
      ["2", ["0", "1", "2"], true, true, true],
      ["3", ["3"], false, false, false],
    ]);
  });
});
