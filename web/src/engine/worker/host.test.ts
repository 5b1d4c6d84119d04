import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EngineError } from "../errors";
import { FakeRuntime, INFO, SLICE_MS, TABLE, TABLE_FILE } from "../testing/fakes";
import { EngineHost } from "./host";
import type { BootConfig, FromWorker, Lane, LoadMessage, StartMessage } from "../wire/protocol";
import type { BootRuntime } from "./runtime";

const CONFIG: BootConfig = {
  runtimeUrl: "http://x/runtime/",
  runtimePath: "",
  files: [],
  lifeline: "l",
};

let runtime: FakeRuntime;
let posted: { at: number; message: FromWorker }[];
let host: EngineHost;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  runtime = new FakeRuntime();
  posted = [];
});

afterEach(() => void vi.useRealTimers());

function makeHost(boot: BootRuntime = () => Promise.resolve(runtime)): EngineHost {
  return new EngineHost(boot, (message) => posted.push({ at: Date.now(), message }), {
    yieldTask: () => new Promise((resolve) => setTimeout(resolve, SLICE_MS)),
    now: () => Date.now(),
  });
}

async function readyHost(): Promise<void> {
  host = makeHost();
  host.receive({ type: "boot", config: CONFIG });
  await vi.advanceTimersByTimeAsync(0);
  posted.length = 0;
  runtime.calls.length = 0;
}

function start(id: number, lane: Lane, more: Partial<StartMessage> & { work?: number } = {}): void {
  const { work = 3, ...rest } = more;
  const args = JSON.stringify({ params: { evaluator_seed: id, max_work: work }, slices: work, args: { slices: work } });
  host.receive({
    type: "start",
    id,
    kind: lane === "background" ? "query" : "evaluation",
    lane,
    args,
    replace: false,
    extend: null,
    ...rest,
  });
}

function answers(): [number, Record<string, unknown>][] {
  return posted.flatMap(({ message }) =>
    message.type === "answer" ? [[message.id, JSON.parse(message.text) as Record<string, unknown>]] : [],
  );
}

describe("start", () => {
  test("stages only advance, and the games arrive at the end", async () => {
    const boot: BootRuntime = (_, report) => {
      report({ stage: "Downloading the engine", loadedBytes: 40, totalBytes: 100 });
      report({ stage: "Starting Python", loadedBytes: 100, totalBytes: 100 });
      report({ stage: "Downloading the engine", loadedBytes: 50, totalBytes: 100 });
      return Promise.resolve(runtime);
    };
    host = makeHost(boot);
    host.receive({ type: "boot", config: CONFIG });
    await vi.advanceTimersByTimeAsync(0);
    const stages = posted.map(({ message }) => (message.type === "progress" ? message.stage : message.type));
    expect(stages).toEqual(["Checking files", "Downloading the engine", "Starting Python", "ready"]);
    const ready = posted.at(-1)!.message;
    expect(ready).toMatchObject({ info: INFO });
    expect(ready.type === "ready" && JSON.parse(ready.games)).toMatchObject([{ ruleset_id: "toy" }]);
  });

  test.each([
    ["a fault that nobody foresaw", "BOOT_FAILED"],
    ["a missing file", "RUNTIME_MISSING"],
  ])("%s ends it with %s", async (_, code) => {
    const thrown = code === "RUNTIME_MISSING" ? new EngineError(code, "It is not there.") : new Error("boom");
    host = makeHost(() => Promise.reject(thrown));
    host.receive({ type: "boot", config: CONFIG });
    await vi.advanceTimersByTimeAsync(0);
    expect(posted.at(-1)!.message).toMatchObject({ type: "bootFailed", error: { code } });
  });
});

