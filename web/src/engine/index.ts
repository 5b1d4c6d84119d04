/**
 * The engine: the only interface between the screens and Python.
 *
 * ```ts
 * const engine = createEngine();
 * engine.status.subscribe((status) => ...);
 * const state = await engine.newGame("azul_v1_2p", 7);
 * const task = engine.evaluateBestMove(state, 0, { evaluatorSeed: 1 }, { onProgress, signal });
 * const result = await task;
 * const better = await task.thinkLonger({ timeBudgetMs: 1500 });
 * ```
 *
 * Every promise rejects with an `EngineError`. States and actions cross unchanged, in `snake_case`; params and results
 * have `camelCase` fields.
 */
import { EngineClient } from "./client/client";
import { LateWorker } from "./client/late-worker";
import { BROWSER_SHELF } from "./loading/shelf";
import { RUNTIME_PATH } from "./loading/version";
import type { WorkerLike } from "./client/supervisor";

export type { BootStage, RuntimeInfo, Trouble } from "./wire/protocol";
export { BOOT_STAGES } from "./wire/protocol";
export type { EngineErrorCode } from "./errors";
export { EngineError } from "./errors";
export type { Readable } from "../core/signal";
export type { EngineStatus, Preparing } from "./status";
export type * from "./types";
export * from "./evaluator";

export interface EngineOptions {
  /** Folder of the runtime's `manifest.json`, relative to the page; default `runtime/`. */
  runtimeUrl?: string;
  /** Folder of the runtime that the page was built with, below `runtimeUrl`; default from the build. */
  runtimePath?: string;
  /** A start without any message for this long is given up; default three minutes, because Python starts silently. */
  bootTimeoutMs?: number;
  /** A busy worker without any message for this long is replaced; default 20 seconds. */
  callTimeoutMs?: number;
  /** Creates the worker; tests pass their own. */
  createWorker?: () => WorkerLike;
  /** The first worker is created when this resolves; until then the status is "loading". */
  startAfter?: Promise<void>;
}

export type Engine = EngineClient;

function createPyodideWorker(): WorkerLike {
  return new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module", name: "engine" });
}

/** Starts an engine, which begins loading at once; `status` has the progress. */
export function createEngine(options: EngineOptions = {}): Engine {
  const { createWorker = createPyodideWorker, startAfter } = options;
  return new EngineClient({
    createWorker: startAfter === undefined ? createWorker : () => new LateWorker(startAfter, createWorker),
    runtimeUrl: new URL(options.runtimeUrl ?? "runtime/", document.baseURI).href,
    runtimePath: options.runtimePath ?? RUNTIME_PATH,
    bootTimeoutMs: options.bootTimeoutMs ?? 180_000,
    callTimeoutMs: options.callTimeoutMs ?? 20_000,
    shelf: BROWSER_SHELF,
  });
}
