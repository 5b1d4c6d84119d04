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
    expect(fake.asked.filter((asked) => asked.startsWith("grade"))).toEqual(["grade 2"]);
  });

  it("goes on from a longer hint, or starts with the chosen think time if the engine has dropped it", async () => {
    const { play, context } = await started({ think: "max" });
    await play.table.coaching.evaluate(0);
    context.settings.think = "fast";
    const params = coachParams(context.settings, context.info, play.table.state!);
    const hint = play.table.coaching.thinking.hintFor(play.table.state!, params)!;
    const grade = vi.spyOn(hint, "grade");
    await play.move({ add: 2 });
    await rest();
    expect(grade.mock.calls).toEqual([[{ add: 2 }, expect.anything(), params]]);
  });
});