describe("a table", () => {
  beforeEach(readyHost);

  const load = (source: LoadMessage["source"]) => host.receive({ type: "load", id: 1, rulesetId: "toy", name: "table", source });

  test("is fetched with progress while calls are answered", async () => {
    runtime.file = { bytes: TABLE, ms: 600 };
    load(TABLE_FILE);
    await vi.advanceTimersByTimeAsync(100);
    host.receive({ type: "call", id: 2, name: "list_legal_actions", args: ["{}", 1] });
    await vi.runAllTimersAsync();
    expect(answers()).toEqual([
      [2, [{ go_to: 1 }]],
      [1, {}],
    ]);
    const shown = posted.flatMap(({ at, message }) => (message.type === "snapshot" ? [[at, message.text]] : []));
    expect(shown).toEqual([
      [250, '{"done":false,"progress":0.3333333333333333}'],
      [500, '{"done":false,"progress":0.3333333333333333}'],
    ]);
    expect(runtime.artifacts).toEqual([["toy", "table", 3]]);
  });

  test("can be loaded from bytes", async () => {
    load(TABLE);
    await vi.runAllTimersAsync();
    expect(answers()).toEqual([[1, {}]]);
    expect([runtime.fetches, runtime.artifacts.length]).toEqual([0, 1]);
  });

  test("that is rejected or missing is an error answer, not a crash", async () => {
    load(new Uint8Array([0]));
    runtime.file = new EngineError("RUNTIME_CORRUPT", "It is damaged.");
    load(TABLE_FILE);
    await vi.runAllTimersAsync();
    expect(answers()).toMatchObject([
      [1, { code: "INVALID_ARTIFACT" }],
      [1, { code: "RUNTIME_CORRUPT", error: "It is damaged." }],
    ]);
    expect(posted.map(({ message }) => message.type)).toEqual(["answer", "answer"]);
  });
});

