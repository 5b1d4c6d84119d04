import { deleteDB, openDB } from "idb";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Games, Known } from "./games";
import { freshKey, freshMark } from "./keys";
import { SCHEMA_VERSION, type About } from "./schema";
import { memoryStore, othersOf } from "./testing/memory";

let names = 0;
/** Writes as a new writer each time. */
const write = (games: Games, text: string, known: Known) => games.write("t", { text, known, writer: freshMark() });
const BLANK = { begun: null, opponents: [], daily: null, outcome: null, result: "", graded: 0, lost: 0, worst: null, unit: "points" };
const freshName = (): string => `store-test-${(names += 1)}`;

afterEach(() => {
  vi.useRealTimers();
});

describe("games", () => {
  it("are overwritten only by a writer that knows the current revision", async () => {
    const { games } = memoryStore();
    expect(await write(games, "one", 0)).toEqual({ kind: "written", revision: 1 });
    expect(await write(games, "two", 1)).toEqual({ kind: "written", revision: 2 });
    expect(await write(games, "stale", 1)).toEqual({ kind: "conflict" });
    expect(await write(games, "new", 0)).toEqual({ kind: "conflict" });
    expect(await games.read("t")).toMatchObject({ text: "two", revision: 2, aside: false });
  });

  it("are overwritten by their own writer even before it knows the new revision", async () => {
    const { games } = memoryStore();
    const writing = (text: string, known: Known) => games.write("t", { text, known, writer: "me" });
    await write(games, "before", null);
    expect(await Promise.all([writing("one", null), writing("two", null)])).toMatchObject([{ revision: 2 }, { revision: 3 }]);
    expect((await games.read("t"))?.text).toBe("two");
    expect((await othersOf(games, "t")).map(({ text }) => text)).toEqual(["before"]);
  });

  it("keep the date of their end when they are graded later", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1000 });
    const { games } = memoryStore();
    const about = (moves: number, over: boolean): About => ({ ...BLANK, moves, over });
    const writing = async (
      moves: number,
      over: boolean,
      now: number,
      actions = moves,
    ): Promise<[number | undefined, number | undefined]> => {
      vi.setSystemTime(now);
      const text = JSON.stringify({ actions: Array(actions).fill(now) });
      const wanted = { text, known: null, writer: "me", about: about(moves, over) };
      await games.write("t", wanted);
      await games.writeOther("t", "other", wanted, false);
      const other = (await games.all()).find(({ key }) => key === "other");
      return [(await games.read("t"))?.saved, other?.saved];
    };
    expect(await writing(3, false, 2000)).toEqual([2000, 2000]);
    expect(await writing(3, false, 3000)).toEqual([3000, 3000]);
    expect(await writing(4, true, 4000)).toEqual([4000, 4000]);
    expect(await writing(4, true, 5000)).toEqual([4000, 4000]);
    // What counts as a move may change from one version to the next.
    expect(await writing(2, true, 5500, 4)).toEqual([4000, 4000]);
    expect(await writing(5, true, 6000)).toEqual([6000, 6000]);
  });

  it("have their old summaries completed only as they were read", async () => {
    const { games } = memoryStore();
    const about = (lost: number): About => ({ ...BLANK, moves: 4, over: true, lost });
    const graded = (lost: number) => games.write("t", { text: "one", known: null, writer: "me", about: about(lost) });
    const lost = async (): Promise<number | undefined> => (await games.summaries())[0]?.about?.lost;
    await graded(1);
    await graded(2);
    await games.complete("t", about(1), about(9));
    expect(await lost()).toBe(2);
    await games.complete("t", about(2), about(9));
    expect(await lost()).toBe(9);
  });

  it("are kept beside the new game of a writer that knows nothing", async () => {
    const { games } = memoryStore();
    await write(games, "one", 0);
    await write(games, "two", null);
    expect((await games.read("t"))?.text).toBe("two");
    expect((await othersOf(games, "t")).map(({ text }) => text)).toEqual(["one"]);
  });

  it("swap places with the table's current game when they are put on the table", async () => {
    const { games } = memoryStore();
    await write(games, "one", 0);
    await games.setAside("t", 1);
    expect(await games.read("t")).toBeUndefined();
    await write(games, "two", 0);
    const [aside] = await othersOf(games, "t");
    expect(aside).toMatchObject({ text: "one", aside: true });
    await games.putOnTable("t", aside!.key);
    expect(await games.read("t")).toMatchObject({ text: "one", aside: false });
    expect((await othersOf(games, "t")).map(({ text }) => text)).toEqual(["two"]);
    expect(await othersOf(games, "other")).toEqual([]);
  });

  it("are not set aside after they have changed", async () => {
    const { games } = memoryStore();
    await write(games, "one", 0);
    await write(games, "two", 1);
    await games.setAside("t", 1);
    expect((await games.read("t"))?.text).toBe("two");
  });

  it("get unique keys", () => {
    const keys = Array.from({ length: 50 }, () => freshKey("azul:play"));
    expect(new Set(keys).size).toBe(50);
    expect(keys.every((key) => /^azul:play:[a-z0-9]+$/.test(key))).toBe(true);
  });
});

