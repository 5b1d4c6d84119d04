import { render, screen, within } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { evaluation } from "../../core/testing/fake-engine";
import type { CandidateView, EvaluationView } from "../../core/types";
import { PLAIN_UI } from "../../games/testing/plain-ui";
import CandidateList from "./CandidateList.svelte";
import PointsTable from "./PointsTable.svelte";
import { pointsView } from "./points";
import { knownText } from "../text/words";

type Parts = Record<string, number>;

/** A candidate of the pile game whose value is the sum of these parts. */
function candidate(add: number, parts: Parts, more: Partial<CandidateView> = {}): CandidateView {
  const reasons = Object.entries(parts).map(([code, value]) => ({ code, label: `the ${code}`, value }));
  const ev = reasons.reduce((sum, { value }) => sum + value, 0);
  return {
    action: { add },
    ev,
    rollouts: 1,
    stderr: 0,
    features: {},
    line: [],
    bound: null,
    compared: true,
    ...more,
    reasons: reasons as CandidateView["reasons"],
  };
}

function result(candidates: CandidateView[], more: Partial<EvaluationView> = {}): EvaluationView {
  const best = candidates[0]!;
  return { ...evaluation(null), ...more, bestAction: best.action, bestActionEv: best.ev, candidates };
}

const BEST = candidate(3, { score: 2, tiling: 9, floor: -1, later: 0.5 });
const USER = candidate(1, { score: 2, tiling: 5, floor: -4, later: 1.5 });

describe("breakdown of a value", () => {
  it("lists the best move's parts in the engine's order, without zeros", () => {
    const view = pointsView(result([BEST]), BEST, BEST)!;
    expect(view.rows.map(({ code, value, best }) => [code, value, best])).toEqual([
      ["score", 2, null],
      ["tiling", 9, null],
      ["floor", -1, null],
      ["later", 0.5, null],
    ]);
    expect(view.total).toEqual({ value: 10.5, best: null, delta: null });
    expect(view.rows.map(({ bar }) => Math.round(bar))).toEqual([22, 100, -11, 6]);
    const bare = candidate(3, { tiling: 1, floor: 0 });
    expect(pointsView(result([bare]), bare, bare)?.rows.map(({ code }) => code)).toEqual(["tiling"]);
  });

  it("lists another move's losses first, the largest first, then its gains", () => {
    const view = pointsView(result([BEST, USER]), USER, BEST)!;
    expect(view.rows.map(({ code, delta }) => [code, delta])).toEqual([
      ["tiling", -4],
      ["floor", -3],
      ["later", 1],
      ["score", 0],
    ]);
    expect(view.total).toEqual({ value: 4.5, best: 10.5, delta: -6 });
  });

  it("adds up as shown, in every column and every row", () => {
    // Numbers for which plain rounding gives a wrong sum, from a linear congruential generator with a fixed seed.
    let seed = 7;
    const draw = (): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return (seed / 2 ** 31) * 8 - 4;
    };
    const tenths = (value: number | null): number => Math.round((value ?? NaN) * 10) + 0;
    for (let round = 0; round < 200; round += 1) {
      const parts = (): Parts => ({ a: draw(), b: draw(), c: draw(), d: draw(), e: draw() });
      const [best, other] = [candidate(3, parts()), candidate(1, parts())];
      const { rows, total } = pointsView(result([best, other]), other, best)!;
      const sum = (name: "value" | "best" | "delta"): number => rows.reduce((all, row) => all + tenths(row[name]), 0);
      expect([sum("value"), sum("best"), sum("delta")]).toEqual([tenths(total.value), tenths(total.best), tenths(total.delta)]);
      for (const row of rows) {
        expect(tenths(row.delta)).toBe(tenths(row.value) - tenths(row.best));
        const part = other.reasons.find(({ code }) => code === row.code)!;
        expect(Math.abs(row.value - part.value)).toBeLessThan(0.2);
      }
      expect(tenths(total.delta)).toBe(Math.round((other.ev - best.ev) * 10) + 0);
    }
  });

  it("does not hide it when reasons fail to add up", () => {
    const wrong = { ...candidate(3, { tiling: 2, floor: -1 }), ev: 8 };
    const { rows, total } = pointsView(result([wrong]), wrong, wrong)!;
    expect([rows.map(({ value }) => value), total.value]).toEqual([[2, -1], 8]);
  });

  it("is null if the evaluator gave no reasons", () => {
    const bare = candidate(1, {});
    expect([pointsView(result([bare]), bare, bare), pointsView(result([BEST, bare]), bare, BEST)]).toEqual([null, null]);
  });

  it("includes the chance to win if both moves' are known", () => {
    const best = { ...BEST, winProbability: 0.62 };
    expect(pointsView(result([best]), best, best)?.win).toEqual({ value: 0.62, best: null });
    expect(pointsView(result([BEST], { winProbability: 0.7 }), BEST, BEST)?.win).toEqual({ value: 0.7, best: null });
    const user = { ...USER, winProbability: 0.41 };
    expect(pointsView(result([best, user]), user, best)?.win).toEqual({ value: 0.41, best: 0.62 });
    expect(pointsView(result([best, USER]), USER, best)?.win).toBeNull();
    // 62% less 20% are 42%, as lost chances are stated.
    expect(pointsView(result([best, user]), { ...user, winProbability: 0.416 }, { ...best, winProbability: 0.616 })?.win?.value).toBe(0.42);
  });
});

