/** Evaluations that go on: with more time, as the grading of a move, and after they were cancelled. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeRuntime, SLICE_MS } from "../testing/fakes";
import { EngineHost } from "./host";
import type { BootConfig, FromWorker, Lane, StartMessage } from "../wire/protocol";
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

  test("a grading that is cancelled is kept as far as it got, for the next one", async () => {
    start(1, "evaluation");
    await vi.runAllTimersAsync();
    start(2, "evaluation", { extend: { of: 1, action: '{"go_to":1}' } });
    await vi.advanceTimersByTimeAsync(0);
    host.receive({ type: "cancel", id: 2 });
    expect(posted.at(-1)!.message).toEqual({ type: "cancelled", id: 2 });
    // The evaluation is known by its own id and by that of the search which it was grading.
    for (const [id, of] of [
      [3, 2],
      [4, 3],
    ] as const) {
      start(id, "evaluation", { extend: { of, action: '{"go_to":1}' } });
      await vi.runAllTimersAsync();
      expect(answers().at(-1)).toMatchObject([id, { delta_ev: -1 }]);
    }
    expect(runtime.names().filter((name) => name === "start_job")).toHaveLength(1);
    expect(runtime.jobs.size).toBe(1);
  });

  test("one that is cancelled while it thinks longer can go on under its earlier id", async () => {
    start(1, "evaluation");
    await vi.runAllTimersAsync();
    start(2, "evaluation", { extend: longer(1), work: 6 });
    host.receive({ type: "cancel", id: 2 });
    start(3, "evaluation", { extend: longer(1), work: 6 });
    await vi.advanceTimersByTimeAsync(2 * SLICE_MS);
    host.receive({ type: "cancel", id: 3 });
    host.receive({ type: "release", id: 2 });
    expect(runtime.jobs.size).toBe(1);
    start(4, "evaluation", { extend: longer(1), work: 6 });
    await vi.runAllTimersAsync();
    expect(answers().at(-1)).toMatchObject([4, { metadata: { rollouts_run: 6 } }]);
    expect(runtime.names().filter((name) => name === "start_job")).toHaveLength(1);
    host.receive({ type: "release", id: 4 });
    expect(runtime.jobs.size).toBe(0);
  });

  test("another evaluation takes the place of a cancelled one", async () => {
    start(1, "evaluation");
    await vi.runAllTimersAsync();
    start(2, "evaluation", { extend: longer(1), work: 6 });
    await vi.advanceTimersByTimeAsync(2 * SLICE_MS);
    host.receive({ type: "cancel", id: 2 });
    start(3, "evaluation");
    await vi.runAllTimersAsync();
    expect([...runtime.jobs.keys()]).toEqual([2]);
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
