import { describe, expect, it } from "vitest";
import { evaluation, INFO } from "../../core/testing/fake-engine";
import { costOf } from "./cost";
import { confidenceText, gradeView, toneOf, worseText } from "./grades";
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
    const views = VERDICT_ORDER.map((verdict) => gradeView({ ...evaluation({ add: 3 }), verdict, deltaEv: -2, deltaStderr: 3 }, scale));
    expect(views.map((view) => view?.word)).toEqual(["Best", "Good", "Inaccuracy", "Mistake", "Blunder", "Too close to call"]);
    expect(new Set(views.map((view) => view?.symbol)).size).toBe(6);
    expect(new Set(views.map((view) => view?.tone)).size).toBe(6);
    expect(VERDICTS.undecided.tone).toBe("none");
  });

  it("do not call a loss too close that is larger than the error beside it", () => {
    const scale = { bands: INFO.grades, verdicts: true };
    const word = (deltaStderr: number) =>
      gradeView({ ...evaluation({ add: 1 }), verdict: "undecided", deltaEv: -4, deltaStderr }, scale)?.word;
    expect([1, 1.1, 2, 2.1].map(word)).toEqual(["Worse", "Probably worse", "Probably worse", "Too close to call"]);
  });

  it("call no move the best that is not, however little it loses", () => {
    const scale = { bands: INFO.grades, verdicts: true };
    const word = (add: number) => gradeView({ ...evaluation({ add }), verdict: "best" }, scale)?.word;
    expect([word(3), word(2)]).toEqual(["Best", "Good"]);
  });

  it("are not contradicted by the rounding of a loss", () => {
    const limits = [
      { scale: "win" as const, unit: "%", good: 2, inaccuracy: 5, mistake: 10, blunder: 15 },
      { scale: "points" as const, unit: "points", good: 0.1, inaccuracy: 0.5, mistake: 2, blunder: 5 },
    ];
    const judged = { ...evaluation({ add: 1 }), verdict: "inaccuracy" as const };
    const lost = (winLoss: number) => costOf({ ...judged, winLoss }, { unit: "points", limits })?.main;
    expect([0.097, 0.1, 0.103, 0.146, 0.134, 0.0996].map(lost)).toEqual(["−9.7%", "−10%", "−10%", "−14.6%", "−13%", "−9.96%"]);
    const points = (delta: number, verdict: "inaccuracy" | null = "inaccuracy") =>
      costOf({ ...judged, verdict, deltaEv: delta, deltaStderr: 1 }, { unit: "points", limits })?.main;
    expect([-1.97, -2.03, -1.4].map((delta) => points(delta))).toEqual(["−1.97 points", "−2.0 points", "−1.4 points"]);
    // A grade without a verdict has the game's own words, and their limits.
    expect(points(-1.97, null)).toBe("−2.0 points");
  });

  it("say of a fault how sure it is, and of no other move", () => {
    const sure = (verdict: (typeof VERDICT_ORDER)[number], extra = {}) =>
      worseText({ ...evaluation({ add: 1 }), verdict, worse: 0.734, ...extra });
    expect(VERDICT_ORDER.filter((verdict) => sure(verdict) !== null)).toEqual(["inaccuracy", "mistake", "blunder"]);
    expect(sure("mistake")).toBe("73% sure it is worse");
    expect(sure("mistake", { worse: null })).toBeNull();
    expect(sure("mistake", { worse: undefined })).toBeNull();
    expect(sure("mistake", { decided: true })).toBeNull();
  });

  it("judge nothing where only one move was legal", () => {
    const scale = { bands: INFO.grades, verdicts: true };
    const only = { ...evaluation({ add: 3 }), verdict: "best" as const };
    const forced = { ...only, metadata: { ...only.metadata, totalLegalActions: 1 } };
    expect([only, forced, { ...forced, decided: true }].map((each) => gradeView(each, scale)?.word)).toEqual([
      "Best",
      "No choice",
      "No choice",
    ]);
  });

  it("praise and blame nothing in a decided position", () => {
    const scale = { bands: INFO.grades, verdicts: true };
    const decided = VERDICT_ORDER.map((verdict) => gradeView({ ...evaluation({ add: 1 }), verdict, decided: true }, scale));
    expect(new Set(decided.map((view) => `${view?.word} ${view?.tone}`))).toEqual(new Set(["Decided none"]));
  });

  it("do not praise a move that surely gives up most of a small chance, and say what it was", () => {
    const scale = { bands: INFO.grades, verdicts: true };
    const slim = { ...evaluation({ add: 1 }), verdict: "good" as const, winProbability: 0.06, winLoss: 0.045, worse: null };
    const shown = (extra: object) => {
      const found = { ...slim, ...extra };
      return [gradeView(found, scale)?.word, costOf(found, { unit: "points" })?.of];
    };
    expect(shown({})).toEqual(["Slim chance", "of 6%"]);
    // No praise, however unsure the loss is.
    expect(shown({ worse: 0.8 })).toEqual(["Slim chance", "of 6%"]);
    expect(shown({ winLoss: 0.02 })).toEqual(["Good", null]);
    expect(shown({ winProbability: 0.5 })).toEqual(["Good", null]);
    expect(shown({ verdict: "blunder", winLoss: 0.2, winProbability: 0.25 })).toEqual(["Blunder", "of 25%"]);
    expect(shown({ winProbability: null })).toEqual(["Good", null]);
  });

  it("from an earlier version blame nobody in a game that has verdicts now", () => {
    const old = evaluation({ add: 1 }, 1, { grade: "MISS" });
    expect(gradeView(old, { bands: INFO.grades, verdicts: true })).toMatchObject({ word: "Miss", tone: "none" });
  });
});
