import { describe, expect, it } from "vitest";
import { play, startSession, annotate } from "../core/session";
import { evaluation, INFO, pileState } from "../core/testing/fake-engine";
import { accountOf, nextMistake } from "./game/account";
import { candidateRows, ROWS } from "./decision/candidates";
import { bytes, count, duration, percent, plain, signed, timeUntil } from "../core/format";
import { confidenceText, gradeView, toneOf, toneOfLoss } from "./decision/grades";
import { lossText } from "./text/words";
import type { CandidateView, EvaluationView } from "../core/types";

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

describe("numbers", () => {
  it("carry a true minus, never a negative nothing", () => {
    expect(plain(-1.25, 1)).toBe("\u22121.3");
    expect(plain(-0.04, 1)).toBe("0.0");
    expect(signed(0.04, 1)).toBe("0.0");
    expect(signed(2, 1)).toBe("+2.0");
  });

  it("say losses with their unit", () => {
    expect(lossText(-1.3, 1, "points")).toBe("\u22121.3 points");
    expect(lossText(-1, 0, "points")).toBe("\u22121 point");
    expect(lossText(-0.01, 1, "points")).toBe("0 points");
  });

  it("claim certainty only where it is", () => {
    expect(percent(0.999)).toBe(">99%");
    expect(percent(1)).toBe("100%");
    expect(percent(0.001)).toBe("<1%");
    expect(confidenceText(0.9)).toBe("grade 90% sure");
    expect(confidenceText(null)).toBeNull();
  });

  it("read well in other units", () => {
    expect([count(12_400), count(1_200_000), duration(240), duration(1500), bytes(12_300_000)]).toEqual([
      "12,400", "1.2 million", "240 ms", "1.5 s", "12.3 MB",
    ]);
    expect([timeUntil(60_000), timeUntil(3 * 3_600_000), timeUntil(3 * 86_400_000)]).toEqual(["1 minute", "3 hours", "3 days"]);
  });
});

describe("grades", () => {
  it("have a word, a tone and a symbol of their own", () => {
    const views = INFO.grades.map(({ code }) => gradeView(evaluation({ add: 1 }, 1, { grade: code }), INFO.grades));
    expect(views.map((view) => view?.tone)).toEqual(["best", "good", "fair", "bad"]);
    expect(new Set(views.map((view) => view?.symbol)).size).toBe(4);
    expect(views[0]?.word).toBe("Excellent");
  });

  it("hold for other scales, and for codes they do not know", () => {
    const two = [{ code: "A", label: "A", maxLoss: 1 }, { code: "B", label: "B", maxLoss: null }];
    expect(two.map(({ code }) => toneOf(code, two))).toEqual(["best", "bad"]);
    const five = ["BEST", "FINE", "INACCURACY", "MISTAKE", "BLUNDER"].map((code) => ({ code, label: code, maxLoss: null }));
    expect(five.map(({ code }) => toneOf(code, five))).toEqual(["best", "good", "fair", "fair", "bad"]);
    expect(gradeView(evaluation({ add: 1 }, 1, { grade: "ODD_ONE" }), two)).toMatchObject({ word: "Odd one", tone: "none" });
    expect(gradeView(evaluation(null), two)).toBeNull();
  });

  it("of a loss follow its band, limits included", () => {
    expect([0, -0.25, -0.26, -2.5, -2.6].map((delta) => toneOfLoss(delta, INFO.grades))).toEqual([
      "best", "best", "good", "fair", "bad",
    ]);
  });
});

describe("candidate rows", () => {
  const candidate = (name: string, ev: number): CandidateView => ({
    action: name,
    ev,
    rollouts: 1,
    stderr: 0.1,
    reasons: [],
    features: {},
    line: [],
    bound: null,
  });
  const result = (...candidates: CandidateView[]): EvaluationView => ({
    ...evaluation(null),
    bestAction: candidates[0]?.action,
    bestActionEv: candidates[0]?.ev ?? 0,
    candidates,
  });

  it("keep their places while the engine thinks, and are sorted once it has ended", () => {
    const first = candidateRows(result(candidate("a", 3), candidate("b", 2)), null, same, [], false);
    const swapped = result(candidate("b", 4), candidate("c", 3.5), candidate("a", 3));
    const streaming = candidateRows(swapped, null, same, first, false);
    expect(streaming.map(({ action }) => action)).toEqual(["a", "b", "c"]);
    expect(streaming.find(({ best }) => best)?.action).toBe("b");
    const settled = candidateRows(swapped, null, same, streaming, true);
    expect(settled.map(({ action }) => action)).toEqual(["b", "c", "a"]);
  });

  it("always show the move that was played", () => {
    const many = Array.from({ length: 12 }, (_, index) => candidate(`m${index}`, 12 - index));
    const rows = candidateRows(result(...many), "m11", same, [], true);
    expect(rows).toHaveLength(ROWS);
    expect(rows.at(-1)).toMatchObject({ action: "m11", user: true, delta: -11 });
  });

  it("stay on the axis, longer for what is worth more", () => {
    const rows = candidateRows(result({ ...candidate("a", 1), stderr: 50 }, candidate("b", -9)), null, same, [], true);
    for (const row of rows) for (const at of [row.bar, row.low, row.high]) expect(at >= 0 && at <= 100).toBe(true);
    expect(rows[0]!.bar).toBeGreaterThan(rows[1]!.bar);
    expect(rows[1]!.bar).toBeGreaterThan(0);
  });

  it("do not blow noise up to the whole axis", () => {
    const rows = candidateRows(result(candidate("a", 0.05), candidate("b", 0)), null, same, [], true);
    expect(rows[0]!.bar - rows[1]!.bar).toBeLessThan(5);
  });
});

describe("the account", () => {
  it("sums losses and luck by player, and says what is missing", () => {
    let session = startSession(pileState(3, 0));
    session = play(session, { add: 2 }, pileState(5, 1));
    session = play(session, { add: 1 }, pileState(6, 0));
    session = play(session, { add: 3 }, pileState(9, 1));
    const action = session.decisions[0]?.action;
    session = annotate(session, 0, action, { evaluation: evaluation({ add: 2 }), luck: [1.5, -1.5] });
    const account = accountOf(session.decisions, 2);
    expect(account).toEqual({ skill: [-2, 0], luck: [1.5, -1.5], graded: [1, 0], made: [2, 1], untold: "none" });
  });

  it("walks through mistakes by size and starts again", () => {
    const mistakes = [{ index: 7 }, { index: 2 }, { index: 5 }];
    expect(nextMistake(mistakes, 0)).toBe(7);
    expect(nextMistake(mistakes, 7)).toBe(2);
    expect(nextMistake(mistakes, 5)).toBe(7);
    expect(nextMistake([], 3)).toBeNull();
  });
});
