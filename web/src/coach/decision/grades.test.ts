import { describe, expect, it } from "vitest";
import { evaluation, INFO } from "../../core/testing/fake-engine";
import { confidenceText, gradeView, toneOf, toneOfLoss } from "./grades";

describe("grades", () => {
  it("each have their own word, tone and symbol", () => {
    const views = INFO.grades.map(({ code }) => gradeView(evaluation({ add: 1 }, 1, { grade: code }), INFO.grades));
    expect(views.map((view) => view?.tone)).toEqual(["best", "good", "fair", "bad"]);
    expect(new Set(views.map((view) => view?.symbol)).size).toBe(4);
    expect(views[0]?.word).toBe("Excellent");
  });

  it("work for other scales and for unknown codes", () => {
    const two = [
      { code: "A", label: "A", maxLoss: 1 },
      { code: "B", label: "B", maxLoss: null },
    ];
    expect(two.map(({ code }) => toneOf(code, two))).toEqual(["best", "bad"]);
    const five = ["BEST", "FINE", "INACCURACY", "MISTAKE", "BLUNDER"].map((code) => ({ code, label: code, maxLoss: null }));
    expect(five.map(({ code }) => toneOf(code, five))).toEqual(["best", "good", "fair", "fair", "bad"]);
    expect(gradeView(evaluation({ add: 1 }, 1, { grade: "ODD_ONE" }), two)).toMatchObject({ word: "Odd one", tone: "none" });
    expect(gradeView(evaluation(null), two)).toBeNull();
  });

  it("state their confidence in percent", () => {
    expect(confidenceText(0.9)).toBe("grade 90% sure");
    expect(confidenceText(null)).toBeNull();
  });

  it("follow the band of a loss, limits included", () => {
    expect([0, -0.25, -0.26, -2.5, -2.6].map((delta) => toneOfLoss(delta, INFO.grades))).toEqual(["best", "best", "good", "fair", "bad"]);
  });
});
