import { describe, expect, it } from "vitest";
import { Autosave } from "../record/autosave";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { FRIEND } from "../new-game/choice";
import { pack } from "../record/packing";
import { PlayGame } from "../play/play.svelte";
import { Practice } from "../practise/practise.svelte";
import { importText } from "../record/record";
import { Review } from "../review/review.svelte";
import { challengeOf, resultLineOf } from "../play/share-texts";
import { currentState, decisionAt } from "../../core/session";
import { tugEvaluation, tugState, type TugAction, type TugState } from "../../core/testing/fake-tug";
import { startedGame } from "../testing/games";
import { against, memoryShelf, rest, tugContext } from "../testing/setup";

const PUT = { put: true };
const DROP = { put: false };
const LIFT = { lift: 1 };

const tug = (company: string, side: number, { seed = 5, options = {}, settings = {} } = {}) =>
  startedGame(tugContext(settings), "tug", against(company, side, options), seed);

async function reloaded(shelf: ReturnType<typeof memoryShelf>): Promise<PlayGame> {
  const again = new PlayGame(tugContext().context, new Autosave("tug", shelf));
  await again.restore();
  return again;
}

describe("roles", () => {
  it("are chosen by name: the level begins where the person is Raise, and not where Lower", async () => {
    const raise = await tug("one", 0);
    expect(raise.play.seats).toEqual([null, "one"]);
    expect(raise.play.table.session?.cursor).toBe(1);
    expect(raise.said[0]).toBe("New game against One. You are Raise.");
    const lower = await tug("one", 1);
    expect(lower.play.seats).toEqual(["one", null]);
    expect(lower.play.table.session?.cursor).toBe(0);
    expect(lower.said[0]).toBe("New game against One. You are Lower. You begin.");
  });

  it("stand beside the names; two people go by them", async () => {
    const { play } = await tug("one", 0);
    expect([play.playerNames, play.labels]).toEqual([["You", "One"], ["You (Raise)", "One (Lower)"]]);
    const friends = await tug(FRIEND, 0);
    expect([friends.play.playerNames, friends.play.labels]).toEqual([["Raise", "Lower"], ["Raise", "Lower"]]);
  });

  it.each([[0, LIFT, "pass"], [1, DROP, PUT]] as const)("are both graded and learnt from: player %i", async (me, best, worse) => {
    const { play } = await tug("one", me);
    await play.move(worse);
    await rest();
    await play.move(best);
    await rest();
    expect(play.phase).toBe("over");
    expect(play.mistakes.map(({ loss }) => loss)).toEqual([-1.5]);
    expect(play.table.luck.account.skill[me]).toBe(-1.5);
    expect(play.table.luck.account.skill[1 - me]).toBe(0);
    const box = new DrillStore(memoryShelf(), () => 0);
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
    expect(fake.asked.filter((what) => what.startsWith("grade"))).toEqual([worse, best].map((action) => `grade ${me} ${JSON.stringify(action)}`));
  });
});

