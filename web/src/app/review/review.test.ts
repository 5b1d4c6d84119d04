import { describe, expect, it } from "vitest";
import { pack } from "../record/packing";
import { toRecord } from "../record/record";
import { fieldErrors, Review } from "./review.svelte";
import { currentState, decisionAt } from "../../core/session";
import { pileState, RULESET } from "../../core/testing/fake-engine";
import { startedGame } from "../testing/games";
import { against, context, rest } from "../testing/setup";

const started = (settings = {}) => startedGame(context(settings), "pile", against("one"));

describe("review", () => {
  async function reviewed() {
    const { play } = await started();
    await play.move({ add: 2 });
    await rest();
    const set = context();
    const review = new Review(set.context);
    const session = play.table.session!;
    await review.openText(JSON.stringify(toRecord(session, [null, "one"], false)));
    return { ...set, review };
  }

  it("opens a pasted game at its start and grades it in the background", async () => {
    const { review, fake } = await reviewed();
    expect(review.table.view).toBe(0);
    expect(review.ungraded).toEqual([0, 1]);
    await review.grading.resume();
    expect(review.ungraded).toEqual([]);
    expect(fake.asked.filter((what) => what.endsWith("behind"))).toHaveLength(2);
    expect(review.grading.progress).toBeNull();
    // The person's; those of the level are in the list of moves.
    expect(review.mistakes.map(({ index }) => index)).toEqual([0]);
  });

  it("stops grading on request and keeps the results so far", async () => {
    const { review } = await reviewed();
    const all = review.grading.resume();
    expect(review.grading.progress).toEqual({ done: 0, total: 2 });
    review.grading.cancel();
    expect(review.grading.progress).toBeNull();
    await all;
    expect(review.ungraded).toHaveLength(2);
    // Only the person starts it again.
    await review.grading.resume();
    expect(review.ungraded).toHaveLength(2);
    await review.grading.run();
    expect(review.ungraded).toHaveLength(0);
  });

  it("starts a side line with another move and returns from it", async () => {
    const { review } = await reviewed();
    await review.move({ add: 3 });
    await rest();
    expect(review.main).not.toBeNull();
    expect(review.table.coaching.evaluationAt(0)?.deltaEv).toBe(0);
    review.backToGame();
    expect(decisionAt(review.table.session!, 0).action).toEqual({ add: 2 });
  });

  it("follows the game when its own move is played", async () => {
    const { review } = await reviewed();
    await review.move({ add: 2 });
    expect(review.main).toBeNull();
    expect(review.table.view).toBe(1);
  });

  it("opens a link to a position", async () => {
    const review = new Review(context().context);
    expect(await review.openPacked(await pack(pileState(7, 1)))).toBe(true);
    expect(currentState(review.table.session!)).toMatchObject({ pile: 7 });
  });

  it("opens an inconsistent position with the engine's warning, not the text's", async () => {
    const review = new Review(context().context);
    expect(await review.openText(JSON.stringify({ ...pileState(20), warnings: [] }))).toBe(true);
    expect(review.table.state?.warnings).toEqual([{ code: "TOO_HIGH", text: "No game gets to a pile like this." }]);
    await review.change({ ...pileState(3), warnings: [{ code: "OLD", text: "Long mended." }] });
    expect(review.draftErrors).toEqual([]);
  });

  it.each([
    ["not JSON", "hello", /neither JSON/],
    ["another game", JSON.stringify({ ...pileState(), ruleset_id: "chess" }), /not from Pile/],
    ["no position", JSON.stringify({ ruleset_id: RULESET, active_player_id: 0 }), /pile is missing/],
  ])("explains in one sentence why it cannot open %s, and keeps the current game", async (_, text, sentence) => {
    const { review } = await reviewed();
    const before = review.table.session;
    expect(await review.openText(text)).toBe(false);
    expect(review.problem).toMatch(sentence);
    expect(review.table.session).toBe(before);
  });

  it("shows the errors of an edited position at their fields", async () => {
    const { review } = await reviewed();
    review.edit();
    await review.change({ ...pileState(3), pile: undefined as never });
    expect(review.draftErrors).toEqual([{ path: "", text: "Invalid state: pile is missing." }]);
    expect(await review.accept()).toBe(false);
    await review.change(pileState(8));
    expect(await review.accept()).toBe(true);
    expect(review.draft).toBeNull();
    expect(currentState(review.table.session!)).toMatchObject({ pile: 8 });
    const error = Object.assign(new Error("Bad."), { context: { errors: [{ path: "players.0", problem: "is missing" }] } });
    expect(fieldErrors(error)).toEqual([{ path: "players.0", text: "is missing." }]);
  });
});
