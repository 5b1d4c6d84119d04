import { render } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { DICE_INFO } from "../../core/testing/fake-dice";
import type { About } from "../../store";
import { memoryStore } from "../../store/testing/memory";
import { recordOf } from "../record/autosave";
import { playedIdentity } from "../record/copy";
import { pack } from "../record/packing";
import { toRecord } from "../record/record";
import { probedDesk, startedGame } from "../testing/games";
import { against, context, diceContext, rest } from "../testing/setup";
import { Review } from "./review.svelte";
import ReviewMode from "./ReviewMode.svelte";

const TABLE = "pile:review";
let names = 0;

/** A review with a library, and the JSON of a game. */
async function withLibrary() {
  const { play } = await startedGame(context(), "pile", against("one"));
  await play.move({ add: 2 });
  await rest();
  const name = `review-copy-${(names += 1)}`;
  const store = memoryStore({ name });
  const set = context();
  const review = new Review(set.context, { store, table: TABLE });
  const text = JSON.stringify(toRecord(play.table.session!, [null, "one"], false));
  const saved = async () => {
    review.copy.flush();
    await rest();
    return store.games.summaries();
  };
  const record = toRecord(play.table.session!, [null, "one"], true);
  return { ...set, name, store, review, text, record, saved };
}

/** The same with the game in the library, under a key; `openTab` opens it in another tab. */
async function withCopy() {
  const library = await withLibrary();
  await library.review.openText(library.text);
  await library.saved();
  const key = library.review.copy.key!;
  const openTab = async () => {
    const opened = new Review(context().context, { store: library.store, table: TABLE });
    await opened.openCopy(key);
    return opened;
  };
  return { ...library, key, openTab };
}