describe("a move that is a word", () => {
  it("is played, graded, accounted, saved, shared and reviewed like any other", async () => {
    const { play, shelf, move, fake } = await tug("one", 0);
    await move("pass");
    expect(fake.asked).toContain('grade 0 "pass"');
    expect(fake.accounts.map(({ actions }) => actions)).toContainEqual(["pass"]);
    await play.kept.autosave.settled();
    const again = await reloaded(shelf);
    expect(again.table.session!.decisions.map(({ action }) => action)).toEqual([DROP, "pass", DROP, null]);
    expect(again.table.coaching.evaluationAt(1)?.deltaEv).toBe(-1.5);
    const review = new Review(tugContext().context);
    expect(await review.openPacked(await pack(play.kept.shared))).toBe(true);
    await review.gradeAll();
    expect(review.table.coaching.evaluationAt(1)?.deltaEv).toBe(-1.5);
    review.table.show(1);
    await review.move("pass");
    expect([review.main, review.table.view]).toEqual([null, 2]);
  });

  it("is made and graded once by a double click", async () => {
    const { play, fake } = await tug("one", 0);
    void play.move("pass");
    await play.move("pass");
    await rest();
    expect(play.table.session!.decisions.map(({ action }) => action)).toEqual([DROP, "pass", DROP, null]);
    expect(play.table.coaching.evaluationAt(1)?.deltaEv).toBe(-1.5);
    expect(fake.asked.filter((what) => what === 'grade 0 "pass"')).toHaveLength(1);
  });

  it("that the engine refuses leaves the reviewed game as it was, whatever is found out meanwhile", async () => {
    const { play, move } = await tug("one", 0);
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

  it("is undone and done again", async () => {
    const { play, move } = await tug("one", 0);
    await move("pass");
    play.undo();
    await rest();
    expect(play.table.session?.cursor).toBe(1);
    await move("pass", LIFT);
    expect(play.phase).toBe("over");
    expect(play.table.luck.account.skill[0]).toBe(-1.5);
  });
});

describe("a match", () => {
  async function firstGame() {
    const set = await tug("one", 0, { options: { size: 4, open: true } });
    expect(set.play.canSwap).toBe(false);
    await set.move(LIFT, LIFT);
    return set;
  }

  it("goes on with the same start and the roles swapped, and says who won", async () => {
    const { play, move, said, fake } = await firstGame();
    const start = decisionAt(play.table.session!, 0).state;
    expect([play.canSwap, play.matchText]).toEqual([true, ""]);
    play.swap();
    await rest();
    expect(play.seats).toEqual(["one", null]);
    expect(decisionAt(play.table.session!, 0).state).toEqual(start);
    expect([play.canSwap, play.matchText]).toEqual([false, ""]);
    await move(PUT, DROP);
    // Seed 5 draws a 3 first, which was put; One lifted twice.
    expect(play.matchText).toBe("As Raise: You 2, One 5. One wins the match.");
    expect(said.at(-1)).toMatch(/One made 5\. As Raise: You 2, One 5\. One wins the match\.$/);
    expect(fake.asked.filter((what) => what.startsWith("new"))).toHaveLength(1);
  });

  it("survives undo and a reload, and ends with a new game", async () => {
    const { play, move, shelf } = await firstGame();
    play.swap();
    await move(PUT);
    play.undo();
    await rest();
    await move(DROP);
    await play.kept.autosave.settled();
    const again = await reloaded(shelf);
    expect(again.match).toEqual({ seats: [null, "one"], returns: [2, -2] });
    expect(again.seats).toEqual(["one", null]);
    expect(again.kept.setup).toEqual({ options: { size: 4, open: true }, daily: null });
    await again.move(DROP);
    await rest();
    expect(again.matchText).toBe("As Raise: You 2, One 2. The match is shared.");
    again.undo();
    expect(again.matchText).toBe("");
    await again.start(against("one", 0), 6);
    expect(again.match).toBeNull();
  });

  it("of two people tells them by the order of the games", async () => {
    const { play, move } = await tug(FRIEND, 0, { options: { size: 2 } });
    await move(PUT, LIFT);
    play.swap();
    await move(DROP, LIFT);
    expect(play.matchText).toBe("Raise made 4 in the first game and 1 in the second: whoever played Raise first wins the match.");
  });

  it("is not there in a record from before, nor in a damaged one", async () => {
    const { play } = await firstGame();
    const { match: _match, setup: _setup, from_start: _start, ...old } = play.kept.shared!;
    expect(await importText(JSON.stringify(old))).toMatchObject({ kind: "game", record: { from_start: true } });
    const damaged = { ...old, match: { seats: [null, "one"], returns: ["x"] }, setup: { options: { size: [1] }, daily: "today" } };
    const imported = await importText(JSON.stringify(damaged));
    if (imported.kind !== "game") throw new Error("not a game");
    expect(imported.record.match).toBeUndefined();
    expect(imported.record.setup).toEqual({ options: {}, daily: null });
  });
});

describe("what is told to others", () => {
  it("is the same game, and how it went", async () => {
    const { play, move } = await tug("one", 1, { options: { size: 2 } });
    expect(challengeOf(play)).toEqual({ seed: 5, choice: { company: "one", side: 1, options: { size: 2, open: false } } });
    expect(resultLineOf(play)).toBe("");
    await move(DROP);
    expect(resultLineOf(play)).toBe("Tug, seed 5, 2 moves, Lower against One: 1 points (par 0)");
  });

  it("names a rule that was chosen, for which there is no par", async () => {
    const { play, move } = await tug("one", 1, { options: { size: 2, open: true } });
    await move(DROP);
    expect(resultLineOf(play)).toBe("Tug, seed 5, 2 moves, open, Lower against One: 1 points");
  });

  it("is nothing where it is not known how the game was begun", async () => {
    const { play, shelf } = await tug("one", 1);
    await play.kept.autosave.settled();
    const { setup: _setup, ...old } = JSON.parse(String(shelf.kept.get("game:tug"))) as Record<string, unknown>;
    shelf.kept.set("game:tug", JSON.stringify(old));
    expect(challengeOf(await reloaded(shelf))).toBeNull();
  });
});

describe("a hint after an undo", () => {
  it("is about the position, not about the move that was undone", async () => {
    const { play, move, fake } = await tug("one", 0);
    await move("pass");
    play.undo();
    play.hint();
    await rest();
    expect(play.focus).toBe(1);
    expect(play.table.coaching.evaluationAt(1)).toMatchObject({ bestAction: LIFT, grade: null, deltaEv: null, feedback: [] });
    expect(play.table.decision?.action).toBeNull();
    // Done again, the move has its grade again.
    play.redo();
    await rest();
    expect(play.table.coaching.evaluationAt(1)?.deltaEv).toBe(-1.5);
    expect(fake.asked.filter((what) => what === 'grade 0 "pass"')).toHaveLength(1);
  });

  it("asks for the best move where the undone one has no grade", async () => {
    const { play, move, fake } = await tug("one", 0, { settings: { coach: false } });
    await move("pass");
    play.undo();
    fake.asked.length = 0;
    play.hint();
    await rest();
    expect(fake.asked).toEqual(["evaluate 0"]);
    expect(play.table.coaching.evaluationAt(1)).toMatchObject({ bestAction: LIFT, grade: null });
  });
});

describe("luck of the opening", () => {
  it("stays between the first move and its answer", async () => {
    const { play, fake } = await tug("one", 1);
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

  it("counts only where a record begins with a start", async () => {
    const { play, move } = await tug("one", 1);
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
  it("has its first position completed by the engine", async () => {
    const { play, move } = await tug("one", 1);
    await move(DROP);
    const { high: _high, ...bare } = { ...tugState(), score: 5 };
    const review = new Review(tugContext().context);
    expect(await review.openText(JSON.stringify({ ...play.kept.shared!, initial_state: bare }))).toBe(true);
    expect(decisionAt(review.table.session!, 0).state).toMatchObject({ high: true, seed: 5 });
    expect(currentState(review.table.session!)).toMatchObject({ score: 6 });
  });
});
