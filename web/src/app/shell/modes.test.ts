import { describe, expect, it } from "vitest";
import { Autosave } from "../record/autosave";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { pack } from "../record/packing";
import { PlayGame } from "../play/play.svelte";
import { Practice, scenarioParams } from "../practise/practise.svelte";
import { toRecord } from "../record/record";
import { fieldErrors, Review } from "../review/review.svelte";
import { currentState, decisionAt } from "../../core/session";
import { evaluation, pileState, RULESET } from "../../core/testing/fake-engine";
import { startedGame } from "../testing/games";
import { against, context, memoryShelf, rest } from "../testing/setup";

const started = (settings = {}) => startedGame(context(settings), "pile", against("one"));

describe("play", () => {
  it("grades the person's move while the opponent answers", async () => {
    const { play, fake, said } = await started();
    await play.move({ add: 2 });
    await rest();
    expect(fake.asked).toEqual(expect.arrayContaining(["grade 2", "evaluate"]));
    expect(play.phase).toBe("mine");
    expect(play.table.session?.cursor).toBe(2);
    expect(play.table.coaching.evaluationAt(0)?.deltaEv).toBe(-2);
    expect(play.table.account.skill[0]).toBe(-2);
    expect(said.join(" ")).toMatch(/You: add 2\..*One: add 1\./);
    expect(said.join(" ")).toMatch(/Okay\. It cost 2 points\./);
  });

  it("does not grade with the coach off", async () => {
    const { play, fake } = await started({ coach: false });
    await play.move({ add: 2 });
    await rest();
    expect(fake.asked.filter((what) => !what.startsWith("account"))).toEqual(["evaluate"]);
  });

  it("lets the opponent begin when the person plays second", async () => {
    const { play } = await started();
    await play.start(against("one", "second"), 9);
    await rest();
    expect(play.seats).toEqual(["one", null]);
    expect(play.phase).toBe("mine");
    expect(play.table.session?.cursor).toBe(1);
  });

  it("undoes to the person's own decision and redoes", async () => {
    const { play } = await started();
    await play.move({ add: 2 });
    await rest();
    play.undo();
    await rest();
    expect(play.table.session?.cursor).toBe(0);
    expect(play.canUndo).toBe(false);
    play.redo();
    await rest();
    expect(play.table.session?.cursor).toBe(2);
    expect(play.table.coaching.evaluationAt(0)?.deltaEv).toBe(-2);
  });

  it("takes no move of the opponent after an undo in the meantime", async () => {
    const { play, fake } = await started();
    let release = (): void => undefined;
    fake.held = new Promise((resolve) => (release = resolve));
    await play.move({ add: 1 });
    expect(play.opponentThinks).toBe(true);
    play.undo();
    release();
    fake.held = null;
    await rest();
    expect(play.table.session?.cursor).toBe(0);
    expect(play.opponentThinks).toBe(false);
    expect(play.phase).toBe("mine");
  });

  it("counts luck where chance had a hand", async () => {
    const { play, fake } = await started();
    await play.move({ add: 3 });
    await rest();
    await play.move({ add: 3 });
    await rest();
    expect(fake.asked.filter((what) => what.startsWith("account"))).toEqual(["account opening", "account"]);
    expect(play.table.account.luck).toEqual([1.5, -1.5]);
  });

  it("says what went wrong when the opponent fails, and goes on", async () => {
    const { play, fake } = await started({ coach: false });
    fake.failNext = new Error("The engine fell over.");
    await play.move({ add: 1 });
    await rest();
    expect(play.table.error).toMatch(/fell over/);
    expect(play.phase).toBe("theirs");
    play.resume();
    await rest();
    expect(play.phase).toBe("mine");
    expect(play.table.error).toBeNull();
  });

  it("refuses an illegal move with the engine's sentence, and stays where it was", async () => {
    const { play } = await started();
    await play.move({ add: 9 });
    expect(play.table.error).toMatch(/not legal/);
    expect(play.table.session?.cursor).toBe(0);
  });

  it("plays to the end, tells who won, and lists the mistakes", async () => {
    const { play } = await started();
    for (let turn = 0; turn < 6 && play.phase !== "over"; turn += 1) {
      await play.move({ add: 1 });
      await rest();
    }
    expect(play.phase).toBe("over");
    expect(play.resultText).toMatch(/^(You|One) won\.$/);
    expect(play.mistakes.length).toBeGreaterThan(0);
  });

  it("comes back after a reload, with grades and the opponent", async () => {
    const { play, shelf } = await started();
    await play.move({ add: 2 });
    await rest();
    await play.autosave.settled();
    const again = new PlayGame(context().context, new Autosave("pile", shelf));
    await again.restore();
    expect(again.table.session?.cursor).toBe(2);
    expect(again.table.coaching.evaluationAt(0)?.deltaEv).toBe(-2);
    expect(again.seats).toEqual([null, "one"]);
    expect(shelf.kept.has("game:pile:loading")).toBe(false);
  });

  it("sets a saved game aside that the engine refuses", async () => {
    const shelf = memoryShelf();
    const bad = { format: "hindsight-game", version: 1, ruleset_id: RULESET, initial_state: { ruleset_id: RULESET }, actions: [] };
    shelf.kept.set("game:pile", JSON.stringify(bad));
    const play = new PlayGame(context().context, new Autosave("pile", shelf));
    await play.restore();
    expect(play.savedNotice).toMatch(/set aside/);
    expect(play.phase).toBe("none");
    expect(shelf.kept.has("game:pile")).toBe(false);
  });

  it("gives a hint without a grade, and drops it with the move", async () => {
    const { play } = await started();
    play.hint();
    await rest();
    expect(play.focus).toBe(0);
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ bestAction: { add: 3 }, grade: null });
    await play.move({ add: 3 });
    expect(play.hintAt).toBeNull();
  });
});

