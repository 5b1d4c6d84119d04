import { describe, expect, it, vi } from "vitest";
import { evaluation, INFO } from "../../core/testing/fake-engine";
import { FRIEND } from "../new-game/choice";
import { startedGame } from "../testing/games";
import { against, context, holdGrades, rest } from "../testing/setup";

describe("a game that is played to win or for points", () => {
  /** Such a game, whose engine judges by what it was asked for. */
  async function twoUnits() {
    const set = context({ think: "win" });
    const presets = (["win", "points"] as const).map((scale) => ({ id: scale, name: scale, params: { evaluator: scale }, scale }));
    const { fake } = set;
    const inUnit = ({ evaluator = "" }: { evaluator?: string }, action: { add: number } | null) => {
      const found = evaluation(action);
      return { ...found, feedback: [fake.said], metadata: { ...found.metadata, objective: evaluator as "win" } };
    };
    vi.spyOn(fake, "evaluateBestMove").mockImplementation((_state, _player, params, options) => {
      fake.asked.push("evaluate");
      return fake["task"](() => inUnit(params, null), options);
    });
    vi.spyOn(fake, "gradeUserAction").mockImplementation((_state, _player, action, params, options) => {
      fake.asked.push("grade");
      return fake["task"](() => inUnit(params, action), options, true);
    });
    const game = await startedGame(
      { ...set, context: { ...set.context, info: { ...INFO, presets, winGrades: INFO.grades } } },
      "pile",
      against(FRIEND),
    );
    const { coaching } = game.play.table;
    const objective = (index: number) => coaching.evaluationAt(index)?.metadata.objective;
    return { ...game, coaching, objective };
  }

  it("has a hint that is being computed start again as that choice changes", async () => {
    const { play, fake, coaching, objective, context } = await twoUnits();
    fake.held = new Promise(() => undefined);
    play.hint();
    coaching.follow(0);
    expect(fake.asked.filter((asked) => asked === "evaluate")).toHaveLength(1);
    context.settings.think = "points";
    fake.held = null;
    coaching.follow(0);
    await rest();
    expect(objective(0)).toBe("points");
  });

  it("has the grade on screen made again in the unit that is chosen, and once only", async () => {
    const { play, fake, coaching, objective, context } = await twoUnits();
    await play.move({ add: 1 });
    await rest();
    expect(objective(0)).toBe("win");
    coaching.follow(0);
    expect(coaching.thinkingAt(0)).toBe(false);
    context.settings.think = "points";
    coaching.follow(0);
    // The old grade stays until there is another one.
    expect(objective(0)).toBe("win");
    await rest();
    expect([objective(0), play.table.decisionAt(0)!.evaluation?.metadata.objective]).toEqual(["points", "points"]);
    const asked = fake.asked.length;
    coaching.follow(0);
    expect(fake.asked).toHaveLength(asked);
  });

  it("has a grade that is being made follow when it is there", async () => {
    const { play, fake, coaching, objective, context } = await twoUnits();
    const release = holdGrades(fake);
    await play.move({ add: 1 });
    context.settings.think = "points";
    coaching.follow(0);
    expect(fake.asked.filter((asked) => asked === "grade")).toHaveLength(1);
    release();
    await rest();
    expect(objective(0)).toBe("points");
  });
});
