import { beforeEach, describe, expect, test, vi } from "vitest";
import { bench, codeOf, freshRuntime, makeEngine, outcome, params, readyEngine, STATE, useBench } from "../testing/bench";
import type { BootRuntime } from "../worker/runtime";

useBench();

describe("a worker that dies", () => {
  beforeEach(readyEngine);

  test("is replaced: calls are repeated, evaluations are restarted", async () => {
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

  test("is detected when it stops answering, also during a job", async () => {
    const running = bench.engine.evaluateBestMove(STATE, 0, params(20));
    await vi.advanceTimersByTimeAsync(200);
    bench.workers[0]!.deaf = true;
    await vi.advanceTimersByTimeAsync(9_000);
    expect(bench.workers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await running).metadata.rolloutsRun).toBe(20);
    expect(bench.workers[0]!.terminated).toBe(true);
  });

  test("is not assumed dead when it is idle and silent, or busy for long", async () => {
    await vi.advanceTimersByTimeAsync(600_000);
    const running = bench.engine.evaluateBestMove(STATE, 0, params(2_000));
    await vi.advanceTimersByTimeAsync(61_000);
    expect((await running).metadata.rolloutsRun).toBe(2_000);
    expect(bench.workers).toHaveLength(1);
  });

  test("of a broken interpreter is replaced; a call that breaks every interpreter is given up", async () => {
    bench.runtimes[0]!.broken.add("apply_action");
    expect(await outcome(bench.engine.applyAction(STATE, { go_to: 1 }), 100)).toHaveProperty("moved_by");
    bench.brokenFromBirth = "observe";
    bench.runtimes[1]!.broken.add("observe");
    expect(await codeOf(bench.engine.observe(STATE, 0), 100)).toBe("ENGINE_LOST");
    expect(bench.runtimes).toHaveLength(4);
    expect(bench.engine.status.current.phase).toBe("ready");
  });

  test("cancels the job that was being cancelled", async () => {
    const stop = new AbortController();
    const task = codeOf(bench.engine.evaluateBestMove(STATE, 0, params(100), { signal: stop.signal }), 0);
    await vi.advanceTimersByTimeAsync(100);
    bench.workers[0]!.deaf = true;
    stop.abort();
    bench.engine.debugKillWorker();
    expect(await task).toBe("CANCELLED");
  });

  test("for unknown reasons repeats a request four times, then gives up", async () => {
    const call = codeOf(bench.engine.evaluateBestMove(STATE, 0, params(500)), 0);
    for (let death = 0; death < 8; death++) {
      await vi.advanceTimersByTimeAsync(200);
      bench.workers.at(-1)!.crash();
    }
    await vi.advanceTimersByTimeAsync(200);
    expect(bench.engine.status.current).toMatchObject({ phase: "ready", restarting: false });
    bench.workers.at(-1)!.crash();
    expect(await call).toBe("ENGINE_LOST");
  });

  test("occasionally is always replaced", async () => {
    for (let death = 0; death < 6; death++) {
      bench.engine.debugKillWorker();
      await vi.advanceTimersByTimeAsync(25_000);
    }
    expect(bench.engine.status.current).toMatchObject({ phase: "ready", restarting: false, restarts: 6 });
  });
});

describe("workers that die before they are ready", () => {
  /** Whether starts complete. */
  let held = false;
  const boot: BootRuntime = () => (held ? new Promise(() => undefined) : freshRuntime());

  beforeEach(async () => {
    held = false;
    makeEngine(boot);
    await vi.advanceTimersByTimeAsync(5);
    held = true;
  });

  test("are restarted after longer and longer pauses, and no request is lost", async () => {
    const running = outcome(bench.engine.evaluateBestMove(STATE, 0, params(20)), 0);
    const pauses: (number | undefined)[] = [];
    for (let death = 0; death < 9; death++) {
      bench.engine.debugKillWorker();
      const status = bench.engine.status.current;
      pauses.push(status.phase === "ready" ? status.pauseSeconds : NaN);
      await vi.advanceTimersByTimeAsync(1000 * (pauses.at(-1) ?? 0) + 5);
    }
    expect(pauses).toEqual([undefined, undefined, undefined, 2, 4, 8, 16, 30, 30]);
    expect(bench.workers).toHaveLength(10);
    held = false;
    bench.engine.debugKillWorker();
    await vi.advanceTimersByTimeAsync(33_000);
    expect(await running).toMatchObject({ metadata: { rolloutsRun: 20 } });
    expect(bench.engine.status.current).toMatchObject({ phase: "ready", restarting: false, restarts: 10 });
    // After an answer the count of deaths starts again.
    bench.engine.debugKillWorker();
    expect(bench.engine.status.current).not.toHaveProperty("pauseSeconds");
  });

  test("are restarted at once by retry during a pause", async () => {
    for (let death = 0; death < 4; death++) {
      bench.engine.debugKillWorker();
      await vi.advanceTimersByTimeAsync(5);
    }
    expect(bench.engine.status.current).toMatchObject({ restarting: true, pauseSeconds: 2 });
    held = false;
    bench.engine.retry();
    await vi.advanceTimersByTimeAsync(5);
    expect(bench.engine.status.current).toMatchObject({ phase: "ready", restarting: false });
    const { length } = bench.workers;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(bench.workers).toHaveLength(length);
  });

  test("can be restarted when they take long", async () => {
    bench.engine.debugKillWorker();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(bench.engine.status.current).not.toHaveProperty("slow");
    await vi.advanceTimersByTimeAsync(6_000);
    expect(bench.engine.status.current).toMatchObject({ phase: "ready", restarting: true, slow: true });
    held = false;
    bench.engine.retry();
    await vi.advanceTimersByTimeAsync(5);
    expect(bench.engine.status.current).toMatchObject({ phase: "ready", restarting: false, restarts: 1 });
    expect(bench.engine.status.current).not.toHaveProperty("slow");
  });
});
