import { describe, expect, it } from "vitest";
import { EngineStore } from "./engine.svelte";
import { asPort, FakeEngine } from "../core/testing/fake-engine";
import { rest } from "./testing/setup";

const ready = (restarting: boolean, restarts: number) => ({ phase: "ready", restarting, restarts, info: {} as never }) as const;

describe("the engine as the screens see it", () => {
  it("offers the games that have a board before the engine is ready, and afterwards only those it knows", async () => {
    const fake = new FakeEngine();
    fake.say({ phase: "loading", stage: "Checking files", loadedBytes: 0, totalBytes: 0 });
    const engine = new EngineStore(asPort(fake));
    expect(engine.ready).toBe(false);
    expect(engine.playable.map(({ slug }) => slug)).toEqual(["azul"]);
    fake.say(ready(false, 0));
    await rest();
    expect(engine.ready).toBe(true);
    // This engine knows a game without a board, and does not know the one that has a board.
    expect(engine.playable).toEqual([]);
  });

  it("says that a worker is being replaced, and that it was", async () => {
    const fake = new FakeEngine();
    const engine = new EngineStore(asPort(fake));
    await rest();
    expect(engine.notice).toBeNull();
    fake.say(ready(true, 1));
    expect(engine.notice).toMatch(/is starting again/);
    fake.say(ready(false, 1));
    expect(engine.notice).toMatch(/was started again/);
    engine.dismissNotice();
    fake.say(ready(false, 1));
    expect(engine.notice).toBeNull();
  });
});
