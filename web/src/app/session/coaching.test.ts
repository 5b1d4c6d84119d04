import { describe, expect, it, vi } from "vitest";
import { evaluation, type FakeEngine } from "../../core/testing/fake-engine";
import { startedGame } from "../testing/games";
import { against, context, holdGrades, rest } from "../testing/setup";
import { coachParams } from "./params";

/** A game in which a hint is being graded for its reasons, until `release` is called. */
async function explaining() {
  const game = await started();
  const release = holdGrades(game.fake);
  game.play.hint();
  await rest();
  return { ...game, release };
}

/** What was asked for the coach, in a game against an opponent that is asked for its moves too. */
const coached = ({ asked }: FakeEngine): string[] =>
  asked.slice(0, asked.findLastIndex((what) => what.startsWith("grade")) + 1).filter((what) => /^(evaluate|grade)/.test(what));

const started = (settings = {}) => startedGame(context(settings), "pile", against("one"));

describe("think longer", () => {
  it("continues a finished evaluation, and starts one where there is none", async () => {
    const { play, fake, announced } = await started();
    await play.move({ add: 2 });
    await rest();
    [fake.asked.length, announced.length] = [0, 0];
    await play.table.coaching.longer(0);
    // Budgets are totals: a second extension needs more.
    await play.table.coaching.longer(0);
    expect(fake.asked).toEqual(["longer 1500", "longer 3000"]);
    // It is a grade, not a hint.
    expect(announced).toEqual(Array(2).fill("Thinking longer changed nothing."));
    play.table.coaching.thinking.clear();
    await play.table.coaching.longer(1);
    expect(fake.asked.at(-1)).toBe("grade 1");
    expect(evaluation(null).grade).toBeNull();
  });
});

describe("longer thinking that changes nothing", () => {
  it("is known as such, until another result comes", async () => {
    const { play, announced } = await started();
    const { coaching } = play.table;
    await coaching.evaluate(0);
    await coaching.longer(0);
    expect(coaching.unchanged).toBe(coaching.evaluationAt(0));
    expect(announced.at(-1)).toBe("Thinking longer changed nothing.");
    const solved = { ...evaluation(null), metadata: { ...evaluation(null).metadata, solved: true } };
    vi.spyOn(coaching.thinking, "longer").mockResolvedValueOnce(solved);
    await coaching.longer(0);
    expect(coaching.unchanged).toBeNull();
    await coaching.longer(0);
    expect(coaching.unchanged).not.toBeNull();
    vi.spyOn(coaching.thinking, "longer").mockResolvedValueOnce({ ...evaluation(null), deltaEv: -1 });
    await coaching.longer(0);
    expect(coaching.unchanged).toBeNull();
  });
});

describe("the grade of a move", () => {
  it("goes on from the hint on screen", async () => {
    const { play, fake } = await started();
    await play.table.coaching.evaluate(0);
    fake.asked.length = 0;
    await play.move({ add: 2 });
    await rest();
    expect(fake.asked.filter((asked) => asked.startsWith("grade"))).toEqual(["grade 2, going on"]);
  });

  it("starts again when the think time was raised since the hint", async () => {
    const { play, fake, context } = await started();
    await play.table.coaching.evaluate(0);
    context.settings.think = "max";
    await play.move({ add: 2 });
    await rest();
    expect(fake.asked.filter((asked) => asked.startsWith("grade"))).toEqual(["grade 3, going on", "grade 2"]);
  });

  it("goes on from that of a move that was taken back, so that longer thinking is not lost", async () => {
    const { play, fake } = await started();
    await play.move({ add: 1 });
    await rest();
    await play.table.coaching.longer(0);
    play.undo();
    await rest();
    fake.asked.length = 0;
    await play.move({ add: 2 });
    await rest();
    expect(fake.asked.filter((asked) => asked.startsWith("grade"))).toEqual(["grade 2, going on"]);
  });

  it("goes on from a longer hint, or starts with the chosen think time if the engine has dropped it", async () => {
    const { play, context } = await started({ think: "max" });
    await play.table.coaching.evaluate(0);
    context.settings.think = "fast";
    const params = coachParams(context.settings, context.info, play.table.state!);
    const hint = play.table.coaching.thinking.finishedFor(play.table.state!, params)!;
    const grade = vi.spyOn(hint.task, "grade");
    await play.move({ add: 2 });
    await rest();
    expect(grade.mock.calls).toEqual([[{ add: 2 }, expect.anything(), params]]);
  });

  it("that was found best beside one taken back starts with the chosen think time, too, if the engine has dropped that one", async () => {
    const { play, context } = await started();
    await play.move({ add: 1 });
    await rest();
    await play.table.coaching.longer(0);
    play.undo();
    await rest();
    const params = coachParams(context.settings, context.info, play.table.state!);
    const grade = vi.spyOn(play.table.coaching.thinking.finishedFor(play.table.state!, params)!.task, "grade");
    await play.move({ add: 3 });
    await rest();
    expect(grade.mock.calls).toEqual([[{ add: 3 }, expect.anything(), params]]);
  });
});

