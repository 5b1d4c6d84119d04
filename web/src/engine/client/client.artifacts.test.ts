import { beforeEach, describe, expect, test, vi } from "vitest";
import { bench, codeOf, freshRuntime, makeEngine, outcome, params, STATE, useBench } from "../testing/bench";
import { EngineError } from "../errors";
import { type FakeRuntime, INFO, TABLE, TABLE_FILE } from "../testing/fakes";
import type { Preparing } from "../status";

useBench();

const SOLVED_AT = `${INFO.folderUrl}toy.table.solved.bin`;
const DAMAGED = new Uint8Array([0, 2, 3]);

let seen: (Preparing | null)[];

/** An engine whose interpreters have these properties; `seen` collects the table's statuses. */
async function engineOf(arrange: (runtime: FakeRuntime) => void): Promise<void> {
  bench.arrange = arrange;
  makeEngine();
  seen = [];
  bench.engine.status.subscribe((status) => {
    const now = status.phase === "ready" ? status.preparing : null;
    if (JSON.stringify(now) !== JSON.stringify(seen.at(-1) ?? null)) seen.push(now);
  });
  await vi.advanceTimersByTimeAsync(5);
}

const evaluate = (seed = 7, more = {}) => bench.engine.evaluateBestMove(STATE, 0, params(3, seed), more);
const started = (runtime: FakeRuntime) => runtime.calls.filter(([name]) => name === "start_job").length;

describe("a request that lacks a table", () => {
  test.each(["start", "end", "call"] as const)("at the %s gets it without the caller noticing", async (needs) => {
    await engineOf((runtime) => (runtime.needs = needs));
    const asked = needs === "call" ? bench.engine.describeState(STATE) : evaluate();
    const end = await outcome<unknown>(asked, 2_000);
    if (needs === "call") expect(end).toBe("A pile of toys.");
    else expect(end).toMatchObject({ bestActionEv: 7, metadata: { rolloutsRun: 3 } });
    expect(bench.runtimes[0]!.artifacts).toEqual([["toy", "table", 3]]);
    expect(bench.workers).toHaveLength(1);
    expect(bench.shelf.files).toEqual([TABLE_FILE.url]);
    expect(seen).toEqual([{ name: "Toy", what: "loading", progress: null, why: null }, null]);
  });

  test("keeps streaming snapshots, and the next request uses the same table", async () => {
    await engineOf((runtime) => (runtime.needs = "start"));
    const progress: number[] = [];
    await outcome(evaluate(7, { onProgress: (snapshot: { progress: number }) => progress.push(snapshot.progress) }), 2_000);
    expect(progress.at(-1)).toBe(1);
    await outcome(evaluate(8), 2_000);
    expect(bench.runtimes[0]!.fetches).toBe(1);
    expect(started(bench.runtimes[0]!)).toBe(3);
  });

  test("shares one load with others, each answered in its lane", async () => {
    await engineOf((runtime) => (runtime.needs = "start"));
    const first = evaluate(1);
    const graded = bench.engine.gradeUserAction(STATE, 0, { go_to: 2 }, params(3, 2));
    const query = bench.engine.query("toy", "sum", { slices: 2 });
    const overtaken = codeOf(evaluate(3), 0);
    const last = evaluate(4);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await overtaken).toBe("SUPERSEDED");
    expect([(await first).bestActionEv, (await last).bestActionEv]).toEqual([1, 4]);
    expect([(await graded).deltaEv, await query]).toEqual([-1, { someSum: 2 }]);
    expect([bench.runtimes[0]!.fetches, bench.runtimes[0]!.artifacts.length]).toEqual([1, 1]);
  });

  test("can be cancelled during the load, which continues for the next one", async () => {
    await engineOf((runtime) => Object.assign(runtime, { needs: "start", file: { bytes: TABLE, ms: 3_000 } }));
    const stop = new AbortController();
    const task = codeOf(evaluate(1, { signal: stop.signal }), 0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.at(-1)).toEqual({ name: "Toy", what: "loading", progress: 1 / 3, why: null });
    stop.abort();
    await vi.advanceTimersByTimeAsync(1);
    expect(await task).toBe("CANCELLED");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(started(bench.runtimes[0]!)).toBe(1);
    await outcome(evaluate(2), 2_000);
    expect([bench.runtimes[0]!.fetches, started(bench.runtimes[0]!)]).toEqual([1, 2]);
  });

  test("that still lacks it after loading is rejected with the engine's sentence, not repeated forever", async () => {
    await engineOf((runtime) => Object.assign(runtime, { needs: "start", stubborn: true }));
    const end = await outcome(evaluate(), 5_000);
    expect(end).toMatchObject({ code: "NOT_FOUND", message: "The table of Toy has not been loaded." });
    expect([bench.runtimes[0]!.fetches, started(bench.runtimes[0]!)]).toEqual([1, 2]);
  });

  test("waits for a slow file without a time-out", async () => {
    await engineOf((runtime) => Object.assign(runtime, { needs: "start", file: { bytes: TABLE, ms: 45_000 } }));
    expect(await outcome(evaluate(), 60_000)).toMatchObject({ bestActionEv: 7 });
    expect(bench.workers).toHaveLength(1);
  });
});

