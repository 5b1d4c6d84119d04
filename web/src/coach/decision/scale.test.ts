import { describe, expect, it } from "vitest";
import type { EvaluationView } from "../../core/types";
import { gameScale, isWin, onScale, scaleOf, WIN_UNIT } from "./scale";

const band = (maxLoss: number | null) => ({ code: "BEST", label: "Best", maxLoss });
const both = { unit: "points", grades: [band(0.25)], winGrades: [band(5)] };
const LIMITS = [{ scale: "win" as const, unit: "points of a hundred", good: 0.5, inaccuracy: 5, mistake: 10, blunder: 15 }];
const points = { unit: "points", grades: [band(0.25)] };
const judged = (objective: string | null, deltaEv = -1) => ({
  evaluation: { deltaEv, metadata: { objective } } as unknown as EvaluationView,
});

describe("the scale of evaluations", () => {
  it("is that of chances to win where the game has grades for them", () => {
    const { evaluation } = judged("win");
    expect(scaleOf(both, evaluation)).toEqual({ unit: WIN_UNIT, bands: both.winGrades, win: true, verdicts: false, limits: [] });
    expect(scaleOf(both, judged(null).evaluation)).toEqual({ unit: "points", bands: both.grades, win: false, verdicts: false, limits: [] });
    expect(scaleOf({ ...points, verdictLimits: LIMITS }, evaluation)).toMatchObject({ unit: "%", win: true, verdicts: true });
    expect(isWin(null)).toBe(false);
  });

  it("is that of chances to win whatever is tried for them", () => {
    const shoot = judged("shoot").evaluation;
    expect([isWin(shoot), isWin({ ...shoot, winProbability: 0.4 })]).toEqual([false, true]);
    // In Azul the chance to win stands beside points.
    expect(isWin({ ...judged(null).evaluation, winProbability: 0.4 })).toBe(false);
  });

  it("of a game is that of most of its evaluations", () => {
    const long = [judged(null), judged(null), judged("win"), { evaluation: null }];
    expect(gameScale(both, long).win).toBe(false);
    expect(gameScale(both, [...long, judged("win"), judged("win")]).win).toBe(true);
  });

  it("of a game is that of its latest evaluation if there are as many of each, and leaves out those in another unit", () => {
    const game = [judged(null, -3), judged("win", -2), { evaluation: null }];
    const scale = gameScale(both, game);
    expect(scale.win).toBe(true);
    expect(onScale(game, scale).map(({ evaluation }) => evaluation?.deltaEv ?? null)).toEqual([null, -2, null]);
    expect(onScale(game, gameScale(both, game.slice(0, 1))).map(({ evaluation }) => evaluation?.deltaEv ?? null)).toEqual([-3, null, null]);
    expect(gameScale(both, []).unit).toBe("points");
  });

  it("of a game whose end alone is judged by chances to win stays points", () => {
    const game = [judged("points", -3), judged("win", -40)];
    const scale = gameScale(points, game);
    expect(scale.unit).toBe("points");
    expect(onScale(game, scale).map(({ evaluation }) => evaluation?.deltaEv ?? null)).toEqual([-3, null]);
  });
});
