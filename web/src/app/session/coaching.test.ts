import { describe, expect, it } from "vitest";
import { evaluation } from "../../core/testing/fake-engine";
import { startedGame } from "../testing/games";
import { against, context, rest } from "../testing/setup";

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
