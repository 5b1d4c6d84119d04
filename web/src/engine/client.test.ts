import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EngineClient } from "./client";
import { EngineError } from "./errors";
import { evaluateBestMove } from "./evaluator";
import { FakeRuntime, FakeWorker, INFO, SLICE_MS } from "./fakes";
import type { BootRuntime, BridgeFunction } from "./runtime";
import type { EngineStatus } from "./status";
import type { EvaluationResult, Snapshot } from "./types";

const STATE = { ruleset_id: "toy", round_number: 1 };

let workers: FakeWorker[];
let runtimes: FakeRuntime[];
let engine: EngineClient;
let phases: string[];
/** A function that breaks every interpreter made from now on. */
let brokenFromBirth: BridgeFunction | null;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  workers = [];
  runtimes = [];
  brokenFromBirth = null;
});

afterEach(async () => {
  engine.dispose();
  await vi.advanceTimersByTimeAsync(0);
  vi.useRealTimers();
});

function freshRuntime(): Promise<FakeRuntime> {
  const runtime = new FakeRuntime();
  if (brokenFromBirth !== null) runtime.broken.add(brokenFromBirth);
  runtimes.push(runtime);
  return Promise.resolve(runtime);
}

function phaseOf(status: EngineStatus): string {
  return status.phase === "ready" && status.restarting ? "restarting" : status.phase;
}

function makeEngine(boot: BootRuntime = freshRuntime): EngineClient {
  phases = [];
  engine = new EngineClient({
    createWorker: () => {
      workers.push(new FakeWorker(boot));
      return workers.at(-1)!;
    },
    runtimeUrl: "http://x/runtime/",
    artifacts: [{ rulesetId: "toy", name: "table", url: "http://x/t" }],
    bootTimeoutMs: 30_000,
    callTimeoutMs: 10_000,
  });
  engine.status.subscribe((status) => {
    if (phases.at(-1) !== phaseOf(status)) phases.push(phaseOf(status));
  });
  return engine;
}

async function readyEngine(): Promise<void> {
  makeEngine();
  await vi.advanceTimersByTimeAsync(5);
  expect(phases).toEqual(["loading", "ready"]);
}

