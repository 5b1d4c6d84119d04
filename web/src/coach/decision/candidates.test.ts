import { describe, expect, it } from "vitest";
import { evaluation } from "../../core/testing/fake-engine";
import { percent } from "../../core/format";
import { allFit, candidateRows, chanceBeside, ROWS } from "./candidates";
import { chanceText } from "./cost";
import type { CandidateView, EvaluationView } from "../../core/types";

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

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
    compared: true,
  });
  const result = (...candidates: CandidateView[]): EvaluationView => ({
    ...evaluation(null),
    bestAction: candidates[0]?.action,
    bestActionEv: candidates[0]?.ev ?? 0,
    candidates,
  });

  it("keep their places while the engine thinks, and are sorted when it has finished", () => {
    const first = candidateRows(result(candidate("a", 3), candidate("b", 2)), null, same, [], false);
    const swapped = result(candidate("b", 4), candidate("c", 3.5), candidate("a", 3));
    const streaming = candidateRows(swapped, null, same, first, false);
    expect(streaming.map(({ action }) => action)).toEqual(["a", "b", "c"]);
    expect(streaming.find(({ best }) => best)?.action).toBe("b");
    const settled = candidateRows(swapped, null, same, streaming, true);
    expect(settled.map(({ action }) => action)).toEqual(["b", "c", "a"]);
  });

  it("always include the played move", () => {
    const many = Array.from({ length: 12 }, (_, index) => candidate(`m${index}`, 12 - index));
    const rows = candidateRows(result(...many), "m11", same, [], true);
    expect(rows).toHaveLength(ROWS);
    expect(rows.at(-1)).toMatchObject({ action: "m11", user: true, delta: -11 });
  });

  it("have bars within the axis, longer for higher values", () => {
    const rows = candidateRows(result({ ...candidate("a", 1), stderr: 50 }, candidate("b", -9)), null, same, [], true);
    for (const row of rows) for (const at of [row.bar, row.low, row.high]) expect(at >= 0 && at <= 100).toBe(true);
    expect(rows[0]!.bar).toBeGreaterThan(rows[1]!.bar);
    expect(rows[1]!.bar).toBeGreaterThan(0);
  });

  it("have error bars that leave most of the track free, whole, however close the values are", () => {
    const rows = candidateRows(result({ ...candidate("a", 51), stderr: 1 }, { ...candidate("b", 50.6), stderr: 1 }), null, same, [], true);
    for (const { low, high, bar } of rows) {
      expect(high - low).toBeLessThan(40);
      expect((low + high) / 2).toBeCloseTo(bar);
    }
  });

  it("have chances to win that add up with the stated loss", () => {
    const chances = (best: number, other: number) => {
      const wins = { ...candidate("b", 0), winProbability: other };
      const rows = candidateRows(
        { ...result({ ...candidate("a", 1), winProbability: best }, wins), winProbability: best },
        "b",
        same,
        [],
        true,
      );
      return rows.map((row) => percent(row.wins!));
    };
    expect(chanceText(100 * (0.606 - 0.534), false)).toBe("\u22127%");
    expect(chances(0.606, 0.534)).toEqual(["61%", "54%"]);
    expect(chances(0.604, 0.526)).toEqual(["60%", "52%"]);
    // A move that is behind by points, and wins more often, loses none.
    expect(chances(0.7, 0.998)).toEqual(["70%", ">99%"]);
    // What is not certain is never shown as such.
    expect(chances(0.054, 0.004)).toEqual(["5%", "<1%"]);
    expect(chances(0.997, 0.993)).toEqual([">99%", ">99%"]);
    expect(chances(1, 0)).toEqual(["100%", "0%"]);
    for (let best = 1; best < 200; best += 7)
      for (let lost = 0; lost <= best; lost += 3) {
        const [top, loss] = [best / 201, lost / 201];
        const shown = Number.parseInt(
          percent(chanceBeside(top - loss, { ...result(), winProbability: top })!)
            .replace("<1", "0")
            .replace(">99", "100"),
        );
        expect(Math.round(100 * top) - shown).toBe(Math.round(100 * loss));
      }
  });

  it("stay as they are where values are chances, which cards state", () => {
    const whole = result(candidate("a", 15), candidate("b", 7.3));
    const win = { ...whole, winProbability: 0.154, metadata: { ...whole.metadata, objective: "win" } };
    expect(chanceBeside(0.073, win)).toBe(0.073);
    expect(chanceBeside(0.073, { ...win, metadata: whole.metadata })).toBe(0.07);
  });

  it("do not stretch noise over the whole axis", () => {
    const rows = candidateRows(result(candidate("a", 0.05), candidate("b", 0)), null, same, [], true);
    expect(rows[0]!.bar - rows[1]!.bar).toBeLessThan(5);
  });

  it("fit as long as each text has room beside what else its row says", () => {
    const fit = (length: number, more: Partial<CandidateView> = {}) =>
      allFit(
        candidateRows({ ...result(candidate("a", 1), { ...candidate("b", 0), ...more }), winProbability: 0.6 }, null, same, [], true),
        ({ action }) => "x".repeat(action === "b" ? length : 5),
      );
    expect([fit(34), fit(35)]).toEqual([true, false]);
    expect([fit(32, { winProbability: 0.5 }), fit(33, { winProbability: 0.5 })]).toEqual([true, false]);
    expect([fit(24, { compared: false }), fit(25, { compared: false })]).toEqual([true, false]);
  });
});
