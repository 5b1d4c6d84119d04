import { describe, expect, it } from "vitest";
import { startedGame } from "../testing/games";
import { against, context, rest } from "../testing/setup";

const started = (settings = {}) => startedGame(context(settings), "pile", against("one"));

describe("a turn of the engine", () => {
  it("comes first when the person plays second", async () => {
    const { play } = await started();
    await play.start(against("one", "second"), 9);
    await rest();
    expect(play.seats).toEqual(["one", null]);
    expect(play.phase).toBe("mine");
    expect(play.table.session?.cursor).toBe(1);
  });

  it("is discarded after an undo in the meantime", async () => {
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

  it("reports a failure and can be retried", async () => {
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
});
