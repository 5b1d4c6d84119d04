import { describe, expect, test, vi } from "vitest";
import { bench, codeOf, freshRuntime, makeEngine, params, readyEngine, STATE, useBench } from "../testing/bench";
import { EngineError } from "../errors";
import { INFO } from "../testing/fakes";
import type { BootRuntime } from "../worker/runtime";

useBench();

describe("start", () => {
  test("requests made during loading are answered once it is ready, including the games", async () => {
    makeEngine();
    const actions = bench.engine.listLegalActions(STATE, 1);
    const games = bench.engine.listGames();
    await vi.advanceTimersByTimeAsync(5);
    expect(await actions).toEqual([{ go_to: 1 }]);
    expect(await games).toMatchObject([{ rulesetId: "toy", levels: [{ params: { timeBudgetMs: 5 } }] }]);
    expect(bench.engine.status.current).toMatchObject({ phase: "ready", restarts: 0, info: INFO });
  });

  test("a request made by a status subscriber is sent once", async () => {
    makeEngine();
    const asked: Promise<unknown>[] = [];
    bench.engine.status.subscribe((status) => {
      if (status.phase === "ready") asked.push(bench.engine.observe(STATE, 0));
    });
    await vi.advanceTimersByTimeAsync(5);
    await Promise.all(asked);
    expect(bench.runtimes[0]!.names().filter((name) => name === "observe")).toHaveLength(1);
  });

  test("a failed start rejects waiting requests, ignores late messages, and can be retried with its files", async () => {
    let broken = true;
    const kept: [string, number][][] = [];
    makeEngine((_config, _report, files) => {
      kept.push([...files].map(([url, bytes]) => [url, bytes.length]));
      files.set("http://x/runtime/v0/b.whl", new Uint8Array(3));
      const wrong = new EngineError("RUNTIME_TYPE", "Wrong type.", { file: "a.wasm" });
      return broken ? Promise.reject(wrong) : freshRuntime();
    });
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
    expect(kept).toEqual([[], [["http://x/runtime/v0/b.whl", 3]]]);
    // The new start fetches files like the first one, with the browser's cache.
    const asked = bench.workers.map(({ received: [boot] }) => (boot?.type === "boot" ? { ...boot.config, files: [], lifeline: "" } : null));
    expect(asked[1]).toEqual(asked[0]);
  });

  test("files of a failed start survive any number of starts", async () => {
    makeEngine((_config, _report, files) => {
      files.set(`http://x/${files.size}`, new Uint8Array(1));
      return Promise.reject(new EngineError("RUNTIME_MISSING", "Not there."));
    });
    for (let tries = 0; tries < 3; tries++) {
      await vi.advanceTimersByTimeAsync(5);
      bench.engine.retry();
    }
    await vi.advanceTimersByTimeAsync(5);
    const booted = bench.workers.at(-1)!.received[0];
    expect(booted?.type === "boot" && booted.config.files).toHaveLength(3);
  });

  test("a start without progress times out, one with progress does not", async () => {
    let report: Parameters<BootRuntime>[1] = () => undefined;
    makeEngine((_, onProgress) => {
      report = onProgress;
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

  const never: BootRuntime = () => new Promise(() => undefined);

  test("a worker whose script cannot be loaded is an error and not a loop", async () => {
    makeEngine(never);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    bench.workers[0]!.crash();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(bench.engine.status.current).toMatchObject({ phase: "error", code: "BOOT_FAILED" });
    expect(bench.workers).toHaveLength(1);
  });

  test("a first worker that dies while it starts is replaced twice", async () => {
    makeEngine(never);
    for (let death = 0; death < 3; death++) {
      await vi.advanceTimersByTimeAsync(5);
      expect(bench.engine.status.current.phase).toBe("loading");
      bench.workers.at(-1)!.crash();
    }
    await vi.advanceTimersByTimeAsync(600_000);
    expect(bench.engine.status.current).toMatchObject({ phase: "error", code: "BOOT_FAILED" });
    expect(bench.workers).toHaveLength(3);
  });

  test("a missing worker script after a new deploy is reported as a new version, with one check per attempt", async () => {
    const fetched = vi.fn(() => Promise.resolve(new Response('{"path": "v1"}')));
    vi.stubGlobal("fetch", fetched);
    makeEngine(never, { runtimePath: "v0" });
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    bench.workers[0]!.crash();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(bench.engine.status.current).toMatchObject({
      phase: "error",
      code: "NEW_VERSION",
      message: "A new version of Hindsight is out. Reload the page to continue.",
    });
    expect(fetched).toHaveBeenCalledExactlyOnceWith("http://x/runtime/manifest.json", expect.objectContaining({ cache: "no-store" }));
    vi.unstubAllGlobals();
  });

  test("a start that takes long after the download is reported as slow, and can be restarted", async () => {
    const reports: Parameters<BootRuntime>[1][] = [];
    makeEngine((_, onProgress) => {
      reports.push(onProgress);
      return reports.length > 1 ? freshRuntime() : never(_, onProgress, new Map());
    });
    const loading = { stage: "Downloading the engine", loadedBytes: 1, totalBytes: 2 } as const;
    await vi.advanceTimersByTimeAsync(25_000);
    reports[0]!(loading);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(bench.engine.status.current).toEqual({ phase: "loading", ...loading });
    bench.engine.retry();
    expect(bench.workers).toHaveLength(1);
    reports[0]!({ ...loading, stage: "Starting Python" });
    await vi.advanceTimersByTimeAsync(18_000);
    expect(bench.engine.status.current).not.toHaveProperty("slow");
    await vi.advanceTimersByTimeAsync(4_000);
    expect(bench.engine.status.current).toMatchObject({ phase: "loading", slow: true });
    // A message does not reset the slow status.
    reports[0]!({ ...loading, stage: "Loading numpy" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bench.engine.status.current).toMatchObject({ stage: "Loading numpy", slow: true });
    bench.engine.retry();
    await vi.advanceTimersByTimeAsync(5);
    expect(bench.engine.status.current.phase).toBe("ready");
    expect([bench.workers.length, bench.workers[0]!.terminated]).toEqual([2, true]);
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

  test("after dispose all requests are rejected and nothing starts again", async () => {
    await readyEngine();
    const running = codeOf(bench.engine.evaluateBestMove(STATE, 0, params(50)), 100);
    bench.engine.dispose();
    expect(await running).toBe("DISPOSED");
    bench.engine.retry();
    expect(await codeOf(bench.engine.observe(STATE, 0), 10)).toBe("DISPOSED");
    expect(bench.workers).toHaveLength(1);
  });
});
