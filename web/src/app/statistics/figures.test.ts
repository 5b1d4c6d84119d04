import { describe, expect, it } from "vitest";
import type { About, Summary } from "../../store";
import { companyOf, figuresOf, finishedGames, pointsOf, unitsOf } from "./figures";

const ABOUT: About = {
  begun: null,
  moves: 10,
  opponents: ["Strong"],
  daily: null,
  over: true,
  outcome: "won",
  result: "",
  graded: 4,
  lost: 2,
  worst: null,
  unit: "points",
  squares: 2,
};

function game(saved: number, about: Partial<About> | null): Summary {
  return {
    key: `azul:play:${saved}`,
    table: "azul:play",
    saved,
    aside: false,
    name: "",
    about: about === null ? null : { ...ABOUT, ...about },
  };
}

describe("the figures of finished games", () => {
  it("are over finished games only, from the first to the last that was begun", () => {
    const games = [game(3, { begun: 1 }), game(2, null), game(5, { over: false }), game(2, {})];
    expect(finishedGames(games).map(({ saved }) => saved)).toEqual([3, 2]);
  });

  it("have the loss per decision with its standard error", () => {
    // Losses 0, 0, 1, 1 in each of two games: mean 0.5, sample variance 2/7 of eight values.
    const { loss, graded } = figuresOf(finishedGames([game(1, {}), game(2, {})]), "points");
    expect([graded, loss?.mean]).toEqual([8, 0.5]);
    expect(loss?.stderr).toBeCloseTo(Math.sqrt(2 / 7 / 8), 12);
  });

  it("leave the error open where a game of an earlier version lacks the squares", () => {
    const { squares: _, ...former } = ABOUT;
    const old: Summary = { ...game(1, null), about: former };
    expect(figuresOf(finishedGames([old, game(2, {})]), "points").loss).toEqual({ mean: 0.5, stderr: null });
  });

  it("do not mix units", () => {
    const games = finishedGames([game(1, {}), game(2, {}), game(3, { unit: "%", lost: 400, graded: 4, squares: 1e5 })]);
    expect(unitsOf(games)).toEqual(["points", "%"]);
    expect([figuresOf(games, "points").loss?.mean, figuresOf(games, "%").loss?.mean]).toEqual([0.5, 100]);
    expect(figuresOf(games, "points").games).toBe(3);
  });

  it("count results by opponent, however the opponents sat", () => {
    const games = finishedGames([
      game(1, { opponents: ["A", "B"], outcome: "lost" }),
      game(2, { opponents: ["B", "A"], outcome: "drawn" }),
      game(3, { opponents: [], outcome: null, score: 240 }),
      game(4, { opponents: [], outcome: null, score: 260 }),
      game(5, { opponents: [], outcome: null, score: 250 }),
    ]);
    const { opponents, score } = figuresOf(games, "points");
    expect(opponents.map(({ names, games: count, results }) => [names.join(), count, results])).toEqual([
      ["", 3, { won: 0, drawn: 0, lost: 0 }],
      ["A,B", 2, { won: 0, drawn: 1, lost: 1 }],
    ]);
    expect(score).toMatchObject({ mean: 250, games: 3, best: 260 });
    expect(score?.stderr).toBeCloseTo(10 / Math.sqrt(3), 12);
  });

  it("count the own score in games with an opponent where a score means something by itself", () => {
    const games = finishedGames([
      game(1, { opponents: [], outcome: null, score: 240 }),
      game(2, { opponents: ["Strong"], outcome: "lost", score: 260 }),
      game(3, { opponents: [], outcome: null, score: null }),
    ]);
    expect(figuresOf(games, "points", true).score).toMatchObject({ mean: 250, games: 2, best: 260 });
    expect(figuresOf(games, "points").score).toMatchObject({ mean: 240, games: 1 });
    expect(games.map(companyOf)).toEqual(["alone", "others", "others"]);
  });

  it("add up kinds of decisions, the costliest first, and keep luck apart", () => {
    const kinds = (lost: number) => [
      { code: "a", name: "A", graded: 2, lost: 1 },
      { code: "b", name: "B", graded: 1, lost },
    ];
    const games = finishedGames([game(1, { kinds: kinds(5), luck: 3 }), game(2, { kinds: kinds(1), luck: -1 }), game(3, { luck: null })]);
    const { kinds: found, luck } = figuresOf(games, "points");
    expect(found).toEqual([
      { code: "b", name: "B", graded: 2, lost: 6 },
      { code: "a", name: "A", graded: 4, lost: 2 },
    ]);
    expect(luck).toEqual({ mean: 1, stderr: 2, games: 2 });
  });

  it("put games in a row together where a chart would have too many points", () => {
    const games = finishedGames(Array.from({ length: 95 }, (_, index) => game(index, { lost: index < 90 ? 4 : 8 })));
    const points = pointsOf(games, 10);
    expect(points.map(({ games: count }) => count)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 5]);
    expect([points[0]?.mean, points.at(-1)?.mean, points.at(-1)?.at]).toEqual([1, 2, 94]);
    expect(pointsOf([], 10)).toEqual([]);
  });
});
