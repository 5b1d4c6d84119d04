import { describe, expect, it } from "vitest";
import { evaluation, INFO } from "../../core/testing/fake-engine";
import { confidenceText, gradeView, toneOf } from "./grades";
import { VERDICT_ORDER, VERDICTS } from "./verdicts";

const WITHOUT = { bands: INFO.grades, verdicts: false };

describe("grades", () => {
  it("each have their own word, tone and symbol", () => {
    const views = INFO.grades.map(({ code }) => gradeView(evaluation({ add: 1 }, 1, { grade: code }), WITHOUT));
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
    expect(gradeView(evaluation({ add: 1 }, 1, { grade: "ODD_ONE" }), { bands: two, verdicts: false })).toMatchObject({
      word: "Odd one",
      tone: "none",
    });
    expect(gradeView(evaluation(null), WITHOUT)).toBeNull();
  });

  it("state their confidence in percent", () => {
    expect(confidenceText(0.9)).toBe("grade 90% sure");
    expect(confidenceText(null)).toBeNull();
  });

  it("give way to the verdict, whose words are the same in every game", () => {
    const scale = { bands: INFO.grades, verdicts: true };
    const views = VERDICT_ORDER.map((verdict) => gradeView({ ...evaluation({ add: 1 }), verdict }, scale));
    expect(views.map((view) => view?.word)).toEqual(["Best", "Good", "Inaccuracy", "Mistake", "Blunder", "Too close to call"]);
    expect(new Set(views.map((view) => view?.symbol)).size).toBe(6);
    expect(new Set(views.map((view) => view?.tone)).size).toBe(6);
    expect(VERDICTS.undecided.tone).toBe("none");
  });

  it("from an earlier version blame nobody in a game that has verdicts now", () => {
    const old = evaluation({ add: 1 }, 1, { grade: "MISS" });
    expect(gradeView(old, { bands: INFO.grades, verdicts: true })).toMatchObject({ word: "Miss", tone: "none" });
  });
});