describe("jobs", () => {
  beforeEach(readyHost);

  test("snapshots: the first, the first with a result, then one in 100 ms, and the last", async () => {
    start(1, "evaluation", { work: 12 });
    await vi.runAllTimersAsync();
    const shown = posted.map(({ at, message }) => [message.type, at]);
    // Slice n runs at n * 30 ms; there is a result from the second on.
    expect(shown).toEqual([
      ["snapshot", 30],
      ["snapshot", 60],
      ["snapshot", 180],
      ["snapshot", 300],
      ["answer", 360],
    ]);
  });

  test("a rules call is answered between two slices", async () => {
    start(1, "evaluation", { work: 10 });
    await vi.advanceTimersByTimeAsync(100);
    host.receive({ type: "call", id: 2, name: "list_legal_actions", args: ["{}", 1] });
    expect(answers()).toEqual([[2, [{ go_to: 1 }]]]);
    host.receive({ type: "memory", id: 3 });
    expect(answers().at(-1)).toEqual([3, { bytes: 1234 }]);
    await vi.runAllTimersAsync();
    expect(answers().at(-1)![0]).toBe(1);
  });

  test("cancel ends a job at once and frees its handle", async () => {
    start(1, "evaluation", { work: 100 });
    await vi.advanceTimersByTimeAsync(100);
    host.receive({ type: "cancel", id: 1 });
    expect(posted.at(-1)!.message).toEqual({ type: "cancelled", id: 1 });
    expect(runtime.jobs.size).toBe(0);
    runtime.calls.length = 0;
    await vi.runAllTimersAsync();
    expect(runtime.calls).toEqual([]);
  });

  test("one evaluation runs, one waits, and a newer one supersedes the waiting one", async () => {
    start(1, "evaluation");
    start(2, "evaluation");
    start(3, "evaluation");
    expect(answers()).toMatchObject([[2, { code: "SUPERSEDED" }]]);
    await vi.runAllTimersAsync();
    expect(answers().map(([id]) => id)).toEqual([2, 1, 3]);
  });

  test("with replace the running one is superseded, too", async () => {
    start(1, "evaluation", { work: 50 });
    await vi.advanceTimersByTimeAsync(70);
    start(2, "evaluation", { replace: true });
    expect(answers()).toMatchObject([[1, { code: "SUPERSEDED" }]]);
    await vi.runAllTimersAsync();
    expect(answers().at(-1)).toMatchObject([2, { best_action_ev: 2, done: true }]);
    expect(runtime.jobs.size).toBe(1);
  });

  test("a repeated older evaluation does not replace a newer one", async () => {
    start(2, "evaluation", { work: 20 });
    start(1, "evaluation", { replace: true });
    await vi.advanceTimersByTimeAsync(70);
    expect(answers()).toEqual([]);
    start(4, "evaluation");
    start(3, "evaluation");
    expect(answers()).toMatchObject([
      [1, { code: "SUPERSEDED" }],
      [3, { code: "SUPERSEDED" }],
    ]);
    await vi.runAllTimersAsync();
    expect(answers().map(([id]) => id)).toEqual([1, 3, 2, 4]);
  });

  test("a repeated older evaluation is superseded if a newer one replaced the lane", async () => {
    start(2, "evaluation", { replace: true });
    await vi.runAllTimersAsync();
    start(1, "evaluation", { replace: true });
    expect(answers().at(-1)).toMatchObject([1, { code: "SUPERSEDED" }]);
    // On a new worker the same one may be repeated.
    start(2, "evaluation", { replace: true });
    await vi.runAllTimersAsync();
    expect(answers().at(-1)).toMatchObject([2, { done: true }]);
  });

  test("gradings go first, in order, and then the running evaluation continues", async () => {
    start(1, "evaluation", { work: 6 });
    await vi.advanceTimersByTimeAsync(70);
    start(2, "grade");
    start(3, "grade");
    start(4, "evaluation");
    start(5, "evaluation");
    await vi.runAllTimersAsync();
    expect(answers().map(([id]) => id)).toEqual([4, 2, 3, 1, 5]);
    const handles = runtime.calls.filter(([name]) => name === "step").map(([, handle]) => handle);
    expect(handles).toEqual([1, 1, 2, 2, 2, 3, 3, 3, 1, 1, 1, 1, 4, 4, 4]);
  });

  test("a move takes only its own slices, however long a grading takes, which then gets all of its own", async () => {
    start(1, "grade", { work: 200 });
    start(2, "grade");
    start(3, "evaluation");
    await vi.advanceTimersByTimeAsync(100);
    start(4, "move", { work: 5 });
    const asked = Date.now();
    await vi.advanceTimersByTimeAsync(6 * SLICE_MS);
    expect(answers()).toMatchObject([[4, { metadata: { rollouts_run: 5 } }]]);
    expect(posted.find(({ message }) => message.type === "answer")!.at - asked).toBeLessThanOrEqual(6 * SLICE_MS);
    await vi.runAllTimersAsync();
    expect(answers().map(([id]) => id)).toEqual([4, 1, 2, 3]);
    expect(answers()[1]).toMatchObject([1, { metadata: { rollouts_run: 200 } }]);
  });

  test("a grading shows its first candidates before an opponent's move", async () => {
    start(1, "grade", { work: 200 });
    start(2, "move", { work: 40 });
    await vi.advanceTimersByTimeAsync(3 * SLICE_MS);
    const first = posted.find(({ message }) => message.type === "snapshot" && message.text.includes("best_action_ev"));
    expect(first?.message).toMatchObject({ id: 1 });
    await vi.runAllTimersAsync();
    expect(answers().map(([id]) => id)).toEqual([2, 1]);
  });

  test("moves are answered in order, never superseded, and can be cancelled", async () => {
    start(1, "move", { work: 40 });
    start(2, "move");
    start(3, "move");
    start(4, "evaluation", { replace: true });
    await vi.advanceTimersByTimeAsync(100);
    host.receive({ type: "cancel", id: 1 });
    expect(posted.at(-1)!.message).toEqual({ type: "cancelled", id: 1 });
    host.receive({ type: "call", id: 9, name: "list_legal_actions", args: ["{}", 1] });
    expect(answers()).toEqual([[9, [{ go_to: 1 }]]]);
    await vi.runAllTimersAsync();
    expect(answers().map(([id]) => id)).toEqual([9, 2, 3, 4]);
    // Opponents' moves are never extended: only the evaluation's handle is kept.
    expect(runtime.jobs.size).toBe(1);
  });

  test("a short query is answered at once, a long one gets a share of the slices", async () => {
    start(1, "evaluation", { work: 30 });
    await vi.advanceTimersByTimeAsync(70);
    start(2, "background", { work: 1 });
    await vi.advanceTimersByTimeAsync(SLICE_MS);
    expect(answers()).toEqual([[2, { done: true, progress: 1, some_sum: 1 }]]);
    start(3, "background", { work: 4 });
    await vi.runAllTimersAsync();
    expect(answers().map(([id]) => id)).toEqual([2, 3, 1]);
    const handles = runtime.calls.flatMap(([name, handle]) => (name === "step" && handle !== 2 ? [handle] : []));
    // After its immediate first slice, one in four.
    expect(handles.slice(2, 17)).toEqual([3, 1, 1, 1, 3, 1, 1, 1, 3, 1, 1, 1, 3, 1, 1]);
  });

  test("a preparation yields to other jobs, and calls are answered between its steps", async () => {
    start(1, "background", { kind: "preparation", work: 50 });
    await vi.advanceTimersByTimeAsync(100);
    host.receive({ type: "call", id: 2, name: "new_game", args: ["toy", 1, "{}"] });
    expect(answers().map(([id]) => id)).toEqual([2]);
    start(3, "evaluation", { work: 4 });
    await vi.advanceTimersByTimeAsync(8 * SLICE_MS);
    expect(answers().map(([id]) => id)).toEqual([2, 3]);
    await vi.runAllTimersAsync();
    expect(answers().at(-1)).toEqual([1, { done: true, progress: 1 }]);
    const slices = runtime.calls.flatMap(([name, handle, ms]) => (name === "step" && handle === 1 ? [ms] : []));
    expect(new Set(slices)).toEqual(new Set([0]));
    // Only the evaluation may be extended.
    expect([...runtime.jobs.values()].map(({ kind }) => kind)).toEqual(["evaluation"]);
  });

  test("many queries are opened a few at a time", async () => {
    for (let id = 1; id <= 30; id++) start(id, "background", { work: 3 });
    let most = 0;
    for (let time = 0; time < 4_000; time += SLICE_MS) {
      await vi.advanceTimersByTimeAsync(SLICE_MS);
      most = Math.max(most, runtime.jobs.size);
    }
    expect(most).toBe(8);
    expect(answers()).toHaveLength(30);
    expect(runtime.jobs.size).toBe(0);
  });

  test("an error of the bridge ends the job", async () => {
    start(1, "evaluation", { args: "{}" });
    await vi.runAllTimersAsync();
    expect(answers()).toMatchObject([[1, { code: "INVALID_PARAMS", context: { field: "evaluator_seed" } }]]);
  });

  test("a broken interpreter is reported once, and nothing more is answered", async () => {
    start(1, "evaluation", { work: 10 });
    await vi.advanceTimersByTimeAsync(70);
    runtime.broken.add("step");
    await vi.runAllTimersAsync();
    host.receive({ type: "call", id: 2, name: "observe", args: [] });
    expect(posted.filter(({ message }) => message.type === "fatal")).toHaveLength(1);
    expect(answers()).toEqual([]);
  });
});

