import { beforeEach, describe, expect, test, vi } from "vitest";
import { memoryStore, othersOf } from "../../store/testing/memory";
import { textsKept } from "../../store/texts";
import { DATA } from "../words/library";
import { DataProblem, exportData, importData } from "./exchange";

const NOW = new Date("2026-11-22T12:00:00Z");
const record = (seed: number, ...actions: number[]): string =>
  JSON.stringify({ format: "hindsight-game", version: 1, ruleset_id: "pile", initial_state: { ruleset_id: "pile", seed }, actions });
const card = (id: string, asked: number) => ({ id, state: { ruleset_id: "pile" }, player: 0, loss: -1, box: 0, due: 5, asked });

beforeEach(() => localStorage.clear());

async function filled() {
  const store = memoryStore();
  await store.games.write("azul:play", { text: record(1, 1, 2), known: 0, writer: "a" });
  await store.games.keepBeside("azul:play", record(2, 7));
  await store.games.rename((await othersOf(store.games, "azul:play"))[0]!.key, "Kept");
  await store.cards.change([card("one", 3), card("two", 1)], []);
  await store.values.set("replay", new Uint8Array([0, 200, 255]));
  localStorage.setItem("hindsight:settings", '{"hints":true}');
  localStorage.setItem("hindsight:opening:azul:play", "1");
  return { store, text: await exportData(store, NOW) };
}

const texts = async (store: ReturnType<typeof memoryStore>): Promise<string[]> => (await store.games.all()).map(({ text }) => text).sort();

