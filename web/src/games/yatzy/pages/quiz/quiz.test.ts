import { describe, expect, test, vi } from "vitest";
import { keep, midState, score } from "../../testing";
import { PERFECT } from "../insights/figures";
import { answered, fresh, keptText, nextOpen, progressIn, PROGRESS_KEY, withAnswer, withLoss } from "./progress";
import { actionOf, choicesOf, kindOf, nameOf, type Question, type QuizData } from "./questions";
import { Quiz, type Graded } from "./quiz.svelte";
import { placeOf, summaryOf, worthwhile, type Change, type Habit } from "./results";
import { changeText, habitText, parameterText, QUIZ, rangeText, shareText } from "./words";

const hold: Question = { state: midState(), actions: ["44", "444", ""] };
const row: Question = { state: midState({ rolls_left: 0 }), actions: ["fours", "yatzy"] };
const data: QuizData = {
  made: { command: "", seed: 0, engine: "", sha256: "v1" },
  questions: [hold, row],
};
const names = data.questions.map(({ actions }) => actions);

describe("a question", () => {
  test("names a hold by its faces, whatever the places, and a row by its name", () => {
    expect(nameOf(keep("xx..."), hold.state)).toBe("44");
    expect(nameOf(keep("x...x"), hold.state)).toBe("44");
    expect(nameOf(score("yatzy"), row.state)).toBe("yatzy");
  });

  test("finds the action of a name", () => {
    for (const name of ["", "44", "146"]) expect(nameOf(actionOf(name, hold.state), hold.state)).toBe(name);
    expect(actionOf("yatzy", row.state)).toEqual(score("yatzy"));
  });

  test("offers holds while throws are left, else the open rows", () => {
    expect(choicesOf(hold)).toHaveLength(32);
    expect(choicesOf(row)).toHaveLength(11);
    expect(choicesOf(row).every((action) => "score" in action)).toBe(true);
    expect([kindOf(hold), kindOf(row)]).toEqual(["first", "row"]);
  });
});

describe("progress", () => {
  test("comes back from its text, for the same questions only", () => {
    const progress = withLoss(withAnswer(fresh(2, "end"), 1, "yatzy"), 1, 0.5);
    const text = keptText(progress, "v1");
    expect(progressIn(text, "v1", names)).toEqual(progress);
    expect(progressIn(text, "v2", names)).toBeNull();
    expect(progressIn(keptText(withAnswer(progress, 0, "99"), "v1"), "v1", names)).toBeNull();
    expect(progressIn("{", "v1", names)).toBeNull();
    expect(progressIn(null, "v1", names)).toBeNull();
  });

  test("knows what is open; a new answer is not graded", () => {
    const progress = withLoss(withAnswer(fresh(2, "now"), 0, "44"), 0, 1);
    expect([nextOpen(progress), answered(progress)]).toEqual([1, 1]);
    expect(withAnswer(progress, 0, "444").losses[0]).toBeNull();
    expect(nextOpen(withAnswer(progress, 1, "yatzy"))).toBeNull();
  });
});

