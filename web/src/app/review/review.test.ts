import { render } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import ReviewMode from "./ReviewMode.svelte";
import { pack } from "../record/packing";
import { toRecord } from "../record/record";
import { fieldErrors } from "./field-errors";
import { Review } from "./review.svelte";
import { currentState, decisionAt } from "../../core/session";
import type { GameInfo } from "../../core/engine-port";
import { INFO, pileState, RULESET } from "../../core/testing/fake-engine";
import { probedDesk, startedGame } from "../testing/games";
import { against, context, rest } from "../testing/setup";
import { SPOKEN } from "../words/narration";

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
    const { review, fake } = await reviewed();
    const all = review.grading.resume();
    expect(review.grading.progress).toEqual({ done: 0, total: 2 });
    await vi.waitUntil(() => review.grading.progress?.done === 1, { timeout: 20_000, interval: 0 });
    review.grading.cancel();
    expect(review.grading.progress).toBeNull();
    await all;
    expect(review.ungraded).toEqual([1]);
    // Only the person starts it again.
    await review.grading.resume();
    expect(review.ungraded).toEqual([1]);
    const asked = fake.asked.length;
    await review.grading.run();
    expect(review.ungraded).toHaveLength(0);
    expect(fake.asked.slice(asked)).toEqual(["grade 1 behind"]);
  });

  it("grades the other moves when one is refused, and does not call that all", async () => {
    const { review, fake, announced } = await reviewed();
    fake.failNext = new Error("This position cannot be graded.");
    await review.grading.run();
    expect(review.ungraded).toEqual([0]);
    expect(review.table.error).toBe("This position cannot be graded.");
    expect(announced).not.toContain(SPOKEN.allGraded);
    await review.grading.run();
    expect(announced).toContain(SPOKEN.allGraded);
  });

  it("stops grading when there is no engine", async () => {
    const { review, fake } = await reviewed();
    fake.failNext = Object.assign(new Error("The engine is gone."), { code: "ENGINE_LOST" });
    await review.grading.run();
    expect(review.ungraded).toEqual([0, 1]);
  });

  it.each([
    ["refused", { add: 9 }, 0],
    ["added at the end", { add: 1 }, 2],
  ])("goes on grading after a move that was %s", async (_, action, view) => {
    const set = probedDesk(context());
    const { review } = set.desk;
    let release = (): void => undefined;
    set.fake.heldGrades = new Promise((resolve) => (release = resolve));
    const { play } = await started();
    await play.move({ add: 2 });
    await rest();
    await review.openText(JSON.stringify(toRecord(play.table.session!, [null, "one"], false)));
    render(ReviewMode, { desk: set.desk, slug: "pile", packed: null });
    await rest();
    expect(review.grading.progress).not.toBeNull();
    review.table.show(view);
    const moved = review.move(action);
    await rest();
    release();
    await moved;
    await rest();
    expect(review.main).toBeNull();
    expect(review.ungraded).toEqual([]);
  });

  it("does not let a slow opening replace what was opened after it", async () => {
    const { review, fake } = await reviewed();
    const observe = fake.observe.bind(fake);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    vi.spyOn(fake, "observe").mockImplementationOnce(async (state) => {
      await held;
      return observe(state);
    });
    const slow = review.openText(JSON.stringify(pileState(7)));
    await rest();
    expect(review.reader.loading).toBe(true);
    expect(await review.openText(JSON.stringify(pileState(3)))).toBe(true);
    release();
    expect(await slow).toBe(false);
    expect(currentState(review.table.session!)).toMatchObject({ pile: 3 });
    expect([review.reader.loading, review.reader.problem]).toEqual([false, null]);
  });

  it("shares the moves that were added to a game from text, which is written again", async () => {
    const set = context();
    set.context.info = { ...INFO, queries: [{ name: "write_game", description: "", argsSchema: {} }] } as unknown as GameInfo;
    const reading = { states: [pileState(0), pileState(7)], actions: [{ add: 7 }], fromStart: true, faults: [] };
    vi.spyOn(set.fake, "query").mockImplementation(async (_ruleset, name, args) => {
      if (name === "write_game") return { text: `Hindsight Pile\n${JSON.stringify((args as { actions: unknown }).actions)}` };
      return name === "read_game" ? reading : { luck: [0, 0] };
    });
    const review = new Review(set.context);
    await review.openText("Hindsight Pile\n7");
    expect(review.record()).toMatchObject({ notation: "Hindsight Pile\n7" });
    review.step(1);
    await review.move({ add: 1 });
    await rest();
    const extended = { actions: [{ add: 7 }, { add: 1 }], notation: 'Hindsight Pile\n[{"add":7},{"add":1}]' };
    expect(review.record()).toMatchObject(extended);
    // A side line leaves it as it is.
    review.table.show(1);
    await review.move({ add: 2 });
    await rest();
    expect(review.main).not.toBeNull();
    expect(review.record()).toMatchObject(extended);
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
    await review.editor.change({ ...pileState(3), warnings: [{ code: "OLD", text: "Long mended." }] });
    expect(review.editor.errors).toEqual([]);
  });

  it.each([
    ["not JSON", "hello", /Line 1 should be a link/],
    ["another game", JSON.stringify({ ...pileState(), ruleset_id: "chess" }), /not from Pile/],
    ["no position", JSON.stringify({ ruleset_id: RULESET, active_player_id: 0 }), /pile is missing/],
  ])("explains in one sentence why it cannot open %s, and keeps the current game", async (_, text, sentence) => {
    const { review } = await reviewed();
    const before = review.table.session;
    expect(await review.openText(text)).toBe(false);
    expect(review.reader.problem).toMatch(sentence);
    expect(review.table.session).toBe(before);
  });

  it("shows the errors of an edited position at their fields", async () => {
    const { review } = await reviewed();
    review.edit();
    await review.editor.change({ ...pileState(3), pile: undefined as never });
    expect(review.editor.errors).toEqual([{ path: "", text: "Invalid state: pile is missing." }]);
    expect(await review.accept()).toBe(false);
    await review.editor.change(pileState(8));
    expect(await review.accept()).toBe(true);
    expect(review.editor.draft).toBeNull();
    expect(currentState(review.table.session!)).toMatchObject({ pile: 8 });
    const error = Object.assign(new Error("Bad."), { context: { errors: [{ path: "players.0", problem: "is missing" }] } });
    expect(fieldErrors(error)).toEqual([{ path: "players.0", text: "is missing." }]);
  });
});