describe("connection", () => {
  it("reports a silent database, and completes the writes when it answers after all", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answers: (() => void)[] = [];
    const open = indexedDB.open.bind(indexedDB);
    const opened = vi.spyOn(indexedDB, "open").mockImplementation((...asked) => {
      // The request fires no events until it is answered.
      const heard: [string, () => void][] = [];
      const silent = Object.assign(Object.create(IDBOpenDBRequest.prototype) as IDBOpenDBRequest, {
        addEventListener: (type: string, listener: () => void) => void heard.push([type, listener]),
        removeEventListener: () => undefined,
      });
      answers.push(() => {
        const request = open(...asked);
        for (const type of ["result", "transaction"] as const) Object.defineProperty(silent, type, { get: () => request[type] });
        for (const [type, listener] of heard) request.addEventListener(type, listener);
      });
      return silent;
    });
    const { games, health } = memoryStore();
    const read = games.read("t").catch((error: Error) => error.message);
    const written = write(games, "one", null);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await read).toContain("silent");
    expect(health.current).toBe("silent");
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    opened.mockRestore();
    answers.forEach((answer) => answer());
    expect(await written).toMatchObject({ kind: "written" });
    expect((await games.readAtLast("t"))?.text).toBe("one");
    expect(health.current).toBe("kept");
  });

  it("reports refused or full storage, and recovers", async () => {
    const { games, values, health } = memoryStore();
    await write(games, "one", 0);
    const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("disk full", "QuotaExceededError");
    });
    await expect(write(games, "two", 1)).rejects.toThrow("full");
    expect(health.current).toBe("full");
    full.mockRestore();
    // That something small fits does not mean that games do.
    await values.set("x", 1);
    expect(health.current).toBe("full");
    expect(await write(games, "two", 1)).toMatchObject({ kind: "written" });
    expect(health.current).toBe("kept");
    const refused = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("no", "UnknownError");
    });
    await expect(values.set("x", 1)).rejects.toThrow("refused");
    expect(health.current).toBe("refused");
    refused.mockRestore();
  });

  it("reads from a newer database without writing to it", async () => {
    const name = freshName();
    const before = memoryStore({ name });
    await write(before.games, "one", 0);
    // A newer version of the page: this one closes its connection at once.
    const newer = await openDB(name, SCHEMA_VERSION + 1);
    expect(before.health.current).toBe("newer");
    expect((await before.games.read("t"))?.text).toBe("one");
    await expect(write(before.games, "two", 1)).rejects.toThrow("newer");
    const later = memoryStore({ name });
    expect((await later.games.read("t"))?.text).toBe("one");
    await expect(write(later.games, "two", 1)).rejects.toThrow("newer");
    expect(later.health.current).toBe("newer");
    newer.close();
  });

  it("writes atomically: if the new game does not fit, the current one stays", async () => {
    const { games } = memoryStore();
    await write(games, "one", 0);
    const put = IDBObjectStore.prototype.put;
    let puts = 0;
    const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...given) {
      if ((puts += 1) === 2) throw new DOMException("disk full", "QuotaExceededError");
      return put.apply(this, given);
    });
    await expect(write(games, "two", null)).rejects.toThrow("full");
    full.mockRestore();
    expect([(await games.read("t"))?.text, await othersOf(games, "t")]).toEqual(["one", []]);
  });

  it("reopens after the database is deleted, and renews no lease in a newer one", async () => {
    const name = freshName();
    const store = memoryStore({ name });
    await write(store.games, "one", 0);
    await deleteDB(name);
    expect(await write(store.games, "two", 0)).toMatchObject({ revision: 1 });
    expect(store.health.current).toBe("kept");
    const newer = await openDB(name, SCHEMA_VERSION + 1);
    const put = vi.spyOn(IDBObjectStore.prototype, "put");
    const hold = store.hold("game", { onMine: () => undefined, onElsewhere: () => undefined, settle: () => Promise.resolve() });
    await vi.waitFor(() => expect(hold.state).toBe("mine"), { timeout: 5000 });
    // Stores of earlier tests may still renew theirs.
    const written = put.mock.contexts.map((rows) => (rows as IDBObjectStore).transaction.db.name);
    expect(written).not.toContain(name);
    hold.close();
    newer.close();
  });

  it("reopens after the browser has closed it", async () => {
    const { games } = memoryStore();
    await write(games, "one", 0);
    const transaction = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
      throw new DOMException("closing", "InvalidStateError");
    });
    expect((await games.read("t"))?.text).toBe("one");
    transaction.mockRestore();
  });
});

describe("cards and values", () => {
  it("are changed individually, so that two tabs do not undo each other's changes", async () => {
    const name = freshName();
    const [one, two] = [memoryStore({ name }), memoryStore({ name })];
    const card = (id: string, due = 0) => ({ id, due, state: { ruleset_id: "r" } });
    await one.cards.change([card("a"), card("b")], []);
    await Promise.all([one.cards.change([card("a", 5)], []), two.cards.change([card("c")], ["b"])]);
    expect(await one.cards.all()).toEqual([card("a", 5), card("c")]);
    await one.values.set("x", 1);
    await two.values.rename("x", "y");
    expect([await one.values.get("x"), await one.values.get("y")]).toEqual([undefined, 1]);
    await two.values.set("x", 2);
    await two.values.rename("x", "y");
    const [kept, beside] = await two.values.names("y");
    expect([await one.values.get(kept!), await one.values.get(beside!)]).toEqual([1, 2]);
    await one.values.del("y");
    expect(await two.values.get("y")).toBeUndefined();
  });
});
