/** A game with a role for each player, through play, practice and review. */
import { describe, expect, it } from "vitest";
import { currentState, decisionAt } from "../../core/session";
import { type TugAction, type TugState, tugEvaluation, tugState } from "../../core/testing/fake-tug";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { FRIEND } from "../new-game/choice";
import { Practice } from "../practise/practise.svelte";
import { pack } from "../record/packing";
import { Review } from "../review/review.svelte";
import { reloadedTug, startedTug } from "../testing/games";
import { memoryStore, rest, tugContext } from "../testing/setup";

const PUT = { put: true };
const DROP = { put: false };
const LIFT = { lift: 1 };

describe("roles", () => {
  it("are chosen by name, and decide who begins", async () => {
    const raise = await startedTug("one", 0);
    expect(raise.play.seats).toEqual([null, "one"]);
    expect(raise.play.table.session?.cursor).toBe(1);
    expect(raise.announced[0]).toBe("New game against One. You are Raise.");
    const lower = await startedTug("one", 1);
    expect(lower.play.seats).toEqual(["one", null]);
    expect(lower.play.table.session?.cursor).toBe(0);
    expect(lower.announced[0]).toBe("New game against One. You are Lower. You begin.");
  });

  it("follow the names, and are the names of two people", async () => {
    const { play } = await startedTug("one", 0);
    expect([play.playerNames, play.labels]).toEqual([
      ["You", "One"],
      ["You (Raise)", "One (Lower)"],
    ]);
    const friends = await startedTug(FRIEND, 0);
    expect([friends.play.playerNames, friends.play.labels]).toEqual([
      ["Raise", "Lower"],
      ["Raise", "Lower"],
    ]);
  });

  it.each([
    [0, LIFT, "pass"],
    [1, DROP, PUT],
  ] as const)("are both graded and learnt from: player %i", async (me, best, worse) => {
    const { play } = await startedTug("one", me);
    await play.move(worse);
    await rest();
    await play.move(best);
    await rest();
    expect(play.phase).toBe("over");
    expect(play.mistakes.map(({ loss }) => loss)).toEqual([-1.5]);
    expect(play.table.luck.account.skill[me]).toBe(-1.5);
    expect(play.table.luck.account.skill[1 - me]).toBe(0);
    const box = new DrillStore(memoryStore(), () => 0);
    box.add(play.mistakes.map(({ index }) => decisionAt(play.table.session!, index)));
    const { context, fake } = tugContext();
    const practise = new Practice(context, box);
    practise.choose("mistakes");
    await practise.move(worse);
    await rest();
    expect([practise.verdict, practise.judged]).toEqual([false, 1]);
    practise.retry();
    await practise.move(best);
    await rest();
    expect([practise.verdict, practise.judged]).toEqual([true, 2]);
    // The mistake has the grade of its game.
    expect(fake.asked.filter((what) => what.startsWith("grade"))).toEqual([`grade ${me} ${JSON.stringify(best)}`]);
  });
});

describe("a move that is a string", () => {
  it("is played, graded, counted, saved, shared and reviewed like any other", async () => {
    const { play, shelf, move, fake } = await startedTug("one", 0);
    await move("pass");
    expect(fake.asked).toContain('grade 0 "pass"');
    expect(fake.accounts.map(({ actions }) => actions)).toContainEqual(["pass"]);
    await play.kept.autosave.settled();
    const again = await reloadedTug(shelf);
    expect(again.table.session!.decisions.map(({ action }) => action)).toEqual([DROP, "pass", DROP, null]);
    expect(again.table.coaching.evaluationAt(1)?.deltaEv).toBe(-1.5);
    const review = new Review(tugContext().context);
    expect(await review.openPacked(await pack(play.kept.shared))).toBe(true);
    await review.grading.run();
    expect(review.table.coaching.evaluationAt(1)?.deltaEv).toBe(-1.5);
    review.table.show(1);
    await review.move("pass");
    expect([review.main, review.table.view]).toEqual([null, 2]);
  });

  it("is made and graded only once by a double click", async () => {
    const { play, fake } = await startedTug("one", 0);
    void play.move("pass");
    await play.move("pass");
    await rest();
    expect(play.table.session!.decisions.map(({ action }) => action)).toEqual([DROP, "pass", DROP, null]);
    expect(play.table.coaching.evaluationAt(1)?.deltaEv).toBe(-1.5);
    expect(fake.asked.filter((what) => what === 'grade 0 "pass"')).toHaveLength(1);
  });

  it("that is refused leaves the reviewed game unchanged, even if findings arrive meanwhile", async () => {
    const { play, move } = await startedTug("one", 0);
    await move("pass", LIFT);
    const { context, fake } = tugContext();
    const review = new Review(context);
    await review.openPacked(await pack(play.kept.shared));
    await rest();
    const { table } = review;
    const first = decisionAt(table.session!, 0);
    fake.applyAction = async () => {
      table.coaching.store(0, first.state, first.action, tugEvaluation(first.state as TugState, first.action as TugAction));
      throw new Error("Not now.");
    };
    table.show(1);
    await review.move(LIFT);
    expect([table.error, table.view, table.session?.cursor, review.main]).toEqual(["Not now.", 1, 4, null]);
    expect(table.decisionAt(1)?.action).toBe("pass");
  });

  it("can be undone and redone", async () => {
    const { play, move } = await startedTug("one", 0);
    await move("pass");
    play.undo();
    await rest();
    expect(play.table.session?.cursor).toBe(1);
    await move("pass", LIFT);
    expect(play.phase).toBe("over");
    expect(play.table.luck.account.skill[0]).toBe(-1.5);
  });

  it("that is made again after longer thinking and an undo is graded by what was found", async () => {
    const { play, move, fake } = await startedTug("one", 0);
    await move("pass");
    await play.table.coaching.longer(1);
    play.undo();
    await rest();
    fake.asked.length = 0;
    await move("pass");
    expect(fake.asked.filter((what) => what.startsWith("grade"))).toEqual(['grade "pass", going on']);
    expect(play.table.coaching.evaluationAt(1)?.deltaEv).toBe(-1.5);
  });
});

