import { afterEach, describe, expect, it, vi } from "vitest";
import { Autosave } from "../record/autosave";
import { playedIdentity } from "../record/copy";
import { PlayGame } from "./play.svelte";
import { against, context, memoryStore, rest } from "../testing/setup";
import { othersOf } from "../../store/testing/memory";
import { evaluation } from "../../core/testing/fake-engine";
import { SAVED } from "../words/saved-games";
import { EngineError } from "../../engine";
import { StoreError, type Forgotten } from "../../store";

let names = 0;

/** A desk whose saved game is not opened yet. */
function unopened(name: string, settings: Parameters<typeof context>[0] = {}) {
  const set = context(settings);
  const store = memoryStore({ name });
  return { play: new PlayGame(set.context, new Autosave("pile", store)), store, fake: set.fake };
}

function tab(name: string, settings: Parameters<typeof context>[0] = {}) {
  const one = unopened(name, settings);
  one.play.saved.open();
  return one;
}

const until = (check: () => boolean) => vi.waitFor(() => expect(check()).toBe(true), { timeout: 8000 });

/** A tab with a game of one move, and the name of its database. */
async function begun() {
  const name = `saved-game-${(names += 1)}`;
  const one = tab(name);
  await until(() => !one.play.saved.restoring);
  await one.play.start(against("one"), 5);
  await one.play.kept.autosave.settled();
  return { name, one };
}

/** The same after a move and its answer. */
async function played() {
  const { name, one } = await begun();
  await one.play.move({ add: 2 });
  await rest();
  await one.play.kept.autosave.settled();
  return { name, one };
}

afterEach(() => localStorage.clear());

describe("a game in two tabs", () => {
  it("takes over what a review in the other tab finds out, without a reload", async () => {
    const name = `saved-game-${(names += 1)}`;
    const { play } = tab(name, { coach: false });
    await until(() => !play.saved.restoring);
    await play.start(against("one"), 5);
    await play.move({ add: 2 });
    await rest();
    await play.kept.autosave.settled();
    const found = (): unknown[] => play.table.session!.decisions.map((made) => made.evaluation?.deltaEv ?? null);
    expect(found()).toEqual([null, null, null]);
    const graded = [evaluation({ add: 2 })];
    await memoryStore({ name }).games.amend("pile", (text, about) => ({
      text: JSON.stringify({ ...(JSON.parse(text) as object), evaluations: graded }),
      about,
    }));
    await until(() => found()[0] !== null);
    expect(found()).toEqual([graded[0]!.deltaEv, null, null]);
  });

  it("is played in one and watched in the other", async () => {
    const { name, one } = await begun();
    const two = tab(name);
    await until(() => two.play.saved.watching && two.play.table.session !== null);
    expect([two.play.phase, two.play.canUndo, two.play.canHint]).toEqual(["theirs", false, false]);
    await one.play.move({ add: 2 });
    await until(() => two.play.table.session?.cursor === 2);
    expect(two.play.table.state).toEqual(one.play.table.state);

    // Actions there change nothing.
    const before = await two.store.games.read("pile");
    await two.play.move({ add: 1 });
    await two.play.start(against("one"), 9);
    two.play.undo();
    two.play.takeBackTo(0);
    await rest();
    expect(two.play.table.session?.cursor).toBe(2);
    expect(await two.store.games.read("pile")).toEqual(before);
  });

  it("can be taken over with its last move, and back", async () => {
    const { name, one } = await begun();
    const two = tab(name);
    await until(() => two.play.saved.watching);
    await one.play.move({ add: 2 });
    await two.play.saved.takeOver();
    await until(() => two.play.phase === "mine");
    await until(() => one.play.saved.watching);
    expect(two.play.table.session!.decisions[0]?.action).toEqual({ add: 2 });
    const seen = two.play.table.session!.cursor;
    await two.play.move({ add: 1 });
    await until(() => (one.play.table.session?.cursor ?? 0) > seen);
    await one.play.saved.takeOver();
    await until(() => one.play.phase === "mine" || one.play.phase === "over");
    expect(two.play.saved.watching).toBe(true);
    expect(await othersOf(one.store.games, "pile")).toEqual([]);
  });
});