describe("a pasted game", () => {
  it("is in the library once, with what was found out about it", async () => {
    const { review, text, saved, store } = await withLibrary();
    await review.openText(text);
    await review.grading.run();
    const [game] = await saved();
    expect(game).toMatchObject({
      key: review.copy.key,
      table: TABLE,
      about: { source: "pasted", moves: 2, opponents: ["One"], graded: 2 },
    });
    expect(recordOf((await store.games.read(game!.key))!).evaluations).toHaveLength(2);

    const again = new Review(review.context, { store, table: TABLE });
    await again.openText(text);
    expect([again.copy.key, again.address.opened, again.ungraded]).toEqual([game!.key, game!.key, []]);
    expect(await saved()).toHaveLength(1);
  });

  it("is compared only with games that may be the same", async () => {
    const { review, text, store } = await withCopy();
    const record = JSON.parse(text) as { actions: object[] };
    const read = vi.spyOn(store.games, "read");
    const other = new Review(review.context, { store, table: TABLE });
    await other.openText(JSON.stringify({ ...record, actions: record.actions.slice(0, 1), cursor: 1 }));
    expect(read).not.toHaveBeenCalled();
    await other.openText(text);
    expect(other.copy.key).toBe(review.copy.key);
  });

  it("is opened from its text when what the library has of it cannot be replayed, and is kept beside that", async () => {
    const { text, store, key } = await withCopy();
    const record = recordOf((await store.games.read(key))!);
    // Positions that the engine cannot write as text.
    const damaged = JSON.stringify({ ...record, positions: record.actions.concat({}).map(() => ({ ruleset_id: "nothing" })) });
    await store.games.amend(key, (_, about) => ({ text: damaged, about }));
    const set = context();
    vi.spyOn(set.fake, "query").mockRejectedValue(new Error("Nothing to write."));
    const review = new Review(set.context, { store, table: TABLE });
    expect(await review.openText(text)).toBe(true);
    expect([review.reader.problem, review.table.session?.decisions.length]).toEqual([null, 3]);
    await rest();
    const { length } = await store.games.summaries();
    expect([length, review.copy.key === key, (await store.games.read(key))?.text]).toEqual([2, false, damaged]);
    // The sound one is found from then on.
    const again = new Review(set.context, { store, table: TABLE });
    await again.openText(text);
    expect(again.copy.key).toBe(review.copy.key);
  });

  it("is opened again by its key, and is no game that is being played here", async () => {
    const { review, store, key } = await withCopy();
    const again = new Review(review.context, { store, table: TABLE });
    expect(await again.openCopy(key)).toBe(true);
    expect([again.running, again.table.session?.decisions.length]).toEqual([false, 3]);
  });

  it("stays deleted when only findings follow", async () => {
    const { review, text, saved, store } = await withLibrary();
    await review.openText(text);
    const [game] = await saved();
    await store.games.forget(game!.key);
    await review.grading.run();
    expect(await saved()).toEqual([]);
  });

  it("is not written by looking at it", async () => {
    const { review, text, saved, store } = await withLibrary();
    await review.openText(text);
    await review.grading.run();
    await saved();
    const key = review.copy.key!;
    const before = await store.games.read(key);
    const again = new Review(review.context, { store, table: TABLE });
    await again.openCopy(key);
    await rest();
    again.table.show(1);
    again.copy.flush();
    await rest();
    expect(await store.games.read(key)).toEqual(before);
  });

  it("stays one in two tabs that grade it, with what the one that knows more found", async () => {
    const { review, saved, key, openTab } = await withCopy();
    const other = await openTab();
    other.copy.flush();
    await other.table.coaching.evaluate(0);
    other.copy.flush();
    await rest();
    await review.grading.run();
    await saved();
    await other.table.coaching.evaluate(0);
    other.copy.follow();
    other.copy.flush();
    await rest();
    expect(await saved()).toMatchObject([{ key, about: { graded: 2 } }]);
    expect([review.copy.key, other.copy.key]).toEqual([key, key]);
  });

  it("holds what both tabs found, each about another move", async () => {
    const { review, saved, store, key, openTab } = await withCopy();
    const other = await openTab();
    for (const [each, index] of [
      [review, 0],
      [other, 1],
      [review, 0],
    ] as const) {
      await each.table.coaching.evaluate(index);
      each.copy.follow();
      each.copy.flush();
      await rest();
    }
    expect(recordOf((await store.games.read(key))!).evaluations).not.toContain(null);
    // Neither tab knows both.
    expect(await saved()).toMatchObject([{ key, about: { source: "pasted", graded: 2, kinds: expect.any(Array) } }]);
  });

  it("is kept in both versions, each under its own key, when two tabs continue it differently", async () => {
    const { review, saved, store, key, openTab } = await withCopy();
    const other = await openTab();
    for (const [each, add] of [
      [review, 1],
      [other, 2],
    ] as const) {
      each.table.show(2);
      await each.move({ add });
      each.copy.flush();
      await rest();
    }
    const actions = async (at: string) => recordOf((await store.games.read(at))!).actions.at(-1);
    expect(other.copy.key).not.toBe(key);
    expect([await actions(key), await actions(other.copy.key!)]).toEqual([{ add: 1 }, { add: 2 }]);
    // The other one's key is free for its new owner.
    expect((await other.copy.read(key)).copy.key).toBe(key);
    expect(await saved()).toHaveLength(2);
  });

  it("has one writer, on whatever screen it goes on", async () => {
    const { review, saved, store, key } = await withCopy();
    const { copy } = await review.copy.read(key);
    await review.openCopy(key);
    await review.grading.run();
    await saved();
    const game = (await store.games.read(key))!;
    const { about } = (await store.games.summaries())[0]!;
    copy.save(recordOf(game), () => about!, true);
    await copy.settled();
    expect((await store.games.summaries()).map((each) => each.key)).toEqual([key]);
  });

  it("is a game and no position", async () => {
    const { review, text, saved } = await withLibrary();
    const { initial_state: position } = JSON.parse(text) as { initial_state: object };
    await review.openText(JSON.stringify(position));
    await review.openPacked(await pack(position));
    expect(await saved()).toEqual([]);
  });

  it("shows what another tab has found out, and has nothing to save for that", async () => {
    const { review, name, saved, store, key } = await withCopy();
    await saved();
    const other = new Review(context().context, { store: memoryStore({ name }), table: TABLE });
    await other.openCopy(key);
    await other.grading.run();
    other.copy.flush();
    await vi.waitFor(() => expect(review.ungraded).toEqual([]));
    const { revision } = (await store.games.read(key))!;
    review.copy.flush();
    await rest();
    expect((await store.games.read(key))!.revision).toBe(revision);
  });

  it("leaves the moves that another tab has made in the library", async () => {
    const { review, name, saved, store, key } = await withCopy();
    const other = new Review(context().context, { store: memoryStore({ name }), table: TABLE });
    await other.openCopy(key);
    other.table.show(2);
    await other.move({ add: 1 });
    await other.grading.run();
    other.copy.flush();
    const actions = async () => recordOf((await store.games.read(key))!).actions;
    await vi.waitFor(() => expect(review.ungraded).toEqual([]));
    const longer = await actions();
    expect(longer).toHaveLength(3);
    const { state, action, evaluation } = review.table.session!.decisions[0]!;
    review.table.annotate(0, state, action, { evaluation: { ...evaluation!, metadata: { ...evaluation!.metadata, nodes: 1000 } } });
    review.copy.follow();
    await saved();
    expect(await actions()).toEqual(longer);
  });

  it("stays as it is when what another tab has saved of it is damaged", async () => {
    const { review, name, saved, store, key } = await withCopy();
    await saved();
    const kept = (await store.games.read(key))!;
    const read = vi.spyOn(store.games, "read").mockResolvedValue({ ...kept, text: "{" });
    const before = review.table.session;
    memoryStore({ name }).tabs.send({ type: "amended", key });
    await vi.waitFor(() => expect(read).toHaveBeenCalledWith(key));
    await rest();
    // An unhandled rejection would fail the run, too.
    expect(review.table.session).toBe(before);
  });

  it("is named in the address, so that a reload finds it", async () => {
    const { text, store } = await withLibrary();
    const { desk } = probedDesk(context());
    desk.review = new Review(desk.context, { store, table: TABLE });
    location.hash = "#/pile/review";
    const { unmount } = render(ReviewMode, { desk, slug: "pile", packed: null });
    await desk.review.openText(text);
    await rest();
    expect(location.hash).toBe(`#/pile/review?game=${encodeURIComponent(desk.review.copy.key!)}`);
    unmount();
  });
});

