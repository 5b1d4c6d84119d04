import { describe, expect, test, vi } from "vitest";
import { StoreError, type About, type Store } from "../../store";
import { memoryStore } from "../../store/testing/memory";
import { filtered, NO_FILTER, opponentsIn } from "./filter";
import { Library, PAGE } from "./library.svelte";

const ABOUT: About = {
  begun: 1,
  moves: 12,
  opponents: ["Strong"],
  daily: null,
  over: true,
  outcome: "won",
  result: "You win, 52 to 30",
  graded: 6,
  lost: 3,
  worst: { index: 4, loss: 2 },
  unit: "points",
};

async function add(store: Store, table: string, about: Partial<About> | null, saved = 1000, name = ""): Promise<void> {
  const text = JSON.stringify({
    format: "hindsight-game",
    version: 1,
    ruleset_id: "pile",
    initial_state: { ruleset_id: "pile", saved },
    actions: [1, 2],
  });
  await store.games.add([{ table, text, saved, aside: false, name, about: about === null ? null : { ...ABOUT, ...about } }]);
}

async function library() {
  const store = memoryStore();
  await add(store, "azul:play", {}, 3000);
  await add(store, "hearts:play", { outcome: "lost", opponents: ["Skilled", "Beginner"] }, 2000, "Café");
  await add(store, "yatzy:play", { outcome: null, over: false, result: "", opponents: [] }, 1000);
  const shown = new Library(store, () => 3000 + 8 * 86_400_000);
  await shown.load();
  return { store, shown };
}

const tables = (games: readonly { table: string }[]): string[] => games.map(({ table }) => table.split(":")[0]!);

describe("the library", () => {
  test("keeps the game that was just deleted where it can be brought back, when the list is read again", async () => {
    const { shown } = await library();
    await shown.forget(shown.games[1]!.key);
    await shown.load();
    expect([tables(shown.found), shown.count]).toEqual([["azul", "hearts", "yatzy"], { found: 2, all: 2 }]);
    await shown.bringBack();
    expect([tables(shown.found), shown.count]).toEqual([["azul", "hearts", "yatzy"], { found: 3, all: 3 }]);
  });

  test("lists the games of all tables, the latest first", async () => {
    const { shown } = await library();
    expect(tables(shown.found)).toEqual(["azul", "hearts", "yatzy"]);
    expect([shown.loading, shown.unreadable, shown.slugs, shown.opponents]).toEqual([
      false,
      false,
      ["azul", "hearts", "yatzy"],
      ["Beginner", "Skilled", "Strong"],
    ]);
  });

  test.each([
    [{ slug: "hearts" }, ["hearts"]],
    [{ outcome: "won" as const }, ["azul"]],
    [{ outcome: "finished" as const }, ["azul", "hearts"]],
    [{ outcome: "unfinished" as const }, ["yatzy"]],
    [{ opponent: "Beginner" }, ["hearts"]],
    [{ text: " caf" }, ["hearts"]],
    [{ days: 7 }, []],
    [{ days: 30 }, ["azul", "hearts", "yatzy"]],
    [{ slug: "azul", outcome: "lost" as const }, []],
  ])("filters by %j", async (filter, found) => {
    const { shown } = await library();
    shown.change(filter);
    expect(tables(shown.found)).toEqual(found);
  });

  test("keeps the name of a game, also when the game is written again", async () => {
    const { store, shown } = await library();
    const { key } = shown.found[0]!;
    await shown.rename(key, "  The comeback ");
    await store.games.putOnTable("azul:play", key);
    await store.games.write("azul:play", { text: "{}", known: 2, writer: "me", about: ABOUT });
    await shown.load();
    expect(shown.found.find(({ table }) => table === "azul:play")).toMatchObject({ key: "azul:play", name: "The comeback" });
  });

  test("brings a deleted game back, with its name and summary", async () => {
    const { store, shown } = await library();
    const before = await store.games.all();
    const { key } = shown.found[1]!;
    await shown.forget(key);
    expect([shown.deleted?.game.key, shown.count]).toEqual([key, { found: 2, all: 2 }]);
    expect(await store.games.read(key)).toBeUndefined();
    await shown.bringBack();
    expect(shown.found[1]).toMatchObject({ key, name: "Café", about: { outcome: "lost" } });
    expect(await store.games.all()).toEqual(before);

    await shown.forget(shown.found[0]!.key);
    await shown.forget(shown.found[2]!.key);
    expect([shown.count.all, shown.found.length]).toEqual([1, 2]);
    await shown.bringBack();
    expect(tables(shown.found)).toEqual(["hearts", "yatzy"]);
  });

  test("keeps a deleted game at hand until it could be brought back, and shows the name that is stored", async () => {
    const { store, shown } = await library();
    const before = await store.games.all();
    const { key, name } = shown.found[1]!;
    await shown.forget(key);
    const full = new StoreError("full");
    vi.spyOn(store.games, "restore").mockRejectedValueOnce(full);
    await shown.bringBack();
    expect(shown.deleted?.game.key).toBe(key);
    await shown.bringBack();
    expect([shown.deleted, await store.games.all()]).toEqual([null, before]);

    vi.spyOn(store.games, "rename").mockRejectedValueOnce(full);
    await shown.rename(key, "Lost");
    expect(shown.games.find((game) => game.key === key)?.name).toBe(name);
  });

  test("describes games that were saved without a summary", async () => {
    const store = memoryStore();
    await add(store, "azul:play", null);
    await store.games.keepBeside("azul:play", "{cut");
    const shown = new Library(store);
    await shown.load();
    expect(shown.games.map(({ about }) => about?.moves ?? null).sort()).toEqual([2, null]);
    expect((await store.games.summaries()).filter(({ about }) => about !== null)).toHaveLength(1);
  });

  test("says when the storage does not answer", async () => {
    const store = memoryStore();
    vi.spyOn(store.games, "summaries").mockRejectedValue(new Error("silent"));
    const shown = new Library(store);
    await shown.load();
    expect([shown.loading, shown.unreadable]).toEqual([false, true]);
  });

  test("filters a thousand games, and shows a page of them", async () => {
    const games = Array.from({ length: 1000 }, (_, index) => ({
      key: `azul:play:${index}`,
      table: index % 2 === 0 ? "azul:play" : "yatzy:play",
      saved: index,
      aside: false,
      name: "",
      about: { ...ABOUT, opponents: [`Level ${index % 5}`] },
    }));
    expect(filtered(games, { ...NO_FILTER, slug: "azul", opponent: "Level 2" }, 0)).toHaveLength(100);
    expect(opponentsIn(games)).toHaveLength(5);
    expect(new Library(memoryStore()).shown).toBe(PAGE);
  });

  test("counts a game without a summary as unfinished, and dates from the wanted days on", () => {
    const summary = { key: "a", table: "azul:play", saved: 5 * 86_400_000, aside: false, name: "", about: null };
    const found = (filter: Partial<typeof NO_FILTER>, now = 0) => filtered([summary], { ...NO_FILTER, ...filter }, now).length;
    expect([found({ outcome: "unfinished" }), found({ outcome: "finished" }), found({ outcome: "won" })]).toEqual([1, 0, 0]);
    expect([found({ days: 2 }, 7 * 86_400_000), found({ days: 2 }, 7 * 86_400_000 + 1)]).toEqual([1, 0]);
  });
});
