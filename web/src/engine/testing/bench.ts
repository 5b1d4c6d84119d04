/** Shared set-up of the client's tests: an engine over inspectable fake workers and interpreters. */
import { afterEach, beforeEach, expect, vi } from "vitest";
import { type ClientOptions, EngineClient } from "../client/client";
import { EngineError } from "../errors";
import { FakeRuntime, FakeShelf, FakeWorker } from "./fakes";
import type { BootRuntime, BridgeFunction } from "../worker/runtime";
import type { EngineStatus } from "../status";

export const STATE = { ruleset_id: "toy", round_number: 1 };

/** The objects of one test, created for each. */
export interface Bench {
  engine: EngineClient;
  workers: FakeWorker[];
  runtimes: FakeRuntime[];
  /** The phases of the engine so far. */
  phases: string[];
  /** A bridge function that breaks every interpreter created from now on. */
  brokenFromBirth: BridgeFunction | null;
  shelf: FakeShelf;
  /** Configures every interpreter created from now on. */
  arrange: (runtime: FakeRuntime) => void;
}

export let bench: Bench;

/** Sets up a fresh bench before each test of a file, and disposes of it afterwards. */
export function useBench(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    bench = {
      engine: undefined as never,
      workers: [],
      runtimes: [],
      phases: [],
      brokenFromBirth: null,
      shelf: new FakeShelf(),
      arrange: () => undefined,
    };
  });
  afterEach(async () => {
    bench.engine.dispose();
    await vi.advanceTimersByTimeAsync(0);
    vi.useRealTimers();
  });
}

export function freshRuntime(): Promise<FakeRuntime> {
  const runtime = new FakeRuntime();
  if (bench.brokenFromBirth !== null) runtime.broken.add(bench.brokenFromBirth);
  bench.arrange(runtime);
  bench.runtimes.push(runtime);
  return Promise.resolve(runtime);
}

function phaseOf(status: EngineStatus): string {
  return status.phase === "ready" && status.restarting ? "restarting" : status.phase;
}

export function makeEngine(boot: BootRuntime = freshRuntime, more: Partial<ClientOptions> = {}): EngineClient {
  const { workers } = bench;
  const phases: string[] = [];
  const engine = new EngineClient({
    createWorker: () => {
      workers.push(new FakeWorker(boot));
      return workers.at(-1)!;
    },
    runtimeUrl: "http://x/runtime/",
    runtimePath: "",
    shelf: bench.shelf,
    bootTimeoutMs: 30_000,
    callTimeoutMs: 10_000,
    ...more,
  });
  engine.status.subscribe((status) => {
    if (phases.at(-1) !== phaseOf(status)) phases.push(phaseOf(status));
  });
  Object.assign(bench, { engine, phases });
  return engine;
}

export async function readyEngine(): Promise<void> {
  makeEngine();
  await vi.advanceTimersByTimeAsync(5);
  expect(bench.phases).toEqual(["loading", "ready"]);
}

/** The value or the engine error of a promise, after advancing the clock. */
export async function outcome<T>(promise: Promise<T>, ms = 60_000): Promise<T | EngineError> {
  const settled = promise.catch((error: unknown) => {
    if (error instanceof EngineError) return error;
    throw error;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return settled;
}

export async function codeOf(promise: Promise<unknown>, ms = 60_000): Promise<string> {
  const end = await outcome(promise, ms);
  if (end instanceof EngineError) return end.code;
  throw new Error("it was not refused");
}

export const params = (maxWork: number, evaluatorSeed = 7) => ({ evaluatorSeed, maxWork });
