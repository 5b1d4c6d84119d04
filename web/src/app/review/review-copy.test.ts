import { render } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { DICE_INFO } from "../../core/testing/fake-dice";
import { memoryStore } from "../../store/testing/memory";
import { recordOf } from "../record/autosave";
import { pack } from "../record/packing";
import { toRecord } from "../record/record";
import { probedDesk, startedGame } from "../testing/games";
import { against, context, diceContext, rest } from "../testing/setup";
import { Review } from "./review.svelte";
import ReviewMode from "./ReviewMode.svelte";

const TABLE = "pile:review";

/** A review with a library, and the JSON of a game. */
async function withLibrary() {
  const { play } = await startedGame(context(), "pile", against("one"));
  await play.move({ add: 2 });
  await rest();
  const store = memoryStore();
  const set = context();
  const review = new Review(set.context, { store, table: TABLE });
  const text = JSON.stringify(toRecord(play.table.session!, [null, "one"], false));
  const saved = async () => {
    review.copy.flush();
    await rest();
    return store.games.summaries();
  };
  return { ...set, store, review, text, saved };
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
    expect([again.copy.key, again.opened, again.ungraded]).toEqual([game!.key, game!.key, []]);
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

  it("is not saved from a shared address, nor is a position", async () => {
    const { review, text, saved } = await withLibrary();
    await review.openPacked(await pack(JSON.parse(text)));
    expect(review.copy.key).toBeNull();
    await review.openText(JSON.stringify((JSON.parse(text) as { initial_state: object }).initial_state));
    expect(await saved()).toEqual([]);
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

describe("a game with entered throws", () => {
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
