import { describe, expect, test, vi } from "vitest";
import { bench, codeOf, freshRuntime, makeEngine, params, readyEngine, STATE, useBench } from "../testing/bench";
import { EngineError } from "../errors";
import { INFO } from "../testing/fakes";
import type { BootRuntime } from "../worker/runtime";

useBench();

describe("start", () => {
  test("requests made while it loads are answered when it is ready, the games too", async () => {
    makeEngine();
    const actions = bench.engine.listLegalActions(STATE, 1);
    const games = bench.engine.listGames();
    await vi.advanceTimersByTimeAsync(5);
    expect(await actions).toEqual([{ go_to: 1 }]);
    expect(await games).toMatchObject([{ rulesetId: "toy", levels: [{ params: { timeBudgetMs: 5 } }] }]);
    expect(bench.engine.status.current).toMatchObject({ phase: "ready", restarts: 0, info: INFO });
  });

  test("a request made by who hears of readiness is sent once", async () => {
    makeEngine();
    const asked: Promise<unknown>[] = [];
    bench.engine.status.subscribe((status) => {
      if (status.phase === "ready") asked.push(bench.engine.observe(STATE, 0));
    });
    await vi.advanceTimersByTimeAsync(5);
    await Promise.all(asked);
    expect(bench.runtimes[0]!.names().filter((name) => name === "observe")).toHaveLength(1);
  });

  test("a failed start refuses what waits, ignores late messages, and can be retried with fresh files", async () => {
    let broken = true;
    makeEngine(() =>
      broken ? Promise.reject(new EngineError("RUNTIME_TYPE", "Wrong type.", { file: "a.wasm" })) : freshRuntime(),
    );
    const waiting = codeOf(bench.engine.observe(STATE, 0), 5);
    expect(await waiting).toBe("RUNTIME_TYPE");
    expect(bench.engine.status.current).toEqual({
      phase: "error",
      code: "RUNTIME_TYPE",
      message: "Wrong type.",
      context: { file: "a.wasm" },
    });
    bench.workers[0]!.say({ type: "progress", stage: "Loading numpy", loadedBytes: 1, totalBytes: 1 });
    bench.workers[0]!.say({ type: "ready", games: "[]", info: { ...INFO, stageMs: {} } });
    await vi.advanceTimersByTimeAsync(5);
    expect(bench.phases).toEqual(["loading", "error"]);
    expect(bench.workers[0]!.terminated).toBe(true);
    expect(await codeOf(bench.engine.observe(STATE, 0), 0)).toBe("RUNTIME_TYPE");

    broken = false;
    bench.engine.retry();
    bench.engine.retry();
    await vi.advanceTimersByTimeAsync(5);
    expect(bench.phases).toEqual(["loading", "error", "loading", "ready"]);
    expect(bench.workers).toHaveLength(2);
    expect(bench.workers.map((worker) => worker.received[0])).toMatchObject([
      { config: { fresh: false } },
      { config: { fresh: true } },
    ]);
  });

  test("a start that makes no progress is given up, one that does is not", async () => {
    let report: Parameters<BootRuntime>[1] = () => undefined;
    makeEngine((_, tell) => {
      report = tell;
      return new Promise(() => undefined);
    });
    await vi.advanceTimersByTimeAsync(25_000);
    report({ stage: "Downloading the engine", loadedBytes: 5, totalBytes: 10 });
    await vi.advanceTimersByTimeAsync(25_000);
    expect(bench.engine.status.current).toEqual({
      phase: "loading",
      stage: "Downloading the engine",
      loadedBytes: 5,
      totalBytes: 10,
    });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(bench.engine.status.current).toMatchObject({ phase: "error", code: "BOOT_STALLED" });
    expect(bench.workers[0]!.terminated).toBe(true);
  });

  test("a worker that cannot be made, or whose script fails, is an error and not a loop", async () => {
    makeEngine();
    await vi.advanceTimersByTimeAsync(0);
    bench.workers[0]!.crash();
    expect(bench.engine.status.current).toMatchObject({ phase: "error", code: "BOOT_FAILED" });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(bench.workers).toHaveLength(1);
  });

  test("two engines never start at the same moment", async () => {
    let finish: () => void = () => undefined;
    makeEngine(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      return freshRuntime();
    });
    const first = bench.engine;
    await vi.advanceTimersByTimeAsync(5);
    makeEngine();
    await vi.advanceTimersByTimeAsync(1000);
    expect(bench.workers).toHaveLength(1);
    finish();
    await vi.advanceTimersByTimeAsync(5);
    expect(bench.workers).toHaveLength(2);
    expect(bench.engine.status.current.phase).toBe("ready");
    first.dispose();
  });

  test("after dispose everything is refused and nothing starts again", async () => {
    await readyEngine();
    const running = codeOf(bench.engine.evaluateBestMove(STATE, 0, params(50)), 100);
    bench.engine.dispose();
    expect(await running).toBe("DISPOSED");
    bench.engine.retry();
    expect(await codeOf(bench.engine.observe(STATE, 0), 10)).toBe("DISPOSED");
    expect(bench.workers).toHaveLength(1);
  });
});