describe("the result", () => {
  test("counts best answers and losses by kind; ties are best", () => {
    const { best, lost, kinds, costliest } = summaryOf(data.questions, { losses: [0.001, 1.5] });
    expect([best, lost]).toEqual([1, 1.5]);
    expect(kinds.map(({ answered: count, lost: points }) => [count, points])).toEqual([
      [1, 0],
      [0, 0],
      [1, 1.5],
    ]);
    expect(costliest).toEqual([1]);
    expect(summaryOf(data.questions, { losses: [null, null] }).answered).toBe(0);
  });

  const habit = (name: Habit["name"], median: number, over = false): Habit => ({ name, median, low: median, high: median, over });

  test("says habits in words, and names the parameters in a footnote only, a beta above 4 as over 4", () => {
    expect(habitText(habit("depth", 1.8))).toContain("all throws");
    expect(habitText(habit("depth", 0.2))).toContain("single row");
    expect(habitText(habit("gamma", 0.8))).toContain("80%");
    expect(habitText(habit("theta", 0))).toContain("mean score");
    expect(habitText(habit("beta", 5, true))).toBe("You nearly always do what you think best.");
    expect(habitText(habit("beta", 1))).toContain("2.7 times");
    const steady = { ...habit("beta", 5), low: 1, high: 7 };
    const ranges = [steady, habit("depth", 2), { ...habit("theta", 0), low: -0.03, high: 0.02 }, { ...habit("gamma", 1), low: 0.8 }];
    expect(ranges.map(rangeText)).toEqual(["2.7 to over 55 times", "all throws", "fairly safe to daring", "80% to 100%"]);
    expect([steady, habit("theta", 0.02)].map(parameterText)).toEqual([
      expect.stringMatching(/^beta.*: 1\.0 to over 4\.$/),
      expect.stringMatching(/^theta.*: 0\.02\.$/),
    ]);
  });

  test("places habits on their scales", () => {
    expect([placeOf("theta", -0.1), placeOf("gamma", 1), placeOf("depth", 1), placeOf("beta", 8)]).toEqual([0, 1, 0.5, 1]);
  });

  test("names the changes that are worth making", () => {
    const changes: Change[] = [
      { name: "gamma", value: 1, worth: 6.2 },
      { name: "theta", value: 0, worth: 0.2 },
    ];
    expect(worthwhile(changes).map(({ name }) => name)).toEqual(["gamma"]);
    expect(changeText(changes[0]!)).toBe("Count the rest of the game in full");
  });

  test("is compared with the mean of perfect play", () => {
    expect(QUIZ.changeNote(200.4)).toBe(`Players with your habits score 200 on average; perfect play scores ${PERFECT.mean.toFixed(0)}.`);
  });

  test("is shared as text", () => {
    const text = shareText(summaryOf(data.questions, { losses: [0, 1.5] }), [habit("depth", 2)], "https://x/");
    expect(text.split("\n")).toEqual([
      "Yatzy quiz: 1 of 2 best, 1.5 points lost in all.",
      expect.stringContaining("all throws"),
      "https://x/",
    ]);
  });
});