describe("a shared game", () => {
  it("is in the library once, however often its link is opened, and names its players", async () => {
    const { review, text, saved, store } = await withLibrary();
    const link = await pack(JSON.parse(text));
    await review.openPacked(link);
    expect([review.names, review.address.opened]).toEqual([["Player 1", "One"], link]);
    const [game] = await saved();
    expect(game).toMatchObject({ key: review.copy.key, table: TABLE, about: { source: "shared", moves: 2 } });
    const again = new Review(review.context, { store, table: TABLE });
    expect(await again.openPacked(link)).toBe(true);
    expect([again.copy.key, again.address.opened, again.names]).toEqual([game!.key, link, ["Player 1", "One"]]);
    expect(await saved()).toHaveLength(1);
  });

  it("opens at the move that its link names, the second time too", async () => {
    const { review, text, saved, store } = await withLibrary();
    const link = await pack({ ...(JSON.parse(text) as object), cursor: 1 });
    await review.openPacked(link);
    await saved();
    const again = new Review(review.context, { store, table: TABLE });
    const put = vi.spyOn(again.table, "set");
    await again.openPacked(link);
    expect([review.table.view, again.table.view]).toEqual([1, 1]);
    // What is on screen does not change a second time.
    expect(put).toHaveBeenCalledOnce();
  });

  it("can be deleted and brought back", async () => {
    const { review, text, saved, store } = await withLibrary();
    await review.openPacked(await pack(JSON.parse(text)));
    const [game] = await saved();
    const forgotten = await store.games.forget(game!.key);
    expect(await saved()).toEqual([]);
    await store.games.restore(forgotten!);
    expect(await saved()).toEqual([game]);
  });

  it("that was played here is shown without a copy, and the game stays as it is", async () => {
    const { context: set, text, record, store } = await withLibrary();
    await store.games.keepBeside("pile:play", JSON.stringify(record), { moves: 2 } as About);
    const review = new Review(
      set,
      { store, table: TABLE, played: "pile:play" },
      { store, table: "pile:play", play: { takeFindings: () => false } },
    );
    await review.openPacked(await pack(JSON.parse(text)));
    const { key } = (await store.games.summaries())[0]!;
    const before = await store.games.read(key);
    expect([review.names, review.copy.key, review.findings.key]).toEqual([["Player 1", "One"], null, null]);
    await review.grading.run();
    review.findings.flush();
    await rest();
    expect(await store.games.summaries()).toHaveLength(1);
    expect(await store.games.read(key)).toEqual(before);
  });

  it("is compared with those played here only if their moves are the same", async () => {
    const { context: set, text, record, store } = await withLibrary();
    const { initial_state: start, actions } = record;
    const put = (identity?: string) =>
      store.games.keepBeside("pile:play", JSON.stringify(record), { moves: 2, ...(identity && { identity }) } as About);
    await put(playedIdentity(start, [{ add: 1 }, actions[1]]));
    const review = new Review(set, { store, table: TABLE, played: "pile:play" });
    const read = vi.spyOn(store.games, "read");
    const link = await pack(JSON.parse(text));
    expect(await review.copy.twin(record)).toBeNull();
    expect(read).not.toHaveBeenCalled();
    // Summaries of earlier versions do not say.
    await store.games.keepBeside("pile:play", JSON.stringify(record), { moves: 3 } as About);
    await put();
    await put(playedIdentity(start, actions));
    await review.openPacked(link);
    expect(review.copy.key).toBeNull();
    expect(read).toHaveBeenCalledOnce();
  });

  it("keeps its link in the address, to be passed on", async () => {
    const { text, store } = await withLibrary();
    const { desk } = probedDesk(context());
    desk.review = new Review(desk.context, { store, table: TABLE });
    const packed = await pack(JSON.parse(text));
    location.hash = `#/pile/review?s=${packed}`;
    const { unmount } = render(ReviewMode, { desk, slug: "pile", packed });
    await vi.waitFor(() => expect(desk.review.copy.key).not.toBeNull());
    await rest();
    expect(location.hash).toBe(`#/pile/review?s=${packed}`);
    unmount();
  });
});

