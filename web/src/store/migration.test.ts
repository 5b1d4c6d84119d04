import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryStore, othersOf } from "./testing/memory";

const FORMER = "keyval-store";
const TEXT = '{"format":"hindsight-game"}';
let names = 0;
let name = "";

async function former(values: Record<string, unknown>): Promise<void> {
  const database = await openDB(FORMER, undefined, { upgrade: (made) => void made.createObjectStore("keyval") });
  for (const [key, value] of Object.entries(values)) await database.put("keyval", value, key);
  database.close();
}

describe("migration of an earlier version's data", () => {
  beforeEach(() => (name = `migration-${(names += 1)}`));
  afterEach(() => deleteDB(FORMER));

  it("copies games, those set aside, drill cards, and a person's files", async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const card = { id: "a", due: 4, state: { ruleset_id: "r" }, player: 0, loss: -1, box: 0, asked: 0 };
    await former({
      "game:azul:play": TEXT,
      "game:azul:play:loading": true,
      "game:yatzy:play:aside": "{cut",
      drills: { version: 1, cards: [card, { id: 7 }, null] },
      "swccg:replay": { name: "game.xml", bytes },
      "swccg:replay:opening": true,
    });
    const { games, cards, values } = memoryStore({ name });
    expect(await games.read("azul:play")).toMatchObject({ table: "azul:play", text: TEXT, revision: 1, aside: false });
    expect(await othersOf(games, "azul:play")).toEqual([]);
    expect(await games.read("yatzy:play")).toBeUndefined();
    expect(await othersOf(games, "yatzy:play")).toMatchObject([{ text: "{cut", aside: true }]);
    expect(await cards.all()).toEqual([card]);
    const replay = (await values.get("swccg:replay")) as { name: string; bytes: Uint8Array };
    expect([replay.name, [...replay.bytes]]).toEqual(["game.xml", [1, 2, 3]]);
    expect(await values.get("swccg:replay:opening")).toBeUndefined();
  });

  it("copies everything once and leaves the originals", async () => {
    await former({ "game:azul:play": TEXT, drills: { version: 1, cards: [{ id: "a", due: 4, state: { ruleset_id: "r" } }] } });
    const first = memoryStore({ name });
    await first.games.write("azul:play", { text: "played on", known: 1, writer: "me" });
    await first.cards.change([], ["a"]);
    const second = memoryStore({ name });
    expect((await second.games.read("azul:play"))?.text).toBe("played on");
    expect(await othersOf(second.games, "azul:play")).toEqual([]);
    expect(await second.cards.all()).toEqual([]);
    const database = await openDB(FORMER);
    expect(await database.get("keyval", "game:azul:play")).toBe(TEXT);
    database.close();
  });

  it("copies a game again after that version changed it, beside one that was played on here", async () => {
    await former({ "game:azul:play": "one", "game:yatzy:play": "one" });
    const first = memoryStore({ name });
    await first.games.write("yatzy:play", { text: "here", known: 1, writer: "me" });
    await former({ "game:azul:play": "two", "game:yatzy:play": "two" });
    const second = memoryStore({ name });
    // The revision rises, so that a writer of the previous one gets a conflict.
    expect(await second.games.read("azul:play")).toMatchObject({ text: "two", revision: 2 });
    expect(await othersOf(second.games, "azul:play")).toEqual([]);
    expect((await second.games.read("yatzy:play"))?.text).toBe("here");
    expect((await othersOf(second.games, "yatzy:play")).map(({ text }) => text)).toEqual(["two"]);
  });

  it("is retried later when storage is full, without blocking reads", async () => {
    await memoryStore({ name }).games.write("azul:play", { text: "here", known: 0, writer: "me" });
    await former({ "game:yatzy:play": TEXT });
    const info = vi.spyOn(console, "info").mockReturnValue(undefined);
    const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("disk full", "QuotaExceededError");
    });
    const second = memoryStore({ name });
    expect((await second.games.read("azul:play"))?.text).toBe("here");
    expect(info).toHaveBeenCalled();
    full.mockRestore();
    expect((await memoryStore({ name }).games.read("yatzy:play"))?.text).toBe(TEXT);
  });

  it("does not create the old database if there was none", async () => {
    await memoryStore({ name }).games.read("azul:play");
    expect((await indexedDB.databases()).map((each) => each.name)).not.toContain(FORMER);
  });
});
