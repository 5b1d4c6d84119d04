import { beforeEach, describe, expect, test, vi } from "vitest";
import { bench, codeOf, makeEngine, outcome, params, readyEngine, STATE, useBench } from "../testing/bench";
import { evaluateBestMove } from "../evaluator";
import { SLICE_MS } from "../testing/fakes";
import type { EvaluationResult, Snapshot } from "../types";

useBench();

describe("preparing a game", () => {
  test("runs as a job as soon as there is a worker", async () => {
    const task = makeEngine().prepare("toy");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await task).toBeUndefined();
    const started = bench.runtimes[0]!.calls.filter(([name]) => name === "start_job");
    expect(started).toEqual([["start_job", "preparation", '{"ruleset_id":"toy"}']]);
  });

  test("fails silently, since nothing depends on it", async () => {
    await readyEngine();
    bench.engine.dispose();
    expect(await bench.engine.prepare("toy")).toBeUndefined();
  });
});

describe("evaluation", () => {
  beforeEach(readyEngine);

  test("streams snapshots and resolves to the last one", async () => {
    const seen: Snapshot<EvaluationResult>[] = [];
    const task = bench.engine.evaluateBestMove(STATE, 0, params(9), { onProgress: (snapshot) => seen.push(snapshot) });
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

  test("a cancel is answered within one slice and frees the worker", async () => {
    const stop = new AbortController();
    const task = codeOf(bench.engine.evaluateBestMove(STATE, 0, params(1000), { signal: stop.signal }), 0);
    await vi.advanceTimersByTimeAsync(200);
    const before = Date.now();
    stop.abort();
    await vi.advanceTimersByTimeAsync(SLICE_MS);
    expect(await task).toBe("CANCELLED");
    expect(Date.now() - before).toBeLessThanOrEqual(SLICE_MS);
    expect(bench.runtimes[0]!.jobs.size).toBe(0);
  });

  test("an aborted signal stops the request before it is sent", async () => {
    const stop = AbortSignal.abort();
    const sent = bench.workers[0]!.received.length;
    const end = await outcome(bench.engine.evaluateBestMove(STATE, 0, params(3), { signal: stop }), 0);
    expect(end).toMatchObject({ code: "CANCELLED", name: "AbortError" });
    expect(await codeOf(bench.engine.observe(STATE, 0, { signal: stop }), 0)).toBe("CANCELLED");
    expect(bench.workers[0]!.received).toHaveLength(sent);
  });

  test("a newer evaluation supersedes the waiting one; gradings are never superseded", async () => {
    const first = bench.engine.evaluateBestMove(STATE, 0, params(20, 1));
    const second = codeOf(bench.engine.evaluateBestMove(STATE, 0, params(20, 2)), 0);
    const graded = bench.engine.gradeUserAction(STATE, 0, { go_to: 2 }, params(20, 3));
    const third = bench.engine.evaluateBestMove(STATE, 0, params(20, 4));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await second).toBe("SUPERSEDED");
    expect((await graded).deltaEv).toBe(-1);
    expect([(await first).bestActionEv, (await third).bestActionEv]).toEqual([1, 4]);
  });

  test("a hint graded for its reasons leaves the last grade to be continued", async () => {
    const end = async <T>(task: Promise<T>): Promise<T> => {
      await vi.advanceTimersByTimeAsync(5_000);
      return task;
    };
    const move = bench.engine.gradeUserAction(STATE, 0, { go_to: 2 }, params(5));
    await end(move);
    const hint = bench.engine.evaluateBestMove(STATE, 0, params(6, 2));
    await end(hint);
    await end(hint.grade({ go_to: 1 }, { hint: true }));
    const { calls } = bench.runtimes[0]!;
    calls.length = 0;
    await end(move.thinkLonger({ maxWork: 9 }));
    expect(calls.map(([name]) => name)).toContain("extend");
    expect(calls.map(([name]) => name)).not.toContain("start_job");
  });

  test("rules are answered while an evaluation runs", async () => {
    let over = false;
    const task = bench.engine.evaluateBestMove(STATE, 0, params(100)).then(() => (over = true));
    await vi.advanceTimersByTimeAsync(200);
    const next = bench.engine.applyAction(STATE, { go_to: 1 });
    await vi.advanceTimersByTimeAsync(2);
    expect(await next).toEqual({ ...STATE, moved_by: { go_to: 1 } });
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    await task;
  });

  test("think longer continues the evaluation with its other params unchanged", async () => {
    const task = bench.engine.evaluateBestMove(STATE, 0, params(3));
    await vi.advanceTimersByTimeAsync(1_000);
    await task;
    const longer = task.thinkLonger({ maxWork: 8 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await longer).toMatchObject({ bestActionEv: 7, metadata: { rolloutsRun: 8 } });
    expect(bench.runtimes[0]!.names().filter((name) => name === "start_job")).toHaveLength(1);
    const extend = bench.runtimes[0]!.calls.find(([name]) => name === "extend")!;
    expect(JSON.parse(String(extend[2]))).toEqual({ evaluator_seed: 7, max_work: 8 });
  });

  test("the grade of a move goes on from the hint, and is answered from the cache when it is asked for again", async () => {
    const hint = bench.engine.evaluateBestMove(STATE, 0, params(3));
    await vi.advanceTimersByTimeAsync(1_000);
    await hint;
    const first = hint.grade({ go_to: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toMatchObject({ deltaEv: -1 });
    expect(await hint.grade({ go_to: 1 })).toMatchObject({ deltaEv: -1 });
    const names = bench.runtimes[0]!.names();
    expect(["start_job", "grade"].map((name) => names.filter((each) => each === name).length)).toEqual([1, 1]);
  });

  test("think longer can take away the limit of work", async () => {
    const task = bench.engine.evaluateBestMove(STATE, 0, { ...params(3), timeBudgetMs: 250 });
    await vi.advanceTimersByTimeAsync(1_000);
    await task;
    void task.thinkLonger({ timeBudgetMs: 500, maxWork: null });
    await vi.advanceTimersByTimeAsync(1_000);
    const extend = bench.runtimes[0]!.calls.find(([name]) => name === "extend")!;
    expect(JSON.parse(String(extend[2]))).toEqual({ evaluator_seed: 7, time_budget_ms: 500, max_work: null });
  });

  test("the grade of a move has its own params when the hint was dropped", async () => {
    const hint = bench.engine.evaluateBestMove(STATE, 0, params(3));
    void bench.engine.evaluateBestMove(STATE, 1, params(3));
    await vi.advanceTimersByTimeAsync(1_000);
    const graded = hint.grade({ go_to: 1 }, {}, { maxWork: 5 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await graded).toMatchObject({ deltaEv: -1, metadata: { rolloutsRun: 5 } });
  });

  test("a move graded again after longer thinking goes on from that, and is not answered from the cache", async () => {
    const end = async <T>(task: Promise<T>): Promise<T> => {
      await vi.advanceTimersByTimeAsync(1_000);
      return task;
    };
    const first = bench.engine.gradeUserAction(STATE, 0, { go_to: 2 }, params(3));
    await end(first);
    const longer = first.thinkLonger({ maxWork: 8 });
    await end(longer);
    const again = longer.grade({ go_to: 2 }, {}, params(3));
    expect((await end(again)).metadata.rolloutsRun).toBeGreaterThanOrEqual(8);
    await end(again.thinkLonger({ maxWork: 12 }));
    expect(bench.runtimes[0]!.names().filter((name) => name === "start_job")).toHaveLength(1);
  });

  test("think longer starts from scratch after another evaluation or the worker's death", async () => {
    const task = bench.engine.evaluateBestMove(STATE, 0, params(3));
    void bench.engine.evaluateBestMove(STATE, 1, params(3));
    await vi.advanceTimersByTimeAsync(1_000);
    const longer = task.thinkLonger({ maxWork: 5 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await longer).metadata.rolloutsRun).toBe(5);
    bench.engine.debugKillWorker();
    const again = longer.thinkLonger({ maxWork: 6 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await again).metadata.rolloutsRun).toBe(6);
    expect(bench.runtimes[1]!.names()).not.toContain("extend");
  });

  test("a repeated evaluation is answered from the cache, unless the seed differs", async () => {
    const first = bench.engine.evaluateBestMove(STATE, 0, params(3));
    await vi.advanceTimersByTimeAsync(1_000);
    const result = await first;
    result.candidates.length = 0;
    const seen: boolean[] = [];
    const again = bench.engine.evaluateBestMove({ ...STATE }, 0, params(3), { onProgress: ({ done }) => seen.push(done) });
    expect(await again).toMatchObject({ bestActionEv: 7, candidates: [{ action: { go_to: 1 } }] });
    expect(seen).toEqual([true]);
    const longer = again.thinkLonger({ maxWork: 4 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await longer).metadata.rolloutsRun).toBe(4);
    await outcome(bench.engine.evaluateBestMove(STATE, 0, params(3, 8)), 1_000);
    await outcome(bench.engine.evaluateBestMove(STATE, 0, params(3), { cache: false }), 1_000);
    const names = bench.runtimes[0]!.names();
    expect([names.filter((name) => name === "start_job").length, names.filter((name) => name === "extend").length]).toEqual([3, 1]);
  });

  test("an error of the bridge keeps its code, sentence and context", async () => {
    const end = await outcome(bench.engine.evaluateBestMove(STATE, 0, { maxWork: 3 } as never));
    expect(end).toMatchObject({
      code: "INVALID_PARAMS",
      message: "A seed is needed.",
      context: { field: "evaluator_seed" },
    });
  });

  test("a position that is too large is rejected", async () => {
    const sent = bench.workers[0]!.received.length;
    const huge = { ...STATE, note: "x".repeat(3_000_000) };
    expect(await codeOf(bench.engine.evaluateBestMove(huge, 0, params(1)), 0)).toBe("INVALID_STATE");
    expect(await codeOf(bench.engine.observe(huge, 0), 0)).toBe("INVALID_STATE");
    expect(bench.workers[0]!.received).toHaveLength(sent);
    expect(await outcome(bench.engine.observe(huge, 0, { maxBytes: 4_000_000 }), 5)).toHaveProperty("echo");
  });

  test("the plain functions omit fields that do not apply", async () => {
    const end = evaluateBestMove(bench.engine, STATE, 0, params(3));
    await vi.advanceTimersByTimeAsync(1_000);
    const result = await end;
    expect(result.bestActionEv).toBe(7);
    expect("deltaEv" in result).toBe(false);
  });
});

describe("queries and scenarios", () => {
  beforeEach(readyEngine);

  test("a query is a job with progress and camelCase fields in its answer", async () => {
    const seen: number[] = [];
    const answer = bench.engine.query("toy", "sum", { slices: 6, states: [STATE] }, { onProgress: ({ progress }) => seen.push(progress) });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toEqual({ someSum: 6 });
    expect(seen.at(-1)).toBe(1);
    expect(seen.length).toBeGreaterThan(1);
    const started = JSON.parse(String(bench.runtimes[0]!.calls.find(([name]) => name === "start_job")![2])) as unknown;
    expect(started).toEqual({ ruleset_id: "toy", name: "sum", args: { slices: 6, states: [STATE] } });
  });

  test("a verbatim query keeps the keys of its answer", async () => {
    const args = { slices: 2, states: [], dark_json: { gempId: "1_1" } };
    const answer = bench.engine.query("toy", "sum", args, { verbatim: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toEqual({ some_sum: 2 });
    const started = JSON.parse(String(bench.runtimes[0]!.calls.find(([name]) => name === "start_job")![2])) as unknown;
    expect(started).toEqual({ ruleset_id: "toy", name: "sum", args });
  });

  test("a scenario is an unchanged state, and can be cancelled", async () => {
    const scenario = bench.engine.generateScenario({
      rulesetId: "toy",
      seed: 1,
      slices: 3,
      policyMix: { type: "AllRandom" },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await scenario).toEqual({ ruleset_id: "toy", round_number: 2 });
    const stop = new AbortController();
    const long = codeOf(bench.engine.generateScenario({ rulesetId: "toy", seed: 1, slices: 900 }, { signal: stop.signal }), 0);
    await vi.advanceTimersByTimeAsync(100);
    stop.abort();
    await vi.advanceTimersByTimeAsync(SLICE_MS);
    expect(await long).toBe("CANCELLED");
    expect(bench.runtimes[0]!.calls.find(([name]) => name === "start_job")![2]).toContain('"policy_mix":"all_random"');
  });
});
