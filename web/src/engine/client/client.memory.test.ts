import { describe, expect, test, vi } from "vitest";
import { bench, freshRuntime, makeEngine, outcome, params, STATE, useBench } from "../testing/bench";
import type { BootRuntime } from "../worker/runtime";

useBench();

/** An engine whose first worker uses much memory; `boot` decides how later ones start. */
async function heavyEngine(bytes: number, later: BootRuntime = freshRuntime): Promise<void> {
  makeEngine(async (...args) => {
    if (bench.workers.length > 1) return later(...args);
    const runtime = await freshRuntime();
    runtime.memoryBytes = () => bytes;
    return runtime;
  });
  await vi.advanceTimersByTimeAsync(5);
}

const swaps = () => {
  const status = bench.engine.status.current;
  return status.phase === "ready" ? status.swaps : NaN;
};

describe("a worker with much memory", () => {
  test("is replaced after being idle for a while, without callers noticing", async () => {
    await heavyEngine(160e6);
    await outcome(bench.engine.evaluateBestMove(STATE, 0, params(3)), 500);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(bench.workers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(8_000);
    expect([bench.workers.length, bench.workers[0]!.terminated, swaps()]).toEqual([2, true, 1]);
    expect(bench.phases).toEqual(["loading", "ready"]);
    expect(bench.engine.status.current).toMatchObject({ restarts: 0 });
    expect(await outcome(bench.engine.observe(STATE, 0), 10)).toHaveProperty("echo");
    expect(bench.runtimes[1]!.names()).toContain("observe");
  });

  test("is not queried while it starts", async () => {
    let start: () => void = () => undefined;
    makeEngine(() => new Promise((resolve) => (start = () => void freshRuntime().then(resolve))));
    await vi.advanceTimersByTimeAsync(20_000);
    start();
    await vi.advanceTimersByTimeAsync(100);
    expect(bench.engine.status.current.phase).toBe("ready");
    const asked = bench.workers.flatMap(({ received }) => received).filter(({ type }) => type === "memory");
    expect(asked).toEqual([]);
  });

  test("is not replaced below the limit of one game", async () => {
    await heavyEngine(149e6);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(bench.workers).toHaveLength(1);
  });

  test("continues its work until the replacement is ready, and a while longer; then running jobs are restarted", async () => {
    let start: () => void = () => undefined;
    await heavyEngine(190e6, async () => {
      await new Promise<void>((resolve) => (start = resolve));
      return freshRuntime();
    });
    const seen: number[] = [];
    const running = bench.engine.evaluateBestMove(STATE, 0, params(2_000), { onProgress: ({ progress }) => seen.push(progress) });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(bench.workers).toHaveLength(2);
    start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([bench.workers[0]!.terminated, seen.length > 50]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(8_000);
    expect([bench.workers[0]!.terminated, swaps()]).toEqual([true, 1]);
    expect(await outcome(running, 90_000)).toMatchObject({ metadata: { rolloutsRun: 2_000 } });
  });

  test("continues when the replacement cannot start", async () => {
    await heavyEngine(190e6, () => Promise.reject(new Error("offline")));
    await vi.advanceTimersByTimeAsync(20_000);
    expect([bench.workers.length, bench.workers[0]!.terminated, bench.workers[1]!.terminated]).toEqual([2, false, true]);
    expect(await outcome(bench.engine.observe(STATE, 0), 10)).toHaveProperty("echo");
    expect(bench.phases).toEqual(["loading", "ready"]);
  });

  const heavy = async () => Object.assign(await freshRuntime(), { memoryBytes: () => 190e6 });

  test("for one game is replaced at most once in five minutes", async () => {
    await heavyEngine(190e6, heavy);
    for (let second = 0; second < 290; second += 10) {
      void outcome(bench.engine.query("toy", "sum"), 0);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(bench.workers).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(bench.workers).toHaveLength(3);
  });

  test("for several games is replaced sooner, but at most once in 40 seconds", async () => {
    await heavyEngine(120e6, async () => Object.assign(await freshRuntime(), { memoryBytes: () => 120e6 }));
    const work = async () => {
      await outcome(bench.engine.query("other", "sum"), 100);
      await outcome(bench.engine.evaluateBestMove(STATE, 0, params(3)), 500);
    };
    await vi.advanceTimersByTimeAsync(60_000);
    expect(bench.workers).toHaveLength(1);
    await work();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(bench.workers).toHaveLength(2);
    bench.engine.debugKillWorker();
    await work();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(bench.workers).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(bench.workers).toHaveLength(4);
  });

  test("that dies meanwhile is replaced only once", async () => {
    await heavyEngine(190e6, () => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(bench.workers).toHaveLength(2);
    bench.engine.debugKillWorker();
    await vi.advanceTimersByTimeAsync(5);
    expect(bench.workers.map(({ terminated }) => terminated)).toEqual([true, true, false]);
    expect(bench.engine.status.current).toMatchObject({ restarting: true, restarts: 1 });
  });
});