describe("a hint after an undo", () => {
  it("is about the position, not the undone move", async () => {
    const { play, move, fake } = await startedTug("one", 0);
    await move("pass");
    play.undo();
    play.hint();
    await rest();
    expect(play.focus).toBe(1);
    expect(play.table.coaching.evaluationAt(1)).toMatchObject({ bestAction: LIFT, grade: null, deltaEv: null, feedback: [fake.said] });
    expect(play.table.decision?.action).toBeNull();
    // Redone, the move has its grade again.
    play.redo();
    await rest();
    expect(play.table.coaching.evaluationAt(1)?.deltaEv).toBe(-1.5);
    expect(fake.asked.filter((what) => what === 'grade 0 "pass"')).toHaveLength(1);
  });

  it("asks for the best move where the undone move has no grade", async () => {
    const { play, move, fake } = await startedTug("one", 0, { settings: { coach: false } });
    await move("pass");
    play.undo();
    fake.asked.length = 0;
    play.hint();
    await rest();
    expect(fake.asked).toEqual(["evaluate 0", 'grade {"lift":1}, going on']);
    expect(play.table.coaching.evaluationAt(1)).toMatchObject({ bestAction: LIFT, grade: null });
  });
});

describe("luck of the opening", () => {
  it("is shown between the first move and its answer", async () => {
    const { play, fake } = await startedTug("one", 1);
    // Seed 5 draws a 3: a point for Raise.
    expect(play.table.luck.account.luck).toEqual([1, -1]);
    let letGo = (): void => undefined;
    const query = fake.query.bind(fake);
    const held = new Promise<void>((resolve) => (letGo = resolve));
    fake.query = async (ruleset, name, args) => {
      await held;
      return query(ruleset, name, args);
    };
    await play.move(DROP);
    expect(play.table.luck.account.luck).toEqual([1, -1]);
    letGo();
    await rest();
    expect(play.table.luck.account.luck[0]).toBe(play.table.session!.decisions.reduce((sum, { luck }) => sum + (luck?.[0] ?? 0), 0));
  });

  it("counts only where a record begins at the start of a game", async () => {
    const { play, move } = await startedTug("one", 1);
    await move(DROP, DROP);
    for (const start of [true, false]) {
      const { context, fake } = tugContext();
      const review = new Review(context);
      await review.openText(JSON.stringify({ ...play.kept.shared!, from_start: start }));
      await rest();
      expect(fake.accounts.some(({ opening }) => opening === true)).toBe(start);
      expect(review.record()).toMatchObject({ from_start: start });
    }
  });
});

describe("a record", () => {
  it("gets its first position completed by the engine", async () => {
    const { play, move } = await startedTug("one", 1);
    await move(DROP);
    const { high: _high, ...bare } = { ...tugState(), score: 5 };
    const review = new Review(tugContext().context);
    expect(await review.openText(JSON.stringify({ ...play.kept.shared!, initial_state: bare }))).toBe(true);
    expect(decisionAt(review.table.session!, 0).state).toMatchObject({ high: true, seed: 5 });
    expect(currentState(review.table.session!)).toMatchObject({ score: 6 });
  });
});