describe("think longer", () => {
  beforeEach(readyHost);

  const longer = (of: number) => ({ of, params: JSON.stringify({ max_work: 6 }) });

  test("continues with the handle of the finished evaluation", async () => {
    start(1, "evaluation");
    await vi.runAllTimersAsync();
    start(2, "evaluation", { extend: longer(1), work: 6 });
    await vi.runAllTimersAsync();
    expect(runtime.names().filter((name) => name === "start_job")).toHaveLength(1);
    expect(answers().at(-1)).toMatchObject([2, { metadata: { rollouts_run: 6 } }]);
    expect(runtime.jobs.size).toBe(1);
  });

  test("each lane keeps its last evaluation until another starts or it is released", async () => {
    start(1, "grade");
    start(2, "evaluation");
    await vi.runAllTimersAsync();
    expect([...runtime.jobs.keys()]).toEqual([1, 2]);
    start(3, "evaluation");
    await vi.runAllTimersAsync();
    expect([...runtime.jobs.keys()]).toEqual([1, 3]);
    host.receive({ type: "release", id: 1 });
    expect([...runtime.jobs.keys()]).toEqual([3]);
  });

  test("goes on as the grading of a move", async () => {
    start(1, "evaluation");
    await vi.runAllTimersAsync();
    start(2, "grade", { extend: { of: 1, action: '{"go_to":1}' } });
    await vi.runAllTimersAsync();
    expect(answers().at(-1)).toMatchObject([2, { delta_ev: -1 }]);
  });

  test("starts from scratch when the handle is gone", async () => {
    start(1, "evaluation");
    start(2, "evaluation");
    await vi.runAllTimersAsync();
    start(3, "evaluation", { extend: longer(1), work: 6 });
    await vi.runAllTimersAsync();
    expect(answers().at(-1)).toMatchObject([3, { best_action_ev: 3, metadata: { rollouts_run: 6 } }]);
    expect(runtime.names()).not.toContain("extend");
  });

  test("starts from scratch with params that do not extend it", async () => {
    start(1, "evaluation");
    await vi.runAllTimersAsync();
    start(2, "evaluation", { extend: { of: 1, params: '{"evaluator": "other"}' } });
    await vi.runAllTimersAsync();
    expect(answers().at(-1)).toMatchObject([2, { best_action_ev: 2 }]);
    expect([...runtime.jobs.keys()]).toEqual([2]);
  });

  test("starts from scratch when the bridge has dropped the handle", async () => {
    start(1, "evaluation");
    await vi.runAllTimersAsync();
    runtime.jobs.clear();
    start(2, "evaluation", { extend: longer(1), work: 6 });
    await vi.runAllTimersAsync();
    expect(answers().at(-1)).toMatchObject([2, { best_action_ev: 2 }]);
    expect(runtime.names().filter((name) => name === "start_job")).toHaveLength(2);
  });
});