describe("an evaluation that waits for a table", () => {
  const slowly = (needs: FakeRuntime["needs"]) =>
    engineOf((runtime) => Object.assign(runtime, { needs, file: { bytes: TABLE, ms: 1_000 } }));
  /** From now on the table is not needed, but requests that lacked it still wait for it. */
  const needNothing = () => (bench.runtimes[0]!.needs = "nothing");

  test("is superseded by a newer one, and does not replace that when its table has loaded", async () => {
    await slowly("start");
    const older = codeOf(evaluate(1, { replace: true }), 0);
    await vi.advanceTimersByTimeAsync(200);
    needNothing();
    const newer = bench.engine.evaluateBestMove(STATE, 0, params(100, 2));
    expect(await older).toBe("SUPERSEDED");
    expect(await outcome(newer, 5_000)).toMatchObject({ bestActionEv: 2, metadata: { rolloutsRun: 100 } });
    expect(started(bench.runtimes[0]!)).toBe(2);
  });

  test("does not replace a newer one queued behind it, and is answered after that", async () => {
    await slowly("end");
    const older = evaluate(1, { replace: true });
    await vi.advanceTimersByTimeAsync(20);
    const newer = bench.engine.evaluateBestMove(STATE, 0, params(100, 2));
    await vi.advanceTimersByTimeAsync(200);
    needNothing();
    expect(await outcome(newer, 5_000)).toMatchObject({ bestActionEv: 2, metadata: { rolloutsRun: 100 } });
    expect(await outcome(older, 0)).toMatchObject({ bestActionEv: 1 });
  });

  test("is not superseded by a grading, a query or an opponent's move", async () => {
    await slowly("start");
    const waiting = evaluate(1);
    await vi.advanceTimersByTimeAsync(200);
    needNothing();
    const others = [
      bench.engine.gradeUserAction(STATE, 0, { go_to: 2 }, params(3, 2)),
      bench.engine.query("toy", "sum", { slices: 2 }),
      evaluate(3, { urgent: true }),
    ];
    expect(await outcome(waiting, 5_000)).toMatchObject({ bestActionEv: 1 });
    await Promise.all(others);
  });
});

test("the progress of a load never goes back when the file is retried", async () => {
  const third = () => new Promise((resolve) => setTimeout(resolve, 300));
  await engineOf((runtime) => {
    runtime.needs = "start";
    runtime.fetchArtifact = async (_, onBytes) => {
      for (const loaded of [1, 2, 0, 1, 3]) {
        onBytes(loaded);
        await third();
      }
      return TABLE;
    };
  });
  await outcome(evaluate(), 5_000);
  expect(seen.map((step) => step && step.progress)).toEqual([null, 1 / 3, 2 / 3, 1, null]);
});