describe("a game with entered throws", () => {
  it("is found again, though the library counts its decisions as moves and no throws", async () => {
    const set = diceContext();
    const { play, shelf, move } = await startedGame(set, "dice:play", against("one", "first", { real_dice: true }));
    await move({ enter: 4 }, { take: true }, { enter: 1 });
    await play.kept.autosave.settled();
    const { about, key } = (await shelf.games.summaries())[0]!;
    const made = play.table.session!.decisions.filter(({ state, action }) => action !== null && state["die"] !== null);
    expect(about!.moves).toBe(made.length);
    expect(about!.moves).toBeLessThan(play.table.session!.cursor);
    const review = new Review(set.context, { store: shelf, table: "dice:review", played: "dice:play" });
    expect(await review.copy.twin(play.kept.full!)).toBe(key);
  });

  it("opens at its first decision", async () => {
    const { context: dice, fake } = diceContext();
    const start = await fake.newGame("", 1, { players: 1, real_dice: true });
    const review = new Review(dice);
    const [first] = await fake.listLegalActions(start);
    const next = await fake.applyAction(start, first!);
    const [second] = await fake.listLegalActions(next);
    const record = {
      format: "hindsight-game",
      version: 1,
      ruleset_id: DICE_INFO.rulesetId,
      initial_state: start,
      actions: [first, second],
    };
    await review.openText(JSON.stringify(record));
    expect(review.reader.problem).toBeNull();
    expect(review.table.view).toBe(1);
  });
});