describe("all data as one file", () => {
  test("comes back complete in an empty browser", async () => {
    const { store, text } = await filled();
    localStorage.clear();
    const fresh = memoryStore();
    expect(await importData(fresh, text)).toEqual({ games: 2, cards: 2, skipped: 0, texts: true });
    expect(await texts(fresh)).toEqual(await texts(store));
    expect((await fresh.games.summaries()).map(({ name }) => name).sort()).toEqual(["", "Kept"]);
    expect(await fresh.cards.all()).toEqual(await store.cards.all());
    expect([...((await fresh.values.get("replay")) as Uint8Array)]).toEqual([0, 200, 255]);
    expect({ ...localStorage }).toMatchObject({ "hindsight:settings": '{"hints":true}' });
    expect(localStorage.getItem("hindsight:opening:azul:play")).toBeNull();
  });

  test("adds nothing when everything is here already", async () => {
    const { store, text } = await filled();
    const before = await texts(store);
    expect(await importData(store, text)).toEqual({ games: 0, cards: 0, skipped: 0, texts: false });
    expect(await texts(store)).toEqual(before);
    expect(await store.values.names("replay")).toEqual(["replay"]);
  });

  test("keeps both versions of a game that went on in two places, and of a value that differs", async () => {
    const { store, text } = await filled();
    await store.games.write("azul:play", { text: record(1, 1, 9), known: null, writer: "a" });
    await store.values.set("replay", new Uint8Array([1]));
    expect((await importData(store, text)).games).toBe(1);
    expect(await texts(store)).toEqual([record(1, 1, 2), record(1, 1, 9), record(2, 7)].sort());
    expect((await store.games.read("azul:play"))?.text).toBe(record(1, 1, 9));
    expect([...((await store.values.get("replay")) as Uint8Array)]).toEqual([1]);
    expect(await store.values.names("replay")).toHaveLength(2);
  });

  test("adds a game that was played on elsewhere, and leaves out its beginning", async () => {
    const { store, text } = await filled();
    const [later, earlier] = [memoryStore(), memoryStore()];
    await earlier.games.write("azul:play", { text: record(1, 1), known: 0, writer: "b" });
    await later.games.write("azul:play", { text: record(1, 1, 2, 3), known: 0, writer: "b" });
    expect((await importData(earlier, text)).games).toBe(2);
    expect((await importData(later, text)).games).toBe(1);
    expect((await importData(store, await exportData(later, NOW))).games).toBe(1);
  });

  test("distinguishes games from a table by what chance gave, and takes along what is needed to continue", async () => {
    const entered = (token: string, entering = {}): string =>
      JSON.stringify({ ...(JSON.parse(record(0, 1)) as object), source: "entered", notation: `1. ${token} a1`, entering });
    const about = {
      begun: 1,
      moves: 1,
      opponents: [],
      daily: null,
      over: false,
      outcome: null,
      result: "",
      graded: 0,
      lost: 0,
      worst: null,
      unit: "",
    };
    const from = memoryStore();
    for (const [key, text] of [
      ["r", entered("R")],
      ["g", entered("G", { seen: { hands: [] } })],
    ] as const) {
      await from.games.writeOther("azul:review", key, { text, known: 0, writer: "a", about: { ...about, source: "entered" } }, true);
    }
    const store = memoryStore();
    const text = await exportData(from, NOW);
    expect((await importData(store, text)).games).toBe(2);
    expect(await texts(store)).toEqual([entered("R"), entered("G", { seen: { hands: [] } })].sort());
    expect((await store.games.summaries()).map(({ about: found }) => found?.source)).toEqual(["entered", "entered"]);
    expect((await importData(store, text)).games).toBe(0);
  });

  test("puts a game on its table where that is free, and beside a game that is there", async () => {
    const from = memoryStore();
    await from.games.write("azul:play", { text: record(1, 1), known: 0, writer: "a" });
    const text = await exportData(from, NOW);
    const [empty, busy] = [memoryStore(), memoryStore()];
    const placed: unknown[] = [];
    empty.games.removed.subscribe((each) => each !== null && placed.push(each));
    await busy.games.write("azul:play", { text: record(2, 2), known: 0, writer: "b" });
    for (const store of [empty, busy]) await importData(store, text);
    expect((await empty.games.read("azul:play"))?.text).toBe(record(1, 1));
    expect(placed).toEqual([{ key: "azul:play", back: true }]);
    expect((await busy.games.read("azul:play"))?.text).toBe(record(2, 2));
    expect(await texts(busy)).toHaveLength(2);
  });

  test("takes a card over only if it was practised more", async () => {
    const { text } = await filled();
    const store = memoryStore();
    await store.cards.change([card("one", 4), card("two", 0)], []);
    expect((await importData(store, text)).cards).toBe(1);
    expect((await store.cards.all()).map(({ id, ...other }) => [id, (other as unknown as { asked: number }).asked])).toEqual([
      ["one", 4],
      ["two", 1],
    ]);
  });

  test.each([null, { action: 1, evaluation: { candidates: [] } }])("takes a card over without a broken grade: %j", async (graded) => {
    const { text } = await filled();
    const file = JSON.stringify({ ...(JSON.parse(text) as object), cards: [{ ...card("one", 3), graded }] });
    const store = memoryStore();
    expect((await importData(store, file)).cards).toBe(1);
    expect(await store.cards.all()).toStrictEqual([card("one", 3)]);
  });

  test("does not change settings that a person chose, nor statistics of more games", async () => {
    const { text } = await filled();
    localStorage.setItem("hindsight:settings", '{"coach":false}');
    await importData(memoryStore(), text);
    expect(localStorage.getItem("hindsight:settings")).toBe('{"coach":false}');
    const key = "hindsight:statistics:hearts_v1";
    const file = (games: number): string =>
      JSON.stringify({ ...(JSON.parse(text) as object), texts: { [key]: JSON.stringify({ games }) } });
    await importData(memoryStore(), file(5));
    await importData(memoryStore(), file(3));
    expect(localStorage.getItem(key)).toBe('{"games":5}');
  });

  test.each([
    ["no JSON", "{", DATA.notData],
    ["another file", '{"format":"other","version":1}', DATA.notData],
    ["broken bytes", '{"format":"hindsight-data","version":1,"values":{"a":{"$bytes":"*"}}}', DATA.notData],
    ["a newer version", '{"format":"hindsight-data","version":2}', DATA.newer],
  ])("is refused with one sentence: %s", async (_, text, sentence) => {
    const store = memoryStore();
    await expect(importData(store, text)).rejects.toThrow(new DataProblem(sentence));
    expect(await store.games.all()).toEqual([]);
  });

  test("leaves out what is no game, and reads only summaries of the right shape", async () => {
    const good = { table: "azul:play", text: record(3), saved: 4, aside: false, name: "x".repeat(200), about: { result: { html: "<b>" } } };
    const games = [good, { ...good, text: "{" }, { ...good, table: "../x" }, null, 5];
    const store = memoryStore();
    const file = JSON.stringify({
      format: "hindsight-data",
      version: 1,
      games,
      cards: [{ id: 5 }],
      texts: { other: "x", "hindsight:n": 4 },
    });
    expect(await importData(store, file)).toEqual({ games: 1, cards: 0, skipped: 4, texts: false });
    const [summary] = await store.games.summaries();
    expect(summary).toMatchObject({ saved: 4, about: { result: "", moves: 0 } });
    expect(summary?.name).toHaveLength(80);
    expect({ ...localStorage }).toEqual({});
  });

  test("takes what summaries have by now along, also from a file of an earlier version, but nothing of a wrong shape", async () => {
    const former = {
      begun: 1,
      moves: 2,
      opponents: [],
      daily: null,
      over: true,
      outcome: "won",
      result: "",
      graded: 1,
      lost: 2,
      worst: null,
    };
    const sketch = [["ink", 0, 0, 1, 1, "r"]];
    const more = {
      identity: "1a2b",
      squares: 4,
      kinds: [{ code: "a", name: "A", graded: 1, lost: 2 }],
      luck: -1,
      score: 7,
      mover: "You",
      sketch,
    };
    const broken = {
      identity: 5,
      squares: "4",
      kinds: [{ code: 1 }],
      luck: {},
      score: null,
      mover: 3,
      sketch: [["ink", 0, 0, 1, 1, "url(x)"]],
    };
    const abouts = [former, { ...former, ...more }, { ...former, ...broken }].map((about) => ({ ...about, unit: "points" }));
    const games = abouts.map((about, index) => ({ table: "azul:play", text: record(index), saved: index, aside: false, name: "", about }));
    const store = memoryStore();
    await importData(store, JSON.stringify({ format: "hindsight-data", version: 1, games }));
    const found = (await store.games.summaries()).toReversed().map(({ about }) => about);
    const plain = { ...abouts[0], sketch: null };
    expect(found).toEqual([plain, { ...plain, ...more }, plain]);
  });

  test("is written to the store in one go, or not at all", async () => {
    const { text } = await filled();
    const name = "in-one-go";
    const store = memoryStore({ name });
    // Opened before, so that the limit of a read need not suffice for that as well.
    expect(await store.games.readAtLast("azul:play")).toBeUndefined();
    const write = IDBObjectStore.prototype.put;
    let writes = 0;
    // The disk is full after the first game, and for this store only: others may still have something to write.
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...values) {
      if (this.transaction.db.name === name && (writes += 1) > 2) throw new DOMException("disk full", "QuotaExceededError");
      return write.apply(this, values);
    });
    try {
      await expect(importData(store, text)).rejects.toThrow("full");
    } finally {
      put.mockRestore();
    }
    expect(writes).toBe(3);
    expect([await store.games.all(), await store.games.summaries()]).toEqual([[], []]);
  });
});

test("texts that the browser refuses are not passed over in silence", async () => {
  const { text } = await filled();
  localStorage.clear();
  const set = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const store = memoryStore();
  await expect(importData(store, text)).rejects.toThrow("full");
  expect(textsKept.current).toBe(false);
  set.mockRestore();
  // The games are here by now; a second attempt adds the rest.
  expect(await importData(store, text)).toEqual({ games: 0, cards: 0, skipped: 0, texts: true });
  expect(textsKept.current).toBe(true);
});

test("deleting everything also deletes what the first versions of the page left", async () => {
  const { store } = await filled();
  await store.clear();
  expect([await store.games.all(), await store.games.summaries(), await store.cards.all(), await store.values.all()]).toEqual([
    [],
    [],
    [],
    {},
  ]);
  expect(Object.keys(localStorage).filter((key) => !key.includes("opening") && !key.includes("version"))).toEqual([]);
});