describe("an unusable file", () => {
  const missing = () => new EngineError("RUNTIME_MISSING", "toy.table.bin could not be fetched.");
  const corrupt = () => new EngineError("RUNTIME_CORRUPT", "toy.table.bin is damaged.");
  const lacking = (change: Partial<FakeRuntime>) => (runtime: FakeRuntime) =>
    Object.assign(runtime, { needs: "start", solution: { bytes: TABLE, slices: 40 } }, change);

  test.each<[string, Partial<FakeRuntime>, Preparing["why"]]>([
    ["missing", { file: missing() }, "missing"],
    ["a page of the host", { file: new EngineError("RUNTIME_TYPE", "toy.table.bin is a page.") }, "missing"],
    ["damaged", { file: corrupt() }, "damaged"],
    ["refused by the engine", { file: { bytes: DAMAGED, ms: 5 } }, "damaged"],
    ["not on the site", { info: { ...INFO, artifacts: [] } }, "missing"],
  ])("that is %s is replaced by a table computed in a temporary worker", async (_, change, why) => {
    await engineOf(lacking(change));
    expect(await outcome(evaluate(), 5_000)).toMatchObject({ bestActionEv: 7 });
    expect(bench.workers.map(({ terminated }) => terminated)).toEqual([false, true]);
    expect(bench.runtimes[0]!.artifacts).toEqual([["toy", "table", 3]]);
    const [[, kind, question]] = bench.runtimes[1]!.calls.filter(([name]) => name === "start_job") as [[string, string, string]];
    expect([kind, JSON.parse(question)]).toEqual([
      "query",
      { ruleset_id: "toy", name: "solve", args: { five_of_a_kind_is_full_house: true } },
    ]);
    const solving = seen.filter((step) => step?.what === "solving");
    expect(solving[0]).toEqual({ name: "Toy", what: "solving", progress: null, why });
    expect(solving.at(-1)!.progress).toBeGreaterThan(0.5);
    expect(seen.at(-1)).toBeNull();
    expect(bench.shelf.kept).toEqual(new Map([[SOLVED_AT, TABLE]]));
    expect(bench.engine.status.current).toMatchObject({ phase: "ready", restarts: 0, preparing: null });
  });

  test("is replaced by the table from an earlier visit", async () => {
    bench.shelf.kept.set(SOLVED_AT, TABLE);
    await engineOf(lacking({ file: corrupt() }));
    expect(await outcome(evaluate(), 2_000)).toMatchObject({ bestActionEv: 7 });
    expect([bench.workers.length, bench.runtimes[0]!.fetches]).toEqual([1, 1]);
    expect(seen).toEqual([{ name: "Toy", what: "loading", progress: null, why: null }, null]);
  });

  test("and an invalid table from an earlier visit lead to a new computation", async () => {
    bench.shelf.kept.set(SOLVED_AT, DAMAGED);
    await engineOf(lacking({ file: corrupt() }));
    expect(await outcome(evaluate(), 5_000)).toMatchObject({ bestActionEv: 7 });
    expect(bench.workers).toHaveLength(2);
    expect(bench.shelf.kept).toEqual(new Map([[SOLVED_AT, TABLE]]));
  });

  test("is preferred to the table from an earlier visit once it is valid again", async () => {
    bench.shelf.kept.set(SOLVED_AT, new Uint8Array([1, 9, 9, 9]));
    await engineOf(lacking({}));
    await outcome(evaluate(), 2_000);
    expect(bench.runtimes[0]!.artifacts).toEqual([["toy", "table", 3]]);
  });

  test.each<[string, Partial<FakeRuntime>, string]>([
    ["the computing fails", { solution: { error: "Out of memory." } }, "Out of memory."],
    ["what was computed is no good", { solution: { bytes: DAMAGED, slices: 2 } }, "Not a table."],
  ])("rejects all waiting requests with one sentence when %s, and the engine continues", async (_, change, reason) => {
    await engineOf(lacking({ file: missing(), ...change }));
    const graded = outcome(bench.engine.gradeUserAction(STATE, 0, { go_to: 2 }, params(3)), 0);
    const end = await outcome(evaluate(), 5_000);
    expect(end).toMatchObject({
      code: "ARTIFACT_FAILED",
      message: "The table for Toy could be neither loaded nor computed. Check the connection, then try again.",
      context: { reason },
    });
    expect(await graded).toEqual(end);
    expect(bench.workers.map(({ terminated }) => terminated)).toEqual([false, true]);
    expect([seen.at(-1), bench.shelf.kept.size]).toEqual([null, 0]);
    expect(await outcome(bench.engine.observe(STATE, 0), 10)).toHaveProperty("echo");
  });

  test("rejects with one sentence when the second worker does not start", async () => {
    bench.arrange = lacking({ file: missing() });
    let boots = 0;
    makeEngine(() => (++boots > 1 ? Promise.reject(new Error("no memory")) : freshRuntime()));
    await vi.advanceTimersByTimeAsync(5);
    expect(await codeOf(evaluate(), 5_000)).toBe("ARTIFACT_FAILED");
    expect(bench.engine.status.current.phase).toBe("ready");
  });

  test("is retried by the next request after a failure", async () => {
    await engineOf(lacking({ file: missing(), solution: { error: "Out of memory." } }));
    await outcome(evaluate(), 5_000);
    bench.runtimes[0]!.file = { bytes: TABLE, ms: 5 };
    expect(await outcome(evaluate(), 5_000)).toMatchObject({ bestActionEv: 7 });
  });
});