describe("a saved game", () => {
  it("is kept alongside a new one when the store was silent, and can be opened again", async () => {
    const { name } = await played();
    const later = tab(`${name}`);
    later.store.games.read = () => Promise.reject(new StoreError("silent"));
    let answer = (): void => undefined;
    const answered = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
    later.store.games.readAtLast = () => answered;
    await later.play.restore();
    expect(later.play.saved.notice).toContain("is not responding");
    later.play.saved.watching = false;
    await later.play.start(against("one"), 7);
    await later.play.kept.autosave.settled();
    answer();
    await rest();
    expect(later.play.saved.notice).toBeNull();
    await until(() => later.play.saved.others.length === 1);
    const [kept] = later.play.saved.others;
    const [beside] = await othersOf(later.store.games, later.play.kept.autosave.table);
    expect(JSON.parse(beside!.text)).toMatchObject({ actions: [{ add: 2 }, expect.anything()] });

    const { play } = unopened(name);
    await play.restore();
    expect(play.table.session?.decisions).toHaveLength(1);
    await play.saved.swapIn(kept!.key);
    expect(play.table.session?.cursor).toBe(2);
    expect(play.saved.others).toHaveLength(1);
  });

  it("is kept alongside a new one if it was begun, and listed while it is unfinished", async () => {
    const { one } = await begun();
    const { play } = one;
    const kept = async () => {
      await play.kept.autosave.settled();
      await play.saved.list();
      return play.saved.others.map(({ about }) => about?.moves);
    };
    await play.start(against("one"), 6);
    expect(await kept()).toEqual([]);
    await play.move({ add: 2 });
    await rest();
    const moves = play.table.session!.cursor;
    await play.start(against("one"), 7);
    expect(await kept()).toEqual([moves]);
    while (play.phase === "mine") {
      await play.move({ add: 3 });
      await rest();
    }
    expect(play.phase).toBe("over");
    const total = play.table.session!.cursor;
    const { initial_state: start, actions } = play.kept.full!;
    await play.start(against("one"), 8);
    expect(await kept()).toEqual([moves]);
    const summaries = await one.store.games.summaries();
    expect(summaries.find(({ about }) => about?.over === true)?.about).toMatchObject({
      moves: total,
      identity: playedIdentity(start, actions),
      opponents: ["One"],
      outcome: expect.stringMatching(/^(won|lost)$/) as string,
      result: expect.stringMatching(/won/) as string,
      mover: null,
      sketch: null,
      squares: expect.any(Number) as number,
      luck: expect.any(Number) as number,
    });
    await play.saved.forget(play.saved.others[0]!.key);
    expect(await kept()).toEqual([]);
  });

  it("leaves the one on the table in place if it cannot be opened", async () => {
    const { one } = await played();
    const before = await one.store.games.read("pile");
    await one.store.games.keepBeside("pile", "{cut");
    await one.store.games.keepBeside(
      "pile",
      JSON.stringify({ ...(JSON.parse(before!.text) as object), actions: [{ add: 99 }], cursor: 1 }),
    );
    await one.play.saved.list();
    const { others } = one.play.saved;
    expect(others).toHaveLength(2);
    for (const { key } of others) {
      expect(await one.play.saved.swapIn(key)).toBe(false);
      expect(one.play.saved.notice).toContain("cannot be opened");
    }
    expect([await one.store.games.read("pile"), one.play.table.session?.cursor]).toEqual([before, 2]);
  });

  it("is set aside when it kills the engine repeatedly", async () => {
    const { name } = await played();
    const { play, fake } = unopened(name);
    fake.applyAction = () => Promise.reject(new EngineError("ENGINE_LOST", "gone"));
    await play.restore();
    expect(play.saved.notice).toContain("set aside");
    expect([play.saved.restoring, play.saved.others.length, play.phase]).toEqual([false, 1, "none"]);
  });

  it("is dropped if it is no longer wanted once it is ready", async () => {
    const { name, one } = await played();
    const { play, fake } = unopened(name);
    const apply = fake.applyAction.bind(fake);
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    fake.applyAction = async (...asked) => {
      await held;
      return apply(...asked);
    };
    const restoring = play.restore();
    await rest();
    play.saved.begin();
    await play.start(against("one"), 3);
    go();
    await restoring;
    await play.kept.autosave.settled();
    expect(play.table.session?.decisions).toHaveLength(1);
    expect(
      (await othersOf(one.store.games, "pile")).map(({ text }) => (JSON.parse(text) as { actions: unknown[] }).actions.length),
    ).toEqual([2]);
  });

  it("waits for an engine that stopped during opening, without counting a failure", async () => {
    const { name } = await played();
    const { play, fake } = unopened(name);
    const apply = fake.applyAction.bind(fake);
    let deaths = 2;
    fake.applyAction = async (...asked) => {
      if ((deaths -= 1) >= 0) throw new EngineError("ENGINE_LOST", "gone");
      return apply(...asked);
    };
    await play.restore();
    expect([play.saved.notice, play.table.session?.cursor]).toEqual([null, 2]);
  });
});

