import { describe, expect, it } from "vitest";
import {
  coachBudget,
  coachParams,
  evaluatorSeed,
  inChosenUnit,
  judgedByWin,
  longerParams,
  presetsFor,
  serves,
  steadyParams,
} from "./params";
import type { EvaluationView } from "../../core/types";
import { evaluation, INFO, pileState } from "../../core/testing/fake-engine";

describe("think time", () => {
  const state = pileState(3);
  it("is the preset's, or a custom one", () => {
    expect(coachParams({ think: "max", customMs: 1 }, INFO, state)).toMatchObject({ timeBudgetMs: 1500 });
    expect(coachParams({ think: "gone", customMs: 1 }, INFO, state)).toMatchObject({ timeBudgetMs: 250 });
    expect(coachBudget({ think: "custom", customMs: 777 }, INFO)).toBe(777);
  });

  it('grows to the next preset with "Think longer"', () => {
    expect(longerParams({ think: "fast", customMs: 1 }, INFO, state).timeBudgetMs).toBe(1500);
    expect(longerParams({ think: "custom", customMs: 9000 }, INFO, state).timeBudgetMs).toBe(18_000);
  });

  it("doubles when the evaluation already took longer than the setting", () => {
    const custom = { think: "custom", customMs: 150 } as const;
    expect(longerParams(custom, INFO, state, 150).timeBudgetMs).toBe(1500);
    expect(longerParams(custom, INFO, state, 749).timeBudgetMs).toBe(1500);
    expect(longerParams(custom, INFO, state, 1510).timeBudgetMs).toBe(3020);
    expect(longerParams(custom, INFO, state, 400_000).timeBudgetMs).toBe(600_000);
  });

  it("comes with the preset's work limit, but not with that of another time", () => {
    const presets = INFO.presets.map((preset) => ({
      ...preset,
      params: { ...preset.params, maxWork: 240 * (preset.params.timeBudgetMs ?? 250) },
    }));
    const info = { ...INFO, presets };
    expect(longerParams({ think: "fast", customMs: 1 }, info, state).maxWork).toBe(240 * 1500);
    // It is merged over the params of the evaluation that it continues.
    expect(longerParams({ think: "fast", customMs: 1 }, info, state, 9000).maxWork).toBeNull();
    expect(longerParams({ think: "fast", customMs: 1 }, { ...info, presets: [presets[0]!, INFO.presets[1]!] }, state).maxWork).toBeNull();
    expect(coachParams({ think: "custom", customMs: 777 }, info, state).maxWork).toBeNull();
    expect(coachParams({ think: "fast", customMs: 777 }, info, state).maxWork).toBe(240 * 250);
  });

  it("is longer for the same work when a played move is graded, so that a slow device gives the same grade", () => {
    const presets = INFO.presets.map((preset) => ({ ...preset, params: { ...preset.params, maxWork: 60_000 } }));
    const limited = { ...INFO, presets };
    const quick = { think: "fast", customMs: 777 } as const;
    expect(steadyParams(quick, limited, state)).toEqual({ ...coachParams(quick, limited, state), timeBudgetMs: 8 * 250 });
    expect(steadyParams(quick, INFO, state)).toEqual(coachParams(quick, INFO, state));
    const custom = { think: "custom", customMs: 777 } as const;
    expect(steadyParams(custom, limited, state)).toEqual(coachParams(custom, limited, state));
  });

  it("serves for at most as much time and work, with otherwise the same params", () => {
    const seeded = { evaluatorSeed: 1, timeBudgetMs: 250 };
    const served = (done: object, asked: object) => serves({ ...seeded, ...done }, { ...seeded, ...asked });
    expect([served({}, {}), served({ timeBudgetMs: 1500 }, {}), served({}, { timeBudgetMs: 1500 })]).toEqual([true, true, false]);
    expect([served({}, { maxWork: 9 }), served({ maxWork: 9 }, { maxWork: 9 }), served({ maxWork: null }, {})]).toEqual([true, true, true]);
    expect([served({ maxWork: 8 }, { maxWork: 9 }), served({ maxWork: 8 }, {}), served({ maxWork: 8 }, { maxWork: null })]).toEqual([
      false,
      false,
      false,
    ]);
    expect([served({ evaluator: "a" }, {}), served({ rolloutsPerAction: 9 }, {})]).toEqual([false, false]);
  });

  it("comes with a seed per position that differs from the game's", () => {
    expect(evaluatorSeed(state)).toBe(evaluatorSeed(pileState(3)));
    expect(evaluatorSeed(state)).not.toBe(evaluatorSeed(pileState(4)));
    expect(evaluatorSeed(state)).not.toBe(state.seed);
    expect(Number.isSafeInteger(evaluatorSeed(state))).toBe(true);
  });
});

describe("a game that is played to win or for points", () => {
  const presets = [
    { id: "win", name: "To win", params: {}, scale: "win" as const },
    { id: "exact", name: "For points", params: {}, scale: "points" as const },
  ];
  const info = { ...INFO, presets, winGrades: INFO.grades };
  const graded = (objective: string) => {
    const found = evaluation(null);
    return { evaluation: { ...found, metadata: { ...found.metadata, objective } } };
  };

  it("cannot be played to win alone", () => {
    expect(presetsFor(info, 1).map(({ id }) => id)).toEqual(["exact"]);
    expect(presetsFor(info, 2).map(({ id }) => id)).toEqual(["win", "exact"]);
    expect(presetsFor(INFO, 1)).toEqual(INFO.presets);
  });

  it("has a hint in the unit that is chosen, where there are two", () => {
    const of = (think: string, players: number, objective: string) => inChosenUnit({ think }, info, players, graded(objective).evaluation);
    expect([of("win", 2, "win"), of("win", 2, "points"), of("exact", 2, "points"), of("exact", 2, "win")]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([of("win", 1, "points"), inChosenUnit({ think: "max" }, INFO, 2, evaluation(null))]).toEqual([true, true]);
  });

  it("is judged as it was graded, and before that as the preset will grade it", () => {
    const of = (think: string, players: number, games: { evaluation: EvaluationView | null }[] = []) =>
      judgedByWin({ think }, info, games, players);
    expect([of("win", 2), of("gone", 3), of("exact", 2), of("win", 1)]).toEqual([true, true, false, false]);
    expect([of("win", 2, [graded("points")]), of("exact", 2, [graded("win"), { evaluation: null }])]).toEqual([false, true]);
  });
});
