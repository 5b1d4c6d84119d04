import { describe, expect, it } from "vitest";
import type { About, Summary } from "../../store";
import { EMPTY_BOX, type DrillCard } from "../mistakes/drills";
import { overviewOf } from "./overview";

const NOW = new Date("2026-11-22T12:00:00Z");
const ABOUT: About = {
  begun: null,
  moves: 10,
  opponents: [],
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

function game(saved: number, about: Partial<About> | null, key = `azul:play:${saved}`): Summary {
  const table = key.split(":").slice(0, 2).join(":");
  return { key, table, saved, aside: false, name: "", about: about === null ? null : { ...ABOUT, ...about } };
}

const overview = (games: Summary[], box = EMPTY_BOX) => overviewOf("azul", "azul_v1", games, box, NOW);

describe("the overview of a game", () => {
  it("has the unfinished game on the table, also if its summary is missing, and no finished or other one", () => {
    const begun = game(5, { over: false }, "azul:play");
    expect(overview([begun, game(4, { over: false })]).current).toBe(begun);
    const unknown = game(5, null, "azul:play");
    expect(overview([unknown]).current).toBe(unknown);
    expect(overview([game(5, {}, "azul:play"), game(6, { over: false }, "hearts:play")]).current).toBeNull();
  });

  it("knows whether today's game is open, begun or done", () => {
    const today = "2026-11-22";
    const left = game(1, { daily: today, over: false });
    const table = game(2, { daily: today, over: false }, "azul:play");
    const done = game(3, { daily: today });
    expect(overview([game(1, { daily: "2026-11-21" }), game(1, { daily: today }, "hearts:play:1")]).today).toEqual({ kind: "open" });
    expect(overview([left]).today).toEqual({ kind: "begun", game: left });
    expect(overview([left, table]).today).toEqual({ kind: "begun", game: table });
    expect(overview([left, table, done]).today).toEqual({ kind: "done", game: done });
  });

  it("counts the mistakes of the game that are due", () => {
    const card = (id: string, ruleset: string, due: number): DrillCard => ({
      id,
      state: { ruleset_id: ruleset } as DrillCard["state"],
      player: 0,
      loss: -1,
      box: 0,
      due,
      asked: 0,
    });
    const soon = NOW.getTime() + 1000;
    const cards = [card("a", "azul_v1", 0), card("b", "azul_v1", soon), card("c", "hearts_v1", 0)];
    expect(overview([], { version: 1, cards }).due).toBe(1);
  });

  it("has the last five results, and the losses over time in the unit of most games", () => {
    const games = [1, 2, 3, 4, 5, 6, 7].map((saved) => game(saved, { unit: saved === 7 ? "%" : "points", lost: saved }));
    const { last, trend } = overview(games.toReversed());
    expect(last.map(({ saved }) => saved)).toEqual([3, 4, 5, 6, 7]);
    expect(trend.unit).toBe("points");
    expect(trend.points.map(({ mean }) => mean * 4)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