describe("the saved game, deleted in the library of this page", () => {
  it("leaves the table, stays deleted, and comes back with undo", async () => {
    const { one } = await played();
    const { games } = one.store;
    const deleted = (await games.forget("pile"))!;
    expect(one.play.table.session).toBeNull();
    await one.play.kept.autosave.settled();
    expect(await games.summaries()).toEqual([]);
    await games.restore(deleted);
    await until(() => one.play.table.session !== null);
    expect(one.play.table.session?.cursor).toBe(2);
    expect((await games.summaries()).map(({ key }) => key)).toEqual(["pile"]);
  });

  it("stays deleted, and comes back once, when a move of it was being saved", async () => {
    const { one } = await played();
    // The move waits for the next task before it is written, by then the deletion has begun.
    const forgetting = new Promise<Forgotten | undefined>((resolve) => setTimeout(() => resolve(one.store.games.forget("pile")), 0));
    one.play.kept.follow(one.play.table.session!);
    const deleted = (await forgetting)!;
    await one.play.kept.autosave.settled();
    expect(one.play.table.session).toBeNull();
    expect(await one.store.games.summaries()).toEqual([]);
    await one.store.games.restore(deleted);
    await until(() => one.play.table.session?.cursor === 2);
    expect(await one.store.games.summaries()).toMatchObject([{ key: "pile" }]);
  });

  it("comes back beside a game that was begun meanwhile", async () => {
    const { one } = await played();
    const deleted = (await one.store.games.forget("pile"))!;
    await one.play.start(against("one"), 6);
    await one.play.kept.autosave.settled();
    await one.store.games.restore(deleted);
    expect(await one.store.games.summaries()).toHaveLength(2);
    expect(one.play.table.session?.cursor).toBe(0);
  });
});

describe("the saved game, deleted in another tab", () => {
  it("leaves the table, which says so, and comes back with undo there", async () => {
    const { name, one } = await played();
    const { games } = memoryStore({ name });
    const deleted = (await games.forget("pile"))!;
    await until(() => one.play.table.session === null);
    expect(one.play.saved.notice).toBe(SAVED.deletedElsewhere);
    await games.restore(deleted);
    await until(() => one.play.table.session?.cursor === 2);
    expect(one.play.saved.notice).toBeNull();
    expect((await games.summaries()).map(({ key }) => key)).toEqual(["pile"]);
  });

  it("is saved again, once, when it is played on before that is known here", async () => {
    const { name, one } = await played();
    const other = memoryStore({ name });
    vi.spyOn(other.tabs, "send").mockImplementation(() => undefined);
    await other.games.forget("pile");
    await one.play.move({ add: 1 });
    await rest();
    await one.play.kept.autosave.settled();
    expect(one.play.saved.notice).toBe(SAVED.revived);
    const moves = one.play.table.session!.cursor;
    expect(moves).toBeGreaterThan(2);
    expect(await other.games.summaries()).toMatchObject([{ key: "pile", about: { moves } }]);
  });
});
