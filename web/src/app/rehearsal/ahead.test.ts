import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { asPort, FakeEngine, INFO } from "../../core/testing/fake-engine";
import type { EngineStatus, GameInfo } from "../../core/engine-port";
import { GAMES, type GameEntry } from "../../games/registry";
import { EngineStore } from "../session/engine.svelte";
import { loadPages, GamesAhead } from "./ahead";
import Home from "../home/Home.svelte";
import { HomeData } from "../home/home.svelte";
import { memoryStore } from "../../store/testing/memory";
import { DrillStore } from "../mistakes/drill-store.svelte";

const never = new AbortController().signal;

/** Games whose pages load in the order of `seen`; the page of a broken one is missing. */
function games(seen: string[], broken = ""): GameEntry[] {
  return ["one", "two", "three"].map((slug) => ({
    slug,
    rulesetId: slug,
    name: slug,
    summary: "",
    alone: false,
    picture: null,
    pages: [],
    screen: async () => {
      seen.push(slug);
      if (slug === broken) throw new Error("It is gone.");
      return {} as never;
    },
  }));
}

/** The rest of what the start page needs, for somebody who is new here. */
function homeOf() {
  const store = memoryStore();
  return { data: new HomeData(store), box: new DrillStore(store) };
}

class Five extends FakeEngine {
  override async listGames(): Promise<GameInfo[]> {
    return GAMES.map(({ rulesetId }) => ({ ...INFO, rulesetId }));
  }
}

afterEach(() => Object.defineProperty(navigator, "connection", { value: undefined, configurable: true }));

describe("the pages of the games", () => {
  it("are all loaded, in order", async () => {
    const seen: string[] = [];
    await loadPages(games(seen), never);
    expect(seen).toEqual(["one", "two", "three"]);
  });

  it("are not loaded for a person who saves data", async () => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
    const seen: string[] = [];
    await loadPages(games(seen), never);
    expect(seen).toEqual([]);
  });

  it("are not loaded after one that is missing", async () => {
    const seen: string[] = [];
    await loadPages(games(seen, "two"), never);
    expect(seen).toEqual(["one", "two"]);
  });

  it("are not loaded once the start page is left", async () => {
    const seen: string[] = [];
    await loadPages(games(seen), AbortSignal.abort());
    expect(seen).toEqual([]);
  });
});

describe("the rules of the games", () => {
  it("are imported one after another, without their coaches", async () => {
    const fake = new FakeEngine();
    await new GamesAhead(new EngineStore(asPort(fake)), games([])).run(never);
    expect(fake.screensPrepared).toEqual(["one", "two", "three"]);
    expect(fake.prepared).toEqual([]);
  });

  it("are imported first of the game that a person is about to open", async () => {
    const fake = new FakeEngine();
    const seen: string[] = [];
    const three = games(seen);
    const rules = new GamesAhead(new EngineStore(asPort(fake)), three);
    rules.favour(three[2]!);
    await rules.run(never);
    expect(fake.screensPrepared).toEqual(["three", "one", "two"]);
    expect(seen).toEqual(["three"]);
  });

  it("are all that a person who saves data gets ahead: no game is begun", async () => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
    const fake = new Five();
    const begun = vi.spyOn(fake, "newGame");
    const engine = new EngineStore(asPort(fake));
    await vi.waitFor(() => expect(engine.ready).toBe(true), 10_000);
    await new GamesAhead(engine, GAMES).run(never);
    expect(fake.screensPrepared).toHaveLength(GAMES.length);
    expect(begun).not.toHaveBeenCalled();
  });

  it("are followed by the first game on each board", async () => {
    const fake = new Five();
    const begun = vi.spyOn(fake, "newGame");
    const engine = new EngineStore(asPort(fake));
    await vi.waitFor(() => expect(engine.ready).toBe(true), 10_000);
    await new GamesAhead(engine, GAMES).run(never);
    const boards = GAMES.flatMap((game) => ("load" in game ? [game.rulesetId] : []));
    expect(begun.mock.calls.map(([ruleset]) => ruleset)).toEqual(boards);
  });

  it("are not imported once the start page is left", async () => {
    const fake = new FakeEngine();
    await new GamesAhead(new EngineStore(asPort(fake)), games([])).run(AbortSignal.abort());
    expect(fake.screensPrepared).toEqual([]);
  });
});

describe("the start page", () => {
  it("has the rules of all games imported, the one pointed at first", async () => {
    const fake = new Five();
    const engine = new EngineStore(asPort(fake));
    render(Home, { engine, ...homeOf() });
    await vi.waitFor(() => expect(engine.ready).toBe(true), 10_000);
    await fireEvent.pointerEnter(await screen.findByTestId("open-hearts-play"));
    await vi.waitFor(() => expect(fake.screensPrepared).toHaveLength(GAMES.length), { timeout: 20_000 });
    expect(fake.screensPrepared[0]).toBe("hearts_v1");
  });

  it("waits with the pages until the engine's files are there", async () => {
    // The last one, which no other test loads through the cache of the registry.
    const load = vi.spyOn(GAMES.find((game) => "screen" in game) as { screen: () => Promise<unknown> }, "screen");
    const fake = new Five();
    const loading = (stage: "Downloading the engine" | "Starting Python"): EngineStatus => ({
      phase: "loading",
      stage,
      loadedBytes: 0,
      totalBytes: 0,
    });
    fake.say(loading("Downloading the engine"));
    render(Home, { engine: new EngineStore(asPort(fake)), ...homeOf() });
    await new Promise((done) => setTimeout(done, 500));
    expect(load).not.toHaveBeenCalled();
    fake.say(loading("Starting Python"));
    await vi.waitFor(() => expect(load).toHaveBeenCalled(), { timeout: 20_000 });
  });
});
