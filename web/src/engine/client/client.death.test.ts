import { beforeEach, describe, expect, test, vi } from "vitest";
import { bench, codeOf, outcome, params, readyEngine, STATE, useBench } from "../testing/bench";

useBench();

describe("a worker that dies", () => {
  beforeEach(readyEngine);

  test("is replaced: calls are repeated, evaluations start again", async () => {
    const running = bench.engine.evaluateBestMove(STATE, 0, params(20));
    await vi.advanceTimersByTimeAsync(200);
    bench.workers[0]!.deaf = true;
    const call = bench.engine.observe(STATE, 0);
    bench.workers[0]!.crash();
    expect(bench.phases.at(-1)).toBe("restarting");
    await vi.advanceTimersByTimeAsync(10);
    expect(await call).toHaveProperty("echo");
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await running).metadata.rolloutsRun).toBe(20);
    expect(bench.phases).toEqual(["loading", "ready", "restarting", "ready"]);
    expect(bench.engine.status.current).toMatchObject({ restarts: 1 });
  });

  test("is noticed when it stops answering, also in the middle of a job", async () => {
    const running = bench.engine.evaluateBestMove(STATE, 0, params(20));
    await vi.advanceTimersByTimeAsync(200);
    bench.workers[0]!.deaf = true;
    await vi.advanceTimersByTimeAsync(9_000);
    expect(bench.workers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await running).metadata.rolloutsRun).toBe(20);
    expect(bench.workers[0]!.terminated).toBe(true);
  });

  test("is left alone when it is silent and has nothing to do, or is busy for long", async () => {
    await vi.advanceTimersByTimeAsync(600_000);
    const running = bench.engine.evaluateBestMove(STATE, 0, params(2_000));
    await vi.advanceTimersByTimeAsync(61_000);
    expect((await running).metadata.rolloutsRun).toBe(2_000);
    expect(bench.workers).toHaveLength(1);
  });

  test("by a broken interpreter is replaced as well; a call that breaks every one is given up", async () => {
    bench.runtimes[0]!.broken.add("apply_action");
    expect(await outcome(bench.engine.applyAction(STATE, { go_to: 1 }), 100)).toHaveProperty("moved_by");
    bench.brokenFromBirth = "observe";
    bench.runtimes[1]!.broken.add("observe");
    expect(await codeOf(bench.engine.observe(STATE, 0), 100)).toBe("ENGINE_LOST");
    expect(bench.runtimes).toHaveLength(4);
    expect(bench.engine.status.current.phase).toBe("ready");
  });

  test("a job that was being cancelled when it died is cancelled", async () => {
    const stop = new AbortController();
    const task = codeOf(bench.engine.evaluateBestMove(STATE, 0, params(100), { signal: stop.signal }), 0);
    await vi.advanceTimersByTimeAsync(100);
    bench.workers[0]!.deaf = true;
    stop.abort();
    bench.engine.debugKillWorker();
    expect(await task).toBe("CANCELLED");
  });

  test("four times in a minute is an error, with a retry that works", async () => {
    const running = codeOf(bench.engine.evaluateBestMove(STATE, 0, params(1000)), 0);
    for (let death = 0; death < 4; death++) {
      bench.engine.debugKillWorker();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await running).toBe("ENGINE_LOST");
    expect(bench.engine.status.current).toMatchObject({ phase: "error", code: "ENGINE_LOST" });
    expect(bench.workers).toHaveLength(4);
    bench.engine.retry();
    await vi.advanceTimersByTimeAsync(5);
    expect(await outcome(bench.engine.memory(), 5)).toBe(1234);
  });

  test("now and then is replaced for ever", async () => {
    for (let death = 0; death < 6; death++) {
      bench.engine.debugKillWorker();
      await vi.advanceTimersByTimeAsync(25_000);
    }
    expect(bench.engine.status.current).toMatchObject({ phase: "ready", restarting: false, restarts: 6 });
  });
});
