import { describe, expect, it } from "vitest";
import type { EvaluationView } from "../../core/types";
import { gameScale, isWin, onScale, scaleOf, WIN_UNIT } from "./scale";

const band = (maxLoss: number | null) => ({ code: "BEST", label: "Best", maxLoss });
const both = { unit: "points", grades: [band(0.25)], winGrades: [band(5)] };
const points = { unit: "points", grades: [band(0.25)] };
const judged = (objective: string | null, deltaEv = -1) => ({
  evaluation: { deltaEv, metadata: { objective } } as unknown as EvaluationView,
});

describe("the scale of evaluations", () => {
  it("is that of chances to win where the game has grades for them", () => {
    const { evaluation } = judged("win");
    expect(scaleOf(both, evaluation)).toEqual({ unit: WIN_UNIT, bands: both.winGrades, win: true });
    expect(scaleOf(both, judged(null).evaluation)).toEqual({ unit: "points", bands: both.grades, win: false });
    // In another game the objective "win" only says how points were chosen.
    expect(scaleOf(points, evaluation)).toEqual({ unit: "points", bands: points.grades, win: false });
    expect(isWin(both, null)).toBe(false);
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
    expect(onScale(both, game, scale).map(({ evaluation }) => evaluation?.deltaEv ?? null)).toEqual([null, -2, null]);
    expect(onScale(both, game, gameScale(both, game.slice(0, 1))).map(({ evaluation }) => evaluation?.deltaEv ?? null)).toEqual([
      -3,
      null,
      null,
    ]);
    expect(gameScale(both, []).unit).toBe("points");
  });
});
