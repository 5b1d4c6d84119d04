import { describe, expect, it, vi } from "vitest";
import { evaluation } from "../../core/testing/fake-engine";
import { startedGame } from "../testing/games";
import { against, context, rest } from "../testing/setup";
import { coachParams } from "./params";

const started = (settings = {}) => startedGame(context(settings), "pile", against("one"));

describe("think longer", () => {
  it("continues a finished evaluation, and starts one where there is none", async () => {
    const { play, fake } = await started();
    await play.move({ add: 2 });
    await rest();
    fake.asked.length = 0;
    await play.table.coaching.longer(0);
    // Budgets are totals: a second extension needs more.
    await play.table.coaching.longer(0);
    expect(fake.asked).toEqual(["longer 1500", "longer 3000"]);
    play.table.coaching.thinking.clear();
    await play.table.coaching.longer(1);
    expect(fake.asked.at(-1)).toBe("grade 1");
    expect(evaluation(null).grade).toBeNull();
  });
});

describe("the grade of a move", () => {
  it("goes on from the hint on screen", async () => {
    const { play, fake } = await started();
    await play.table.coaching.evaluate(0);
    fake.asked.length = 0;
    await play.move({ add: 2 });
    await rest();
    expect(fake.asked.filter((asked) => asked.startsWith("grade"))).toEqual(["grade 2 from the hint"]);
  });

  it("starts again when the think time was raised since the hint", async () => {
    const { play, fake, context } = await started();
    await play.table.coaching.evaluate(0);
    context.settings.think = "max";
    await play.move({ add: 2 });
    await rest();
    expect(fake.asked.filter((asked) => asked.startsWith("grade"))).toEqual(["grade 3 from the hint", "grade 2"]);
  });

  it("goes on from a longer hint, or starts with the chosen think time if the engine has dropped it", async () => {
    const { play, context } = await started({ think: "max" });
    await play.table.coaching.evaluate(0);
    context.settings.think = "fast";
    const params = coachParams(context.settings, context.info, play.table.state!);
    const hint = play.table.coaching.thinking.hintFor(play.table.state!, params)!;
    const grade = vi.spyOn(hint.task, "grade");
    await play.move({ add: 2 });
    await rest();
    expect(grade.mock.calls).toEqual([[{ add: 2 }, expect.anything(), params]]);
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
    expect(announced).toEqual(["Best move: add 3. Three is the most."]);
    await play.move({ add: 3 });
    await rest();
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ grade: "EXCELLENT", feedback: hint.feedback });
  });

  it("is played as the engine writes it, with the budgets it had, so that the engine answers with what it found", async () => {
    const { play, context } = await started();
    await play.table.coaching.evaluate(0);
    const params = coachParams(context.settings, context.info, play.table.state!);
    const hint = play.table.coaching.thinking.hintFor(play.table.state!, params)!;
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
    const better = (best: number) => ({ ...evaluation({ add: 3 }, 2, { feedback: [fake.said] }), bestAction: { add: best } });
    const tasks = (...found: number[]) =>
      found.reduceRight<object>((task, best) => Object.assign(Promise.resolve(better(best)), { grade: () => task }), {} as object);
    const ask = vi.spyOn(fake, "evaluateBestMove");
    ask.mockReturnValueOnce(tasks(3, 2, 2) as never);
    await play.table.coaching.evaluate(0);
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ bestAction: { add: 2 }, grade: null, feedback: [fake.said] });
    play.table.coaching.thinking.clear();
    ask.mockReturnValueOnce(tasks(3, 2, 1) as never);
    await play.table.coaching.evaluate(0);
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ bestAction: { add: 1 }, grade: null, feedback: [] });
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
    const { play, announced } = await started();
    await play.table.coaching.evaluate(0);
    announced.length = 0;
    await play.table.coaching.longer(0);
    expect(play.table.coaching.thinking.result).toMatchObject({ grade: null, deltaEv: null });
    expect(play.table.coaching.evaluationAt(0)!.feedback).toHaveLength(1);
    expect(announced).toHaveLength(1);
  });
});
