import { describe, expect, it, vi } from "vitest";
import { memoryStore } from "../../store/testing/memory";
import { Autosave, recordOf } from "../record/autosave";
import { toRecord } from "../record/record";
import { startedGame } from "../testing/games";
import { against, context, rest } from "../testing/setup";
import { StoreError } from "../../store";
import { Review } from "./review.svelte";

/** A game of two moves, of which the coach has graded none, and a function that reviews it as after a reload. */
async function played() {
  const game = await startedGame(context({ coach: false }), "pile", against("one"));
  await game.move({ add: 2 });
  await game.play.kept.autosave.settled();
  const { play, shelf } = game;
  const reviewed = (table: Pick<typeof play, "takeFindings"> = { takeFindings: () => false }) => {
    const set = context();
    return { ...set, review: new Review(set.context, null, { store: shelf, table: "pile", play: table as typeof play }) };
  };
  const graded = async (key = "pile", table?: typeof play) => {
    const one = reviewed(table);
    await one.review.openKept(key, play.kept.autosave);
    await one.review.grading.run();
    one.review.findings.flush();
    await shelf.settled();
    return one;
  };
  const stored = async (key = "pile") => (await shelf.games.read(key))!;
  return { ...game, reviewed, graded, stored };
}

describe("what a review finds out about a game that was played here", () => {
  it("is the same when the game is reviewed again", async () => {
    const { graded, stored, reviewed, play } = await played();
    const before = await stored();
    const one = await graded();
    expect(one.fake.asked.filter((what) => what.startsWith("grade"))).toHaveLength(2);
    const grades = one.review.table.session!.decisions.map(({ evaluation }) => evaluation);
    const again = reviewed();
    await again.review.openKept("pile", play.kept.autosave);
    expect(again.review.ungraded).toEqual([]);
    expect(again.review.table.session!.decisions.map(({ evaluation }) => evaluation)).toEqual(grades);
    // Nobody has played: other tabs do not notice.
    expect(await stored()).toMatchObject({ revision: before.revision, saved: before.saved, writer: before.writer });
  });

  it("is seen by a review of the same game in another tab, with what it thought longer about", async () => {
    const { play } = await startedGame(context({ coach: false }), "pile", against("one"));
    const name = `own-findings-${Date.now()}`;
    const games = { table: "pile", play: { takeFindings: () => false } };
    const [one, two] = [1, 2].map(() => new Review(context().context, null, { ...games, store: memoryStore({ name }) })) as [
      Review,
      Review,
    ];
    const store = memoryStore({ name });
    await play.move({ add: 2 });
    await rest();
    const record = toRecord(play.table.session!, [null, "one"], true);
    await store.games.write("pile", { text: JSON.stringify(record), known: 0, writer: "" });
    const autosave = new Autosave("pile", store);
    for (const each of [one, two]) await each.openKept("pile", autosave);
    await two.grading.run();
    two.findings.flush();
    await vi.waitFor(() => expect(one.ungraded).toEqual([]));

    const { state, action, evaluation } = two.table.session!.decisions[0]!;
    const nodes = 1000;
    two.table.annotate(0, state, action, { evaluation: { ...evaluation!, metadata: { ...evaluation!.metadata, nodes } } });
    two.findings.flush();
    await vi.waitFor(() => expect(one.table.session!.decisions[0]!.evaluation!.metadata.nodes).toBe(nodes));
    // What was learnt is saved already.
    const amend = vi.spyOn(store.games, "amend");
    one.findings.flush();
    expect(amend).not.toHaveBeenCalled();
  });

  it("counts in its summary, with the person's moves only", async () => {
    const { graded, shelf } = await played();
    const [before] = await shelf.games.summaries();
    expect(before?.about).toMatchObject({ graded: 0, lost: 0, moves: 2 });
    await graded();
    const [after] = await shelf.games.summaries();
    expect(after?.about).toEqual({
      ...before?.about,
      graded: 1,
      lost: 2,
      worst: { index: 0, loss: 2 },
      squares: 4,
      kinds: expect.any(Array),
    });
  });

  it("is taken over by the game on the table, which stays as it was played", async () => {
    const { graded, play, stored, move } = await played();
    await graded("pile", play);
    expect(play.table.session!.decisions.map(({ evaluation }) => evaluation?.deltaEv)).toEqual([-2, expect.any(Number), undefined]);
    await move({ add: 1 });
    await play.kept.autosave.settled();
    const record = recordOf(await stored());
    expect(record.actions).toHaveLength(4);
    expect(record.evaluations!.slice(0, 2)).not.toContain(null);
  });

  it("stays in the game when the tab that plays it, and does not know of it, goes on", async () => {
    const { graded, stored, shelf, move, play } = await played();
    await graded();
    for (const add of [1, 2]) {
      await move({ add });
      await play.kept.autosave.settled();
    }
    const record = recordOf(await stored());
    expect(record.actions).toHaveLength(6);
    expect(record.evaluations!.slice(0, 2)).not.toContain(null);
    expect(record.evaluations!.slice(2).every((each) => each === null)).toBe(true);
    expect(await shelf.games.summaries()).toMatchObject([{ key: "pile", about: { moves: 6, graded: 1, lost: 2, worst: { index: 0 } } }]);
  });

  it("does not stay with a move that is taken back for another one", async () => {
    const { graded, stored, move, play } = await played();
    await graded();
    play.undo();
    await move({ add: 3 });
    await play.kept.autosave.settled();
    expect(recordOf(await stored()).evaluations!.every((each) => each === null)).toBe(true);
  });

  it("follows a game that has left the table for a new one, and does not touch that one", async () => {
    const { reviewed, play, shelf, stored } = await played();
    const { review } = reviewed(play);
    await review.openKept("pile", play.kept.autosave);
    await play.start(against("one"), 99);
    await rest();
    await play.kept.autosave.settled();
    await review.grading.run();
    review.findings.flush();
    await shelf.settled();
    const other = (await shelf.games.summaries()).find(({ key }) => key !== "pile")!;
    expect(recordOf(await stored(other.key)).evaluations).not.toContain(null);
    expect(recordOf(await stored()).evaluations?.filter((each) => each !== null)).toEqual([]);
  });

  it.each([
    { name: "another move", moves: [1] },
    { name: "the same first move", moves: [2, 3] },
  ])("follows a game that has left the table for one of the same start and $name", async ({ moves }) => {
    const { reviewed, play, shelf, stored, move } = await played();
    await move({ add: 2 });
    await play.kept.autosave.settled();
    const { review } = reviewed(play);
    await review.openKept("pile", play.kept.autosave);
    await play.start(against("one"), 5);
    await move(...moves.map((add) => ({ add })));
    await play.kept.autosave.settled();
    const amend = vi.spyOn(shelf.games, "amend");
    await review.grading.run();
    review.findings.flush();
    await shelf.settled();
    const other = (await shelf.games.summaries()).find(({ key }) => key !== "pile")!;
    expect(recordOf(await stored(other.key)).evaluations).not.toContain(null);
    const tries = (key: string) => amend.mock.calls.filter(([asked]) => asked === key).length;
    expect([tries("pile"), tries(other.key)]).toEqual([1, 1]);
    // It is not looked for again.
    const { state, action, evaluation } = review.table.session!.decisions[0]!;
    review.table.coaching.store(0, state, action, { ...evaluation!, deltaEv: -7 });
    review.findings.flush();
    await shelf.settled();
    expect(tries(other.key)).toBe(2);
    expect(tries("pile")).toBe(1);
    expect(recordOf(await stored(other.key)).evaluations?.[0]?.deltaEv).toBe(-7);
  });

  it("leaves the summary of a game of as many other moves as it is", async () => {
    const { reviewed, play, shelf, move } = await played();
    await move({ add: 2 });
    const { review } = reviewed();
    await review.openKept("pile", play.kept.autosave);
    await play.start(against("one"), 5);
    await move({ add: 2 }, { add: 3 });
    await play.kept.autosave.settled();
    await shelf.games.forget((await shelf.games.summaries()).find(({ key }) => key !== "pile")!.key);
    const before = await shelf.games.summaries();
    await review.grading.run();
    review.findings.flush();
    await shelf.settled();
    expect(await shelf.games.summaries()).toEqual(before);
  });

  it("parses the other games of the table once only", async () => {
    const { reviewed, play, shelf, move } = await played();
    const { review } = reviewed(play);
    await review.openKept("pile", play.kept.autosave);
    await play.start(against("one"), 98);
    await move({ add: 1 });
    await play.start(against("one"), 99);
    await rest();
    await play.kept.autosave.settled();
    const kept = (await shelf.games.summaries()).filter(({ key }) => key !== "pile");
    for (const { key } of kept) if (recordOf((await shelf.games.read(key))!).initial_state.seed === 5) await shelf.games.forget(key);
    const [other] = (await shelf.games.summaries()).filter(({ key }) => key !== "pile");
    const amend = vi.spyOn(shelf.games, "amend");
    await review.grading.run();
    review.findings.flush();
    await shelf.settled();
    const { state, action, evaluation } = review.table.session!.decisions[0]!;
    review.table.coaching.store(0, state, action, { ...evaluation!, deltaEv: -7 });
    review.findings.flush();
    await shelf.settled();
    expect(amend.mock.calls.map(([key]) => key)).toEqual(["pile", other!.key, "pile"]);
  });

  it("keeps a grade of a longer think time", async () => {
    const { graded, stored, shelf } = await played();
    const { review } = await graded();
    const { state, action, evaluation } = review.table.session!.decisions[0]!;
    review.table.coaching.store(0, state, action, { ...evaluation!, deltaEv: -7 });
    review.findings.flush();
    await shelf.settled();
    expect(recordOf(await stored()).evaluations?.[0]?.deltaEv).toBe(-7);
  });

  it("is written with the next findings after the storage has refused", async () => {
    const { graded, stored, shelf } = await played();
    const amend = vi.spyOn(shelf.games, "amend").mockRejectedValueOnce(new StoreError("full"));
    const { review } = await graded();
    expect(recordOf(await stored()).evaluations?.every((each) => each === null)).toBe(true);
    review.findings.flush();
    await shelf.settled();
    expect(recordOf(await stored()).evaluations).not.toContain(null);
    expect(amend).toHaveBeenCalledTimes(2);
  });

  it("is written later if the storage refused just before the review learnt from another tab", async () => {
    const { reviewed, play, shelf, stored } = await played();
    const { review } = reviewed();
    await review.openKept("pile", play.kept.autosave);
    await review.grading.run();
    vi.spyOn(shelf.games, "amend").mockRejectedValueOnce(new StoreError("full"));
    review.findings.flush();
    const { state, action } = review.table.session!.decisions[0]!;
    review.table.annotate(0, state, action, { luck: [1, -1] });
    review.findings.hasLearnt();
    await shelf.settled();
    expect(recordOf(await stored()).evaluations?.every((each) => each === null)).toBe(true);
    review.findings.flush();
    await shelf.settled();
    expect(recordOf(await stored()).evaluations).not.toContain(null);
  });

  it("is not written when the game was deleted meanwhile", async () => {
    const { reviewed, play, shelf } = await played();
    const { review } = reviewed();
    await review.openKept("pile", play.kept.autosave);
    await shelf.games.forget("pile");
    await review.grading.run();
    review.findings.flush();
    await shelf.settled();
    expect(await shelf.games.all()).toEqual([]);
  });
});