describe("points table", () => {
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const show = (props: { picked?: unknown; user?: unknown; evaluation?: EvaluationView | null }) =>
    render(PointsTable, {
      evaluation: result([BEST, USER, candidate(2, { tiling: 1, score: 2 }, { bound: "upper" })]),
      picked: null,
      user: null,
      same,
      unit: "points",
      kinds: 5,
      ...props,
    });
  const cells = (kind: string): (string | undefined)[] =>
    within(document.querySelector<HTMLElement>(`tr[data-kind="${kind}"]`)!)
      .getAllByRole("cell")
      .map((cell) => cell.textContent?.trim());

  it("shows the best move until one is played or picked", () => {
    show({});
    expect(screen.getByRole("table", { name: "Where the value comes from, by kind in points" })).toBeTruthy();
    expect(cells("total").at(-1)).toBe("+10.5");
  });

  it("shows what the played move gives up", () => {
    show({ user: { add: 1 } });
    expect(screen.getByRole("table", { name: "What it gives up, by kind in points" })).toBeTruthy();
    expect(screen.getAllByRole("columnheader").map((each) => each.textContent?.trim())).toContain("Played");
    expect(cells("tiling")).toEqual(["+5.0", "+9.0", "\u22124.0"]);
    expect(cells("total")).toEqual(["+4.5", "+10.5", "\u22126.0"]);
  });

  it("compares a picked move with the best, and marks a bound", () => {
    show({ user: { add: 1 }, picked: { add: 2 } });
    expect(screen.getByRole("table", { name: "Against the best move, by kind in points" })).toBeTruthy();
    expect(screen.getByText("Total, at most")).toBeTruthy();
  });

  it("says when there is no breakdown, and is empty without an evaluation", () => {
    show({ evaluation: result([candidate(3, {})]) });
    expect(screen.getByText("There is no breakdown of this value.")).toBeTruthy();
    document.body.innerHTML = "";
    show({ evaluation: null });
    expect(screen.getByTestId("points").textContent?.trim()).toBe("");
  });
});

describe("candidate list", () => {
  const list = {
    ui: PLAIN_UI,
    state: null,
    user: null,
    settled: true,
    notation: "short",
    unit: "points",
    limits: [],
    shown: null,
    onShow: () => undefined,
  } as const;

  it("keeps places for moves that are not known yet, but shows no empty bars below those that are", async () => {
    const bars = (): number[] => [document.querySelectorAll(".free").length, document.querySelectorAll(".free .track").length];
    const { rerender } = render(CandidateList, { ...list, evaluation: null });
    expect(bars()).toEqual([6, 6]);
    await rerender({ ...list, evaluation: result([BEST, USER], {}) });
    expect(bars()).toEqual([4, 0]);
  });

  it("marks a bound, and shows the chance to win beside the points", () => {
    const bounded = { ...USER, bound: "upper", winProbability: 0.41 } as CandidateView;
    render(CandidateList, { ...list, evaluation: result([BEST, bounded], { winProbability: 0.62 }) });
    const [first, second] = screen.getAllByRole("button");
    expect(second!.textContent).toMatch(/41%\s+≤\u22126\.0/);
    expect(second!.textContent).toMatch(/worth at most 4\.5 points, wins 41%/);
    expect(second!.title).toMatch(/at most \+4\.50 points\. Wins 41%/);
    expect(first!.textContent).not.toMatch(/%|at most/);
  });
});

describe("certainty of a result", () => {
  const metadata = (more: object): EvaluationView => {
    const whole = evaluation(null);
    return { ...whole, metadata: { ...whole.metadata, ...more } };
  };

  it.each([
    [{ roundSolved: true, depth: 9, notes: ["A note."] }, "The rest of this round is solved."],
    [{ solved: true, roundSolved: true }, "Solved to the end of the game."],
    [{ solved: true, horizon: "hand" }, "Solved to the end of the hand."],
    [{ depth: 5, notes: ["A note."] }, "The coach looked 5 moves ahead."],
    [{ depth: 1, notes: ["A note."] }, "A note."],
    [{}, ""],
  ])("is described in a sentence: %j", (more, text) => {
    expect(knownText(metadata(more))).toBe(text);
  });
});
