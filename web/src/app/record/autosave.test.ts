import { afterEach, describe, expect, it, vi } from "vitest";
import { SAVED } from "../words/saved-games";
import { Autosave } from "./autosave";
import { describeGame } from "./describe";
import { toRecord, type GameRecord } from "./record";
import { play, startSession } from "../../core/session";
import { MOST_ATTEMPTS, type Store } from "../../store";
import { memoryStore } from "../testing/setup";
import { othersOf } from "../../store/testing/memory";
import { pileState } from "../../core/testing/fake-engine";

const record = (): GameRecord => toRecord(startSession(pileState()), [null, "one"], true);
/** The same game, one move later. */
const later = (): GameRecord => toRecord(play(startSession(pileState()), { add: 1 }, pileState(1, 1)), [null, "one"], true);

async function saved(store: Store, what = record()): Promise<Autosave> {
  const autosave = new Autosave("pile", store);
  await autosave.restore();
  autosave.save(what);
  await autosave.settled();
  return autosave;
}

describe("autosave", () => {
  afterEach(() => localStorage.clear());

  it("restores what was saved last", async () => {
    const store = memoryStore();
    const autosave = await saved(store, { ...record(), cursor: 0, seats: ["old"] });
    autosave.save({ ...record(), seats: ["older"] });
    autosave.save(record());
    await autosave.settled();
    expect(await new Autosave("pile", store).restore()).toMatchObject({ kind: "game", record: { seats: [null, "one"] } });
    // Of several saves in a row only the last is written.
    expect((await store.games.read("pile"))?.revision).toBe(2);
  });

  it("has the browser asked to keep the data once a game is finished or left, not before", async () => {
    const store = memoryStore();
    const asked = vi.spyOn(store.persistence, "askOnce");
    const autosave = await saved(store);
    const about = { ...describeGame(JSON.stringify(record()))!, over: true };
    autosave.save(record(), { ...about, over: false });
    await autosave.settled();
    expect(asked).not.toHaveBeenCalled();
    autosave.save(record(), about);
    expect(asked).toHaveBeenCalledTimes(1);
    await autosave.makeRoom();
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it("sets a game aside after three pages died opening it", async () => {
    const name = "deaths";
    await saved(memoryStore({ name }));
    for (let death = 0; death < MOST_ATTEMPTS; death += 1) {
      expect((await new Autosave("pile", memoryStore({ name })).restore()).kind).toBe("game");
    }
    const store = memoryStore({ name });
    expect(await new Autosave("pile", store).restore()).toEqual({ kind: "aside", sentence: SAVED.setAside });
    expect((await new Autosave("pile", store).restore()).kind).toBe("none");
    expect(await othersOf(store.games, "pile")).toMatchObject([{ aside: true, text: JSON.stringify(record()) }]);
  });

  it("does not count pages that were closed during opening", async () => {
    const name = "reloads";
    await saved(memoryStore({ name }));
    for (let reload = 0; reload < 20; reload += 1) {
      expect((await new Autosave("pile", memoryStore({ name })).restore()).kind).toBe("game");
      window.dispatchEvent(new Event("pagehide"));
    }
    window.dispatchEvent(new Event("pageshow"));
  });

  it.each(["{cut", '{"ruleset_id":"x"}'])("sets an invalid text aside: %s", async (text) => {
    const store = memoryStore();
    await store.games.write("pile", { text, known: null, writer: "" });
    expect((await new Autosave("pile", store).restore()).kind).toBe("aside");
    expect((await new Autosave("pile", store).restore()).kind).toBe("none");
    expect(await othersOf(store.games, "pile")).toMatchObject([{ text }]);
  });

  it("never overwrites a game that it has not opened", async () => {
    const store = memoryStore();
    await saved(store, later());
    const other = new Autosave("pile", store);
    other.save(record());
    await other.settled();
    expect((await store.games.read("pile"))?.text).toBe(JSON.stringify(record()));
    expect(await othersOf(store.games, "pile")).toMatchObject([{ text: JSON.stringify(later()), aside: false }]);
  });

  it("keeps a conflicting game separately, unless the other tab's game contains it", async () => {
    const store = memoryStore();
    const one = await saved(store);
    const other = new Autosave("pile", store);
    const restored = await other.restore();
    if (restored.kind === "game") restored.loaded();
    other.save(later());
    await other.settled();
    let conflicts = 0;
    one.onConflict = () => (conflicts += 1);
    one.save(record());
    await one.settled();
    expect([conflicts, await othersOf(store.games, "pile")]).toEqual([1, []]);
    const own = { ...later(), actions: [{ add: 3 }] };
    one.save(own);
    await one.settled();
    expect(conflicts).toBe(2);
    expect((await store.games.read("pile"))?.text).toBe(JSON.stringify(later()));
    expect(await othersOf(store.games, "pile")).toMatchObject([{ text: JSON.stringify(own) }]);
  });

  it("works without storage, and reports it", async () => {
    const store = memoryStore();
    const refused = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
    store.games.write = refused;
    const autosave = await saved(store);
    expect((await autosave.restore()).kind).toBe("none");
  });
});