describe("a worker that dies", () => {
  beforeEach(() => engineOf((runtime) => Object.assign(runtime, { needs: "start", file: { bytes: TABLE, ms: 1_000 } })));

  test("during a load: the next one loads the table again, and the request is answered", async () => {
    const running = evaluate();
    await vi.advanceTimersByTimeAsync(500);
    bench.workers[0]!.crash();
    expect(await outcome(running, 5_000)).toMatchObject({ bestActionEv: 7 });
    expect(bench.runtimes[1]!.artifacts).toHaveLength(1);
    expect(bench.phases).toEqual(["loading", "ready", "restarting", "ready"]);
  });

  test("after a load: the next one lacks the table and loads it again", async () => {
    await outcome(evaluate(), 5_000);
    const running = bench.engine.evaluateBestMove(STATE, 0, params(100, 8));
    await vi.advanceTimersByTimeAsync(200);
    bench.workers[0]!.crash();
    expect(await outcome(running, 10_000)).toMatchObject({ bestActionEv: 8 });
    expect(bench.runtimes.map(({ artifacts }) => artifacts.length)).toEqual([1, 1]);
  });

  test("during a computation: the computation continues, and the next one gets its table", async () => {
    bench.runtimes[0]!.file = new EngineError("RUNTIME_CORRUPT", "It is damaged.");
    bench.arrange = (runtime) => Object.assign(runtime, { needs: "start", solution: { bytes: TABLE, slices: 100 } });
    const running = evaluate();
    await vi.advanceTimersByTimeAsync(1_000);
    bench.workers[0]!.crash();
    await vi.advanceTimersByTimeAsync(500);
    expect(bench.engine.status.current).toMatchObject({ phase: "ready", restarting: false, preparing: { what: "solving" } });
    expect(await outcome(running, 10_000)).toMatchObject({ bestActionEv: 7 });
    // The first worker, the one that computed, and the replacement of the first.
    expect(bench.runtimes.map(({ artifacts }) => artifacts.length)).toEqual([0, 0, 1]);
  });

  test("while it loads the computed table: the table is kept for the next attempt", async () => {
    bench.runtimes[0]!.file = new EngineError("RUNTIME_CORRUPT", "It is damaged.");
    const broken = (runtime: FakeRuntime) => {
      runtime.needs = "start";
      runtime.loadArtifact = () => {
        throw new Error("memory access out of bounds");
      };
    };
    bench.runtimes.forEach(broken);
    bench.arrange = broken;
    expect(await codeOf(evaluate(), 10_000)).toBe("ENGINE_LOST");
    expect(bench.shelf.kept).toEqual(new Map([[SOLVED_AT, TABLE]]));
  });

  test("at the engine's end, the second worker ends as well", async () => {
    bench.runtimes[0]!.file = new EngineError("RUNTIME_CORRUPT", "It is damaged.");
    bench.arrange = (runtime) => Object.assign(runtime, { solution: { bytes: TABLE, slices: 1_000 } });
    const running = codeOf(evaluate(), 0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bench.workers.map(({ terminated }) => terminated)).toEqual([false, false]);
    bench.engine.dispose();
    await vi.advanceTimersByTimeAsync(5);
    expect(await running).toBe("DISPOSED");
    expect(bench.workers.map(({ terminated }) => terminated)).toEqual([true, true]);
  });
});
