import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { Autosave } from "../record/autosave";
import { Forecast } from "./forecast.svelte";
import ForecastSide from "../panels/ForecastSide.svelte";
import { ALONE, FRIEND } from "../new-game/choice";
import { PlayGame } from "../play/play.svelte";
import { against, context, diceContext, memoryStore, rest, tugContext } from "../testing/setup";
import type { GameState } from "../../core/session";

async function played(opponent: string, ...actions: object[]) {
  const set = diceContext({ coach: false });
  const play = new PlayGame(set.context, new Autosave("dice", memoryStore()));
  await play.restore();
  await play.start(against(opponent), 5);
  for (const action of actions) await play.move(action);
  await rest();
  const states: GameState[] = play.table.session!.decisions.map(({ state }) => state);
  return { ...set, play, states };
}

const TAKE = { take: true };
const AGAIN = { again: true };
const of = (asked: string[], what: string): number => asked.filter((each) => each === what).length;

describe("the forecast of a game", () => {
  it("queries all positions together, and later only new ones", async () => {
    const { fake, states, context: parts } = await played(ALONE, TAKE, AGAIN);
    const forecast = new Forecast(parts);
    forecast.follow(states.slice(0, 2), 0);
    await rest();
    expect(of(fake.asked, "forecast")).toBe(1);
    forecast.follow(states, 0);
    await rest();
    expect(of(fake.asked, "forecast")).toBe(2);
    forecast.follow(states, 0);
    await rest();
    expect(of(fake.asked, "forecast")).toBe(2);
    expect(forecast.view(states, 1, 0, 0).lines).toEqual([[10, 6, 6]]);
  });

  it("queries the spread of each completed turn once, but not expensive ones", async () => {
    const { fake, states, context: parts } = await played(ALONE, TAKE, AGAIN, TAKE);
    const forecast = new Forecast(parts);
    forecast.follow(states, 0);
    await rest();
    expect(fake.densities).toEqual([{ sum: 0, turns: 0 }]);
    const { band, spread } = forecast.view(states, 1, 0, 3);
    expect(band.map(({ index, guessed }) => [index, guessed])).toEqual([
      [0, false],
      [3, true],
    ]);
    // At the end of the game the score is final.
    expect(spread).toEqual({ p10: 2, p50: 2, p90: 2 });
    expect(forecast.view(states, 1, 0, 0).spread).toEqual({ p10: 2, p50: 5, p90: 9 });
    expect(forecast.view(states, 1, 0, 2).spread).toBeNull();
    forecast.follow(states, 0);
    await rest();
    expect(fake.densities).toHaveLength(1);
  });

  it("has a line for each player", async () => {
    const { states, context: parts } = await played(FRIEND, TAKE);
    const forecast = new Forecast(parts);
    forecast.follow(states, 1);
    await rest();
    expect(forecast.view(states, 2, 1, 1).lines).toEqual([
      [10, 6],
      [10, 10],
    ]);
  });

  it("stops when it leaves the page, and continues when it is back", async () => {
    const { fake, states, context: parts } = await played(ALONE, TAKE);
    const forecast = new Forecast(parts);
    let letGo = (): void => undefined;
    fake.held = new Promise((resolve) => (letGo = resolve));
    forecast.follow(states, 0);
    await rest();
    expect(of(fake.asked, "density")).toBe(1);
    forecast.leave();
    letGo();
    fake.held = null;
    await rest();
    expect(fake.densities).toEqual([]);
    forecast.follow(states, 0);
    await rest();
    expect(fake.densities).toHaveLength(1);
  });

  it("does not repeat failed queries, and works without them", async () => {
    const { fake, states, context: parts } = await played(ALONE, TAKE);
    const query = fake.query.bind(fake);
    fake.query = async (ruleset, name, args, options) => {
      if (name === "density") throw new Error("No table.");
      return query(ruleset, name, args, options);
    };
    const forecast = new Forecast(parts);
    forecast.follow(states, 0);
    await rest();
    expect(forecast.view(states, 1, 0, 0)).toMatchObject({ lines: [[10, 6]], band: [], spread: null });
  });

  it("retries when there is a new position, and when it is opened again", async () => {
    const { fake, play, states, context: parts } = await played(ALONE, TAKE);
    const query = fake.query.bind(fake);
    let failing = true;
    fake.query = async (ruleset, name, args, options) => {
      if (failing && name === "forecast") throw new Error("Not now.");
      return query(ruleset, name, args, options);
    };
    const forecast = new Forecast(parts);
    forecast.follow(states, 0);
    await rest();
    failing = false;
    // The same game with new findings.
    forecast.follow([...states], 0);
    await rest();
    expect(forecast.view(states, 1, 0, 0).lines).toEqual([[null, null]]);
    await play.move(AGAIN);
    const more = play.table.session!.decisions.map(({ state }) => state);
    forecast.follow(more, 0);
    await rest();
    expect(forecast.view(more, 1, 0, 0).lines).toEqual([[10, 6, 6]]);
    failing = true;
    const back = new Forecast(parts);
    back.follow(states, 0);
    await rest();
    back.leave();
    failing = false;
    back.follow(states, 0);
    await rest();
    expect(back.view(states, 1, 0, 0).lines).toEqual([[10, 6]]);
  });

  it("is one line where both players share one score", async () => {
    const set = tugContext({ coach: false });
    const play = new PlayGame(set.context, new Autosave("tug", memoryStore()));
    await play.restore();
    await play.start(against("one", 1), 5);
    await play.move({ put: true });
    await rest();
    const states = play.table.session!.decisions.map(({ state }) => state);
    const { container } = render(ForecastSide, { table: play.table, states, player: 1, names: ["One", "You"], onGo: () => undefined });
    await rest();
    expect(container.querySelectorAll("path.line[data-player]")).toHaveLength(1);
    // The score belongs to neither player.
    expect(container.querySelector(".legend")).toBeNull();
    expect(screen.getByTestId("outlook").textContent).toBe("Expected 6 points");
    expect(screen.getByTestId("forecast-chart").getAttribute("aria-valuetext")).not.toMatch(/One|You/);
  });

  it("is on the page only where the game offers it", async () => {
    const { play, states } = await played(ALONE, TAKE);
    render(ForecastSide, { table: play.table, states, player: 0, names: ["You"], onGo: () => undefined });
    await rest();
    expect(screen.getByTestId("outlook").textContent).toBe("Expected 6 points");
    const pile = new PlayGame(context().context, new Autosave("pile", memoryStore()));
    expect(pile.table.forecast.offered).toBe(false);
  });
});