describe("the quiz", () => {
  const graded = (deltaEv: number): Graded => ({
    bestAction: keep("xx..x"),
    bestActionEv: 1,
    deltaEv,
    verdict: "best",
    feedback: [],
    candidates: [],
  });

  function open(kept: Map<string, string> = new Map()) {
    const evaluate = vi.fn(async () => graded(-0.5));
    const query = vi.fn(async (..._question: unknown[]) => ({ answered: 2, habits: [], score: 200, changes: [] }));
    const texts = {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, text: string | null) => void kept.set(key, text ?? ""),
    };
    const quiz = new Quiz(data, () => ({ engine: { evaluate, query } as never, texts }));
    return { quiz, kept, evaluate, query };
  }

  test("grades each answer at once, and keeps it", async () => {
    const { quiz, kept } = open();
    quiz.start("now");
    quiz.reply(keep("x...x"));
    await vi.waitFor(() => expect(quiz.graded).not.toBeNull(), 10_000);
    expect([quiz.phase, quiz.progress.losses[0]]).toEqual(["graded", 0.5]);
    expect(kept.get(PROGRESS_KEY)).toContain('"44"');
    quiz.next();
    expect([quiz.phase, quiz.at]).toEqual(["asking", 1]);
  });

  test("has the table fetched before the first grade, and survives when it cannot be", async () => {
    const { quiz, query } = open();
    await quiz.prepare();
    expect(query).toHaveBeenCalledWith("state_value", { upper_score: 0, scored_categories: 0 });
    query.mockRejectedValueOnce(new Error("gone"));
    await quiz.prepare();
    expect([quiz.failed, quiz.phase]).toEqual([false, "start"]);
  });

  test("has the engine fetch its table when it begins, and goes on without it", async () => {
    const { quiz, query } = open();
    query.mockRejectedValueOnce(new Error("gone"));
    quiz.start("end");
    expect(query.mock.calls).toEqual([["quiz_fit", { answers: [null, null] }]]);
    await quiz.evaluate();
    expect([quiz.failed, quiz.fitted?.score]).toEqual([false, 200]);
  });

  test("goes on where it was left", () => {
    const { quiz, kept } = open();
    quiz.start("end");
    quiz.reply(keep("x...x"));
    const later = open(kept).quiz;
    expect([later.phase, later.answers]).toEqual(["start", 1]);
    later.start("end");
    expect(later.at).toBe(1);
  });

  test("grades and fits at the end, each answer by its number", async () => {
    const { quiz, evaluate, query } = open();
    quiz.start("end");
    quiz.reply(keep("x...x"));
    quiz.reply(score("yatzy"));
    expect([quiz.phase, evaluate.mock.calls.length]).toEqual(["result", 0]);
    await quiz.evaluate();
    expect(quiz.progress.losses).toEqual([0.5, 0.5]);
    expect(query).toHaveBeenLastCalledWith("quiz_fit", { answers: [0, 1] });
    expect(quiz.fitted?.score).toBe(200);
  });

  /** A promise, and what keeps it. */
  function later<T>(): { promise: Promise<T>; keep: (value: T) => void } {
    let keep: (value: T) => void = () => undefined;
    const promise = new Promise<T>((resolve) => (keep = resolve));
    return { promise, keep };
  }

  test("drops grades of a run that was started again", async () => {
    const { quiz, evaluate, query } = open();
    const slow = later<Graded>();
    evaluate.mockReturnValueOnce(slow.promise);
    quiz.start("end");
    quiz.reply(keep("x...x"));
    quiz.reply(score("yatzy"));
    const working = quiz.evaluate();
    quiz.restart();
    slow.keep(graded(-3));
    await working;
    expect(quiz.progress.losses).toEqual([null, null]);
    expect(evaluate).toHaveBeenCalledOnce();
    expect(query).not.toHaveBeenCalledWith("quiz_fit", { answers: [0, 1] });
    quiz.start("end");
    quiz.reply(keep("x...x"));
    quiz.reply(score("yatzy"));
    await quiz.evaluate();
    expect(quiz.progress.losses).toEqual([0.5, 0.5]);
  });

  test("drops the style of a run that was started again", async () => {
    const { quiz, query } = open();
    const slow = later<{ answered: number; habits: never[]; score: number; changes: never[] }>();
    quiz.start("end");
    query.mockReturnValueOnce(slow.promise);
    quiz.reply(keep("x...x"));
    quiz.reply(score("yatzy"));
    const working = quiz.evaluate();
    await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2), 10_000);
    quiz.restart();
    slow.keep({ answered: 2, habits: [], score: 1, changes: [] });
    await working;
    expect(quiz.fitted).toBeNull();
  });

  test("drops the grade on screen of a run that was started again", async () => {
    const { quiz, evaluate } = open();
    const slow = later<Graded>();
    evaluate.mockReturnValue(slow.promise);
    quiz.start("now");
    quiz.reply(keep("x...x"));
    const grading = quiz.grade();
    quiz.restart();
    slow.keep(graded(-3));
    await grading;
    expect([quiz.progress.losses, quiz.graded]).toEqual([[null, null], null]);
  });

  test("tries again after the engine failed", async () => {
    const { quiz, evaluate } = open();
    evaluate.mockRejectedValueOnce(new Error("gone"));
    quiz.start("now");
    quiz.reply(keep("x...x"));
    await vi.waitFor(() => expect(quiz.failed).toBe(true), 10_000);
    await quiz.grade();
    expect([quiz.failed, quiz.graded?.deltaEv]).toEqual([false, -0.5]);
  });
});