describe("practise", () => {
  function practice() {
    const set = context();
    return { ...set, practise: new Practice(set.context, new DrillStore(memoryShelf(), () => 1000)) };
  }

  it("asks one decision, grades it and keeps a mistake", async () => {
    const { practise } = practice();
    await practise.next();
    await practise.move({ add: 1 });
    await rest();
    expect(practise.verdict).toBe(false);
    expect(practise.table.view).toBe(0);
    expect(practise.tally).toEqual({ answered: 1, right: 0, loss: -4 });
    expect(practise.box.size(RULESET)).toBe(1);
  });

  it("counts only the first answer, and none that was hinted as right", async () => {
    const { practise } = practice();
    await practise.next();
    await practise.move({ add: 1 });
    await rest();
    practise.retry();
    await practise.move({ add: 3 });
    await rest();
    expect(practise.verdict).toBe(true);
    expect(practise.tally.answered).toBe(1);
    await practise.next();
    practise.hint();
    await rest();
    await practise.move({ add: 3 });
    await rest();
    expect(practise.tally).toMatchObject({ answered: 2, right: 0 });
  });

  it("asks mistakes again and moves them on when solved", async () => {
    const { practise } = practice();
    await practise.next();
    await practise.move({ add: 1 });
    await rest();
    practise.choose("mistakes");
    expect(practise.card).not.toBeNull();
    await practise.move({ add: 3 });
    await rest();
    expect(practise.box.box.cards[0]?.box).toBe(1);
    expect(practise.box.due(RULESET)).toEqual([]);
    await practise.next();
    expect(practise.state).toBeNull();
  });

  it("grades an answer behind the next position when one goes on before its grade", async () => {
    const { practise, fake } = practice();
    await practise.next();
    let letGo = (): void => undefined;
    fake.heldGrades = new Promise((resolve) => (letGo = resolve));
    const moved = practise.move({ add: 1 });
    await rest();
    await practise.next();
    expect(practise.answer).toBeNull();
    letGo();
    fake.heldGrades = null;
    await moved;
    await rest();
    expect(fake.asked.filter((what) => what.startsWith("grade"))).toEqual(["grade 1", "grade 1 behind"]);
    expect(practise.tally).toEqual({ answered: 1, right: 0, loss: -4 });
    expect(practise.box.box.cards.map(({ loss }) => loss)).toEqual([-4]);
    expect(practise.verdict).toBeNull();
  });

  it("counts the card that was answered, not the one on screen by then, and not twice", async () => {
    const { practise, fake } = practice();
    await practise.next();
    await practise.move({ add: 1 });
    await rest();
    practise.choose("mistakes");
    const id = practise.card!.id;
    let letGo = (): void => undefined;
    fake.heldGrades = new Promise((resolve) => (letGo = resolve));
    const moved = practise.move({ add: 3 });
    await rest();
    practise.retry();
    practise.choose("scenarios");
    letGo();
    fake.heldGrades = null;
    await moved;
    await rest();
    expect(practise.box.box.cards).toMatchObject([{ id, box: 1, asked: 1 }]);
    expect(practise.tally.answered).toBe(2);
  });

  it("counts a card that was left for the next one before its grade", async () => {
    const { practise, fake } = practice();
    for (const [pile, add] of [[2, 1], [3, 2]] as const) {
      practise.box.add([{ state: pileState(pile), action: { add }, evaluation: evaluation({ add }), luck: null }]);
    }
    practise.choose("mistakes");
    const first = practise.card!.id;
    let letGo = (): void => undefined;
    fake.heldGrades = new Promise((resolve) => (letGo = resolve));
    const moved = practise.move({ add: 3 });
    await rest();
    await practise.next();
    expect(practise.card!.id).not.toBe(first);
    letGo();
    fake.heldGrades = null;
    await moved;
    await rest();
    expect(practise.box.box.cards.map(({ id, asked }) => [id === first, asked]).sort()).toEqual([[false, 0], [true, 1]]);
  });

  it("does not grade an answer whose grade the person stopped", async () => {
    const { practise, fake } = practice();
    await practise.next();
    let letGo = (): void => undefined;
    fake.heldGrades = new Promise((resolve) => (letGo = resolve));
    const moved = practise.move({ add: 1 });
    await rest();
    practise.table.coaching.cancelAt(0);
    letGo();
    fake.heldGrades = null;
    await moved;
    await practise.next();
    await rest();
    expect(practise.tally.answered).toBe(0);
    expect(fake.asked.filter((what) => what.endsWith("behind"))).toEqual([]);
  });

  it("asks the generator for what the filters say", () => {
    expect(scenarioParams("x", { phase: "LATE", "wanted.least": 1.5, "wanted.most": null, "wanted.deep.odd": 0 }, 3)).toEqual({
      rulesetId: "x",
      seed: 3,
      phase: "LATE",
      wanted: { least: 1.5, deep: { odd: 0 } },
    });
  });
});

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

  it("opens a pasted game at its beginning and grades all of it in the background", async () => {
    const { review, fake } = await reviewed();
    expect(review.table.view).toBe(0);
    expect(review.ungraded).toEqual([0, 1]);
    await review.gradeAll();
    expect(review.ungraded).toEqual([]);
    expect(fake.asked.filter((what) => what.endsWith("behind"))).toHaveLength(2);
    expect(review.grading).toBeNull();
    expect(review.mistakes.map(({ index }) => index)).toEqual([1, 0]);
  });

  it("stops grading when told, and keeps what it has", async () => {
    const { review } = await reviewed();
    const all = review.gradeAll();
    review.cancelGrading();
    await all;
    expect(review.grading).toBeNull();
    expect(review.ungraded).toHaveLength(2);
  });

  it("starts a side line with another move and comes back from it", async () => {
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

  it("opens an odd position with the engine's warning, not with what the text claims", async () => {
    const review = new Review(context().context);
    expect(await review.openText(JSON.stringify({ ...pileState(20), warnings: [] }))).toBe(true);
    expect(review.table.state?.warnings).toEqual([{ code: "TOO_HIGH", text: "No game gets to a pile like this." }]);
    await review.change({ ...pileState(3), warnings: [{ code: "OLD", text: "Long mended." }] });
    expect(review.draftErrors).toEqual([]);
  });

  it.each([
    ["not JSON", "hello", /neither JSON/],
    ["another game", JSON.stringify({ ...pileState(), ruleset_id: "chess" }), /not of Pile/],
    ["no position", JSON.stringify({ ruleset_id: RULESET, active_player_id: 0 }), /pile is missing/],
  ])("says in one sentence why it cannot open %s, and keeps what was there", async (_, text, sentence) => {
    const { review } = await reviewed();
    const before = review.table.session;
    expect(await review.openText(text)).toBe(false);
    expect(review.problem).toMatch(sentence);
    expect(review.table.session).toBe(before);
  });

  it("names the faults of an edited position where they are", async () => {
    const { review } = await reviewed();
    review.edit();
    await review.change({ ...pileState(3), pile: undefined as never });
    expect(review.draftErrors).toEqual([{ path: "", text: "There is a fault in the state: pile is missing." }]);
    expect(await review.accept()).toBe(false);
    await review.change(pileState(8));
    expect(await review.accept()).toBe(true);
    expect(review.draft).toBeNull();
    expect(currentState(review.table.session!)).toMatchObject({ pile: 8 });
    const error = Object.assign(new Error("Bad."), { context: { errors: [{ path: "players.0", problem: "is missing" }] } });
    expect(fieldErrors(error)).toEqual([{ path: "players.0", text: "is missing." }]);
  });
});

describe("think longer", () => {
  it("goes on from what has ended, and starts where nothing has", async () => {
    const { play, fake } = await started();
    await play.move({ add: 2 });
    await rest();
    fake.asked.length = 0;
    await play.table.coaching.longer(0);
    // Budgets are totals: asked again, it must be given more.
    await play.table.coaching.longer(0);
    expect(fake.asked).toEqual(["longer 1500", "longer 3000"]);
    play.table.coaching.thinking.clear();
    await play.table.coaching.longer(1);
    expect(fake.asked.at(-1)).toBe("grade 1");
    expect(evaluation(null).grade).toBeNull();
  });
});