describe("a hint", () => {
  it("says why with the sentence that the move has as its grade, and is announced once", async () => {
    const { play, announced } = await started();
    announced.length = 0;
    await play.table.coaching.evaluate(0);
    const hint = play.table.coaching.evaluationAt(0)!;
    expect(hint).toMatchObject({ bestAction: { add: 3 }, grade: null, deltaEv: null, userAction: null });
    expect(hint.feedback.map(({ text }) => text)).toEqual(["Three is the most."]);
    expect(announced).toEqual(["Hint: add 3. Three is the most."]);
    await play.move({ add: 3 });
    await rest();
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ grade: "EXCELLENT", feedback: hint.feedback });
  });

  it("is played as the engine writes it, with the budgets it had, so that the engine answers with what it found", async () => {
    const { play, context } = await started();
    await play.table.coaching.evaluate(0);
    const params = coachParams(context.settings, context.info, play.table.state!);
    const hint = play.table.coaching.thinking.finishedFor(play.table.state!, params)!;
    const grade = vi.spyOn(hint.task, "grade");
    await play.move({ add: 3 });
    await rest();
    expect(grade.mock.calls).toEqual([[hint.best, expect.anything(), undefined]]);
    expect(grade.mock.calls[0]![0]).toBe(hint.best);
  });

  it("is not final before its reasons are known", async () => {
    const { play, fake } = await started();
    let release = (): void => undefined;
    fake.heldGrades = new Promise((resolve) => (release = resolve));
    void play.table.coaching.evaluate(0);
    await rest();
    expect(play.table.coaching.thinkingAt(0)).toBe(true);
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ bestAction: { add: 3 }, feedback: [] });
    release();
    await rest();
    expect(play.table.coaching.thinkingAt(0)).toBe(false);
    expect(play.table.coaching.evaluationAt(0)!.feedback).toHaveLength(1);
  });

  it("names the move that the grading finds better, and no reason if that goes on", async () => {
    const { play, fake } = await started();
    const feedback = [fake.said];
    /** A search and its gradings: each grades the best move of the one before. */
    const tasks = (...found: number[]) =>
      found.reduceRight<object>((task, best, at) => {
        const user = at === 0 ? null : { add: found[at - 1]! };
        return Object.assign(Promise.resolve(evaluation(user, 2, { bestAction: { add: best }, ...(at > 0 && { feedback }) })), {
          grade: () => task,
        });
      }, {} as object);
    vi.spyOn(fake, "evaluateBestMove").mockReturnValueOnce(tasks(3, 2, 2) as never);
    await play.table.coaching.evaluate(0);
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ bestAction: { add: 2 }, grade: null, feedback: [fake.said] });
    const { play: other, fake: engine } = await started();
    vi.spyOn(engine, "evaluateBestMove").mockReturnValueOnce(tasks(3, 2, 1) as never);
    await other.table.coaching.evaluate(0);
    expect(other.table.coaching.evaluationAt(0)).toMatchObject({ bestAction: { add: 1 }, grade: null, feedback: [] });
  });

  it("stays without a reason where its grading fails", async () => {
    const { play, fake } = await started();
    let release = (): void => undefined;
    fake.heldGrades = new Promise((resolve) => (release = resolve));
    const asked = play.table.coaching.evaluate(0);
    await rest();
    fake.failNext = new Error("No grade.");
    release();
    expect(await asked).toMatchObject({ bestAction: { add: 3 }, feedback: [] });
    expect(play.table.coaching.errorAt(0)).toBeNull();
  });

  it("that thinks longer shows no grade meanwhile, and has reasons again", async () => {
    const { play, fake, announced } = await started();
    await play.table.coaching.evaluate(0);
    [fake.asked.length, announced.length] = [0, 0];
    await play.table.coaching.longer(0);
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ grade: null, deltaEv: null, feedback: [fake.said] });
    expect(announced).toHaveLength(1);
    // It graded its best move already.
    expect(fake.asked).toEqual(["longer 1500"]);
  });

  it("is asked for again where it was stopped", async () => {
    const { play, fake } = await started();
    const { coaching } = play.table;
    fake.showsUnfinished = true;
    fake.held = new Promise(() => undefined);
    play.hint();
    coaching.cancelAt(0);
    fake.held = null;
    expect(coaching.evaluationAt(0)).toMatchObject({ bestAction: { add: 3 }, metadata: { endedBy: null } });
    play.hint();
    // The coach is at work on it.
    play.hint();
    await rest();
    expect(fake.asked.filter((asked) => asked === "evaluate")).toHaveLength(2);
    expect(coaching.evaluationAt(0)).toMatchObject({ feedback: [fake.said], metadata: { endedBy: "work" } });
  });

  it("is kept where its grading is stopped, and goes on when it is asked for again", async () => {
    const { play, fake, announced, release } = await explaining();
    const { coaching } = play.table;
    coaching.cancelAt(0);
    release();
    await rest();
    expect(play.table.decision!.evaluation).toMatchObject({ bestAction: { add: 3 }, feedback: [], metadata: { endedBy: "work" } });
    [fake.asked.length, announced.length] = [0, 0];
    play.hint();
    await rest();
    expect(fake.asked).toEqual(["grade 3, going on"]);
    expect(coaching.evaluationAt(0)!.feedback).toEqual([fake.said]);
    // Now it is known, and only said again.
    play.hint();
    expect(fake.asked).toHaveLength(1);
    expect(announced).toEqual(Array(2).fill("Hint: add 3. Three is the most."));
  });

  it("goes on as the grade where its move is made while that is graded for the reasons", async () => {
    const { play, fake, release } = await explaining();
    void play.move({ add: 3 });
    release();
    await rest();
    expect(fake.gradings.map(({ signal }) => signal?.aborted)).toEqual([false, true]);
    expect(coached(fake)).toEqual(["evaluate", "grade 3, going on", "grade 3, going on"]);
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ grade: "EXCELLENT", feedback: [fake.said] });
  });

  it("is no longer graded for its reasons where another move is made", async () => {
    const { play, fake, release } = await explaining();
    void play.move({ add: 1 });
    expect(fake.gradings[0]!.signal!.aborted).toBe(true);
    release();
    await rest();
    expect(coached(fake)).toEqual(["evaluate", "grade 3, going on", "grade 1, going on"]);
  });

  it("shows the progress of its grading, and nothing else of it", async () => {
    const { play, fake } = await started();
    const { coaching } = play.table;
    fake.showsUnfinished = true;
    const release = holdGrades(fake);
    play.hint();
    await rest();
    expect(coaching.progressAt(0)).toBe(0.4);
    expect(coaching.thinking.result).toMatchObject({ deltaEv: null, metadata: { endedBy: "work" } });
    release();
    await rest();
    expect(coaching.progressAt(0)).toBe(1);
    expect(fake.gradings.map(({ hint }) => hint)).toEqual([true]);
  });

  it("after an undo goes on from the grade of the undone move, and says why", async () => {
    const { play, fake, announced } = await started();
    await play.move({ add: 1 });
    await rest();
    const grade = play.table.coaching.evaluationAt(0);
    play.undo();
    await rest();
    [fake.asked.length, announced.length] = [0, 0];
    play.hint();
    await rest();
    expect(fake.asked).toEqual(["grade 3, going on"]);
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ grade: null, deltaEv: null, feedback: [fake.said] });
    expect(announced.at(-1)).toBe("Hint: add 3. Three is the most.");
    // Redone, the move has its grade again.
    play.redo();
    await rest();
    expect(play.table.coaching.evaluationAt(0)).toBe(grade);
  });

  it("after an undo keeps the sentences of the best move", async () => {
    const { play, fake, announced } = await started();
    await play.table.coaching.evaluate(0);
    await play.move({ add: 3 });
    await rest();
    play.undo();
    await rest();
    [fake.asked.length, announced.length] = [0, 0];
    play.hint();
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ grade: null, deltaEv: null, feedback: [fake.said] });
    expect(announced).toEqual(["Hint: add 3. Three is the most."]);
    expect(fake.asked).toEqual([]);
  });

  it.each(["hint", "grade"])("stays what it was where thinking longer is stopped: a %s", async (what) => {
    const { play, fake } = await started();
    const { coaching } = play.table;
    await coaching.evaluate(0);
    if (what === "grade") await play.move({ add: 2 });
    await rest();
    const known = coaching.evaluationAt(0);
    expect(known!.metadata.endedBy).toBe("work");
    fake.showsUnfinished = true;
    fake.held = new Promise(() => undefined);
    void coaching.longer(0);
    expect(coaching.evaluationAt(0)!.metadata.endedBy).toBeNull();
    coaching.cancelAt(0);
    expect(coaching.evaluationAt(0)).toBe(known);
  });
});