/** What a promise ends as, once time has passed. */
async function outcome<T>(promise: Promise<T>, ms = 60_000): Promise<T | EngineError> {
  const settled = promise.catch((error: unknown) => {
    if (error instanceof EngineError) return error;
    throw error;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return settled;
}

async function codeOf(promise: Promise<unknown>, ms = 60_000): Promise<string> {
  const end = await outcome(promise, ms);
  if (end instanceof EngineError) return end.code;
  throw new Error("it was not refused");
}

const params = (maxWork: number, evaluatorSeed = 7) => ({ evaluatorSeed, maxWork });

describe("start", () => {
  test("requests made while it loads are answered when it is ready, the games too", async () => {
    makeEngine();
    const actions = engine.listLegalActions(STATE, 1);
    const games = engine.listGames();
    await vi.advanceTimersByTimeAsync(5);
    expect(await actions).toEqual([{ go_to: 1 }]);
    expect(await games).toMatchObject([{ rulesetId: "toy", levels: [{ params: { timeBudgetMs: 5 } }] }]);
    expect(engine.status.current).toMatchObject({ phase: "ready", restarts: 0, info: INFO });
  });

  test("a request made by who hears of readiness is sent once", async () => {
    makeEngine();
    const asked: Promise<unknown>[] = [];
    engine.status.subscribe((status) => {
      if (status.phase === "ready") asked.push(engine.observe(STATE, 0));
    });
    await vi.advanceTimersByTimeAsync(5);
    await Promise.all(asked);
    expect(runtimes[0]!.names().filter((name) => name === "observe")).toHaveLength(1);
  });

  test("a failed start refuses what waits, ignores late messages, and can be retried with fresh files", async () => {
    let broken = true;
    makeEngine(() =>
      broken ? Promise.reject(new EngineError("RUNTIME_TYPE", "Wrong type.", { file: "a.wasm" })) : freshRuntime(),
    );
    const waiting = codeOf(engine.observe(STATE, 0), 5);
    expect(await waiting).toBe("RUNTIME_TYPE");
    expect(engine.status.current).toEqual({
      phase: "error",
      code: "RUNTIME_TYPE",
      message: "Wrong type.",
      context: { file: "a.wasm" },
    });
    workers[0]!.say({ type: "progress", stage: "Loading numpy", loadedBytes: 1, totalBytes: 1 });
    workers[0]!.say({ type: "ready", games: "[]", info: { ...INFO, stageMs: {} } });
    await vi.advanceTimersByTimeAsync(5);
    expect(phases).toEqual(["loading", "error"]);
    expect(workers[0]!.terminated).toBe(true);
    expect(await codeOf(engine.observe(STATE, 0), 0)).toBe("RUNTIME_TYPE");

    broken = false;
    engine.retry();
    engine.retry();
    await vi.advanceTimersByTimeAsync(5);
    expect(phases).toEqual(["loading", "error", "loading", "ready"]);
    expect(workers).toHaveLength(2);
    expect(workers.map((worker) => worker.received[0])).toMatchObject([
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
    expect(engine.status.current).toEqual({
      phase: "loading",
      stage: "Downloading the engine",
      loadedBytes: 5,
      totalBytes: 10,
    });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(engine.status.current).toMatchObject({ phase: "error", code: "BOOT_STALLED" });
    expect(workers[0]!.terminated).toBe(true);
  });

  test("a worker that cannot be made, or whose script fails, is an error and not a loop", async () => {
    makeEngine();
    await vi.advanceTimersByTimeAsync(0);
    workers[0]!.crash();
    expect(engine.status.current).toMatchObject({ phase: "error", code: "BOOT_FAILED" });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(workers).toHaveLength(1);
  });

  test("two engines never start at the same moment", async () => {
    let finish: () => void = () => undefined;
    makeEngine(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      return freshRuntime();
    });
    const first = engine;
    await vi.advanceTimersByTimeAsync(5);
    makeEngine();
    await vi.advanceTimersByTimeAsync(1000);
    expect(workers).toHaveLength(1);
    finish();
    await vi.advanceTimersByTimeAsync(5);
    expect(workers).toHaveLength(2);
    expect(engine.status.current.phase).toBe("ready");
    first.dispose();
  });

  test("after dispose everything is refused and nothing starts again", async () => {
    await readyEngine();
    const running = codeOf(engine.evaluateBestMove(STATE, 0, params(50)), 100);
    engine.dispose();
    expect(await running).toBe("DISPOSED");
    engine.retry();
    expect(await codeOf(engine.observe(STATE, 0), 10)).toBe("DISPOSED");
    expect(workers).toHaveLength(1);
  });
});

describe("evaluation", () => {
  beforeEach(readyEngine);

  test("streams snapshots and ends with the result, the last snapshot being it", async () => {
    const seen: Snapshot<EvaluationResult>[] = [];
    const task = engine.evaluateBestMove(STATE, 0, params(9), { onProgress: (snapshot) => seen.push(snapshot) });
    await vi.advanceTimersByTimeAsync(5_000);
    const result = await task;
    expect(result).toMatchObject({
      bestAction: { go_to: 1 },
      bestActionEv: 7,
      deltaEv: null,
      metadata: { rolloutsRun: 9 },
    });
    expect("done" in result).toBe(false);
    expect(seen.map(({ progress }) => progress)).toEqual([1 / 9, 2 / 9, 6 / 9, 1]);
    expect(seen[0]).toEqual({ done: false, progress: 1 / 9 });
    expect(seen.at(-1)).toEqual({ ...result, done: true, progress: 1 });
    expect(result.candidates[0]!.features).toEqual({ tiles_acquired: 2 });
  });

  test("a cancel is answered within one slice, and the worker is free again", async () => {
    const stop = new AbortController();
    const task = codeOf(engine.evaluateBestMove(STATE, 0, params(1000), { signal: stop.signal }), 0);
    await vi.advanceTimersByTimeAsync(200);
    const before = Date.now();
    stop.abort();
    await vi.advanceTimersByTimeAsync(SLICE_MS);
    expect(await task).toBe("CANCELLED");
    expect(Date.now() - before).toBeLessThanOrEqual(SLICE_MS);
    expect(runtimes[0]!.jobs.size).toBe(0);
  });

  test("a signal that was aborted before stops the request before it is sent", async () => {
    const stop = AbortSignal.abort();
    const sent = workers[0]!.received.length;
    const end = await outcome(engine.evaluateBestMove(STATE, 0, params(3), { signal: stop }), 0);
    expect(end).toMatchObject({ code: "CANCELLED", name: "AbortError" });
    expect(await codeOf(engine.observe(STATE, 0, { signal: stop }), 0)).toBe("CANCELLED");
    expect(workers[0]!.received).toHaveLength(sent);
  });

  test("a newer evaluation takes the waiting one's place; a grading is never refused", async () => {
    const first = engine.evaluateBestMove(STATE, 0, params(20, 1));
    const second = codeOf(engine.evaluateBestMove(STATE, 0, params(20, 2)), 0);
    const graded = engine.gradeUserAction(STATE, 0, { go_to: 2 }, params(20, 3));
    const third = engine.evaluateBestMove(STATE, 0, params(20, 4));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await second).toBe("SUPERSEDED");
    expect((await graded).deltaEv).toBe(-1);
    expect([(await first).bestActionEv, (await third).bestActionEv]).toEqual([1, 4]);
  });

  test("rules are answered while an evaluation runs", async () => {
    let over = false;
    const task = engine.evaluateBestMove(STATE, 0, params(100)).then(() => (over = true));
    await vi.advanceTimersByTimeAsync(200);
    const next = engine.applyAction(STATE, { go_to: 1 });
    await vi.advanceTimersByTimeAsync(2);
    expect(await next).toEqual({ ...STATE, moved_by: { go_to: 1 } });
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    await task;
  });

  test("think longer goes on where it stopped, with the other params as they were", async () => {
    const task = engine.evaluateBestMove(STATE, 0, params(3));
    await vi.advanceTimersByTimeAsync(1_000);
    await task;
    const longer = task.thinkLonger({ maxWork: 8 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await longer).toMatchObject({ bestActionEv: 7, metadata: { rolloutsRun: 8 } });
    expect(runtimes[0]!.names().filter((name) => name === "start_job")).toHaveLength(1);
    const extend = runtimes[0]!.calls.find(([name]) => name === "extend")!;
    expect(JSON.parse(String(extend[2]))).toEqual({ evaluator_seed: 7, max_work: 8 });
  });

  test("think longer starts anew when another evaluation has taken the place, or the worker died", async () => {
    const task = engine.evaluateBestMove(STATE, 0, params(3));
    void engine.evaluateBestMove(STATE, 1, params(3));
    await vi.advanceTimersByTimeAsync(1_000);
    const longer = task.thinkLonger({ maxWork: 5 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await longer).metadata.rolloutsRun).toBe(5);
    engine.debugKillWorker();
    const again = longer.thinkLonger({ maxWork: 6 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await again).metadata.rolloutsRun).toBe(6);
    expect(runtimes[1]!.names()).not.toContain("extend");
  });

  test("the same question is answered from memory, another seed is another question", async () => {
    const first = engine.evaluateBestMove(STATE, 0, params(3));
    await vi.advanceTimersByTimeAsync(1_000);
    const result = await first;
    result.candidates.length = 0;
    const seen: boolean[] = [];
    const again = engine.evaluateBestMove({ ...STATE }, 0, params(3), { onProgress: ({ done }) => seen.push(done) });
    expect(await again).toMatchObject({ bestActionEv: 7, candidates: [{ action: { go_to: 1 } }] });
    expect(seen).toEqual([true]);
    const longer = again.thinkLonger({ maxWork: 4 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await longer).metadata.rolloutsRun).toBe(4);
    await outcome(engine.evaluateBestMove(STATE, 0, params(3, 8)), 1_000);
    await outcome(engine.evaluateBestMove(STATE, 0, params(3), { cache: false }), 1_000);
    const names = runtimes[0]!.names();
    expect([
      names.filter((name) => name === "start_job").length,
      names.filter((name) => name === "extend").length,
    ]).toEqual([3, 1]);
  });

  test("an error of the bridge keeps its code, sentence and context", async () => {
    const end = await outcome(engine.evaluateBestMove(STATE, 0, { maxWork: 3 } as never));
    expect(end).toMatchObject({
      code: "INVALID_PARAMS",
      message: "A seed is needed.",
      context: { field: "evaluator_seed" },
    });
  });

  test("a position that is too large does not cross", async () => {
    const sent = workers[0]!.received.length;
    const huge = { ...STATE, note: "x".repeat(3_000_000) };
    expect(await codeOf(engine.evaluateBestMove(huge, 0, params(1)), 0)).toBe("INVALID_STATE");
    expect(await codeOf(engine.observe(huge, 0), 0)).toBe("INVALID_STATE");
    expect(workers[0]!.received).toHaveLength(sent);
    expect(await outcome(engine.observe(huge, 0, { maxBytes: 4_000_000 }), 5)).toHaveProperty("echo");
  });

  test("the document's functions leave out what was not asked", async () => {
    const end = evaluateBestMove(engine, STATE, 0, params(3));
    await vi.advanceTimersByTimeAsync(1_000);
    const result = await end;
    expect(result.bestActionEv).toBe(7);
    expect("deltaEv" in result).toBe(false);
  });
});

describe("queries and scenarios", () => {
  beforeEach(readyEngine);

  test("a query is a job with progress, and its answer has camelCase fields", async () => {
    const seen: number[] = [];
    const answer = engine.query(
      "toy",
      "sum",
      { slices: 6, states: [STATE] },
      { onProgress: ({ progress }) => seen.push(progress) },
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toEqual({ someSum: 6 });
    expect(seen.at(-1)).toBe(1);
    expect(seen.length).toBeGreaterThan(1);
    const started = JSON.parse(String(runtimes[0]!.calls.find(([name]) => name === "start_job")![2])) as unknown;
    expect(started).toEqual({ ruleset_id: "toy", name: "sum", args: { slices: 6, states: [STATE] } });
  });

  test("a scenario is a state, as it is, and can be cancelled", async () => {
    const scenario = engine.generateScenario({
      rulesetId: "toy",
      seed: 1,
      slices: 3,
      policyMix: { type: "AllRandom" },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await scenario).toEqual({ ruleset_id: "toy", round_number: 2 });
    const stop = new AbortController();
    const long = codeOf(
      engine.generateScenario({ rulesetId: "toy", seed: 1, slices: 900 }, { signal: stop.signal }),
      0,
    );
    await vi.advanceTimersByTimeAsync(100);
    stop.abort();
    await vi.advanceTimersByTimeAsync(SLICE_MS);
    expect(await long).toBe("CANCELLED");
    expect(runtimes[0]!.calls.find(([name]) => name === "start_job")![2]).toContain('"policy_mix":"all_random"');
  });
});

describe("a worker that dies", () => {
  beforeEach(readyEngine);

  test("is replaced: calls are repeated, evaluations start again, artifacts are loaded again", async () => {
    const running = engine.evaluateBestMove(STATE, 0, params(20));
    await vi.advanceTimersByTimeAsync(200);
    workers[0]!.deaf = true;
    const call = engine.observe(STATE, 0);
    workers[0]!.crash();
    expect(phases.at(-1)).toBe("restarting");
    await vi.advanceTimersByTimeAsync(10);
    expect(await call).toHaveProperty("echo");
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await running).metadata.rolloutsRun).toBe(20);
    expect(phases).toEqual(["loading", "ready", "restarting", "ready"]);
    expect(engine.status.current).toMatchObject({ restarts: 1 });
    expect(runtimes[1]!.artifacts).toHaveLength(1);
  });

  test("is noticed when it stops answering, also in the middle of a job", async () => {
    const running = engine.evaluateBestMove(STATE, 0, params(20));
    await vi.advanceTimersByTimeAsync(200);
    workers[0]!.deaf = true;
    await vi.advanceTimersByTimeAsync(9_000);
    expect(workers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await running).metadata.rolloutsRun).toBe(20);
    expect(workers[0]!.terminated).toBe(true);
  });

  test("is left alone when it is silent and has nothing to do, or is busy for long", async () => {
    await vi.advanceTimersByTimeAsync(600_000);
    const running = engine.evaluateBestMove(STATE, 0, params(2_000));
    await vi.advanceTimersByTimeAsync(61_000);
    expect((await running).metadata.rolloutsRun).toBe(2_000);
    expect(workers).toHaveLength(1);
  });

  test("by a broken interpreter is replaced as well; a call that breaks every one is given up", async () => {
    runtimes[0]!.broken.add("apply_action");
    expect(await outcome(engine.applyAction(STATE, { go_to: 1 }), 100)).toHaveProperty("moved_by");
    brokenFromBirth = "observe";
    runtimes[1]!.broken.add("observe");
    expect(await codeOf(engine.observe(STATE, 0), 100)).toBe("ENGINE_LOST");
    expect(runtimes).toHaveLength(4);
    expect(engine.status.current.phase).toBe("ready");
  });

  test("a job that was being cancelled when it died is cancelled", async () => {
    const stop = new AbortController();
    const task = codeOf(engine.evaluateBestMove(STATE, 0, params(100), { signal: stop.signal }), 0);
    await vi.advanceTimersByTimeAsync(100);
    workers[0]!.deaf = true;
    stop.abort();
    engine.debugKillWorker();
    expect(await task).toBe("CANCELLED");
  });

  test("four times in a minute is an error, with a retry that works", async () => {
    const running = codeOf(engine.evaluateBestMove(STATE, 0, params(1000)), 0);
    for (let death = 0; death < 4; death++) {
      engine.debugKillWorker();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await running).toBe("ENGINE_LOST");
    expect(engine.status.current).toMatchObject({ phase: "error", code: "ENGINE_LOST" });
    expect(workers).toHaveLength(4);
    engine.retry();
    await vi.advanceTimersByTimeAsync(5);
    expect(await outcome(engine.memory(), 5)).toBe(1234);
  });

  test("now and then is replaced for ever", async () => {
    for (let death = 0; death < 6; death++) {
      engine.debugKillWorker();
      await vi.advanceTimersByTimeAsync(25_000);
    }
    expect(engine.status.current).toMatchObject({ phase: "ready", restarting: false, restarts: 6 });
  });
});
