/** Keeps a worker alive: starts it, replaces it when it dies or uses too much memory, and publishes the status. */
import { Signal } from "../../core/signal";
import { EngineError } from "../errors";
import { newVersion, serverHasAnother } from "../loading/version";
import { BOOT_STAGES, type BootConfig, type BootProgress, type FromWorker, type RuntimeInfo, type ToWorker } from "../wire/protocol";
import type { EngineStatus, Preparing } from "../status";
import { type Death, OneWorker, type WorkerLike, type WorkerTimes } from "./one-worker";

export type { Death, WorkerLike } from "./one-worker";

export interface SupervisorOptions extends WorkerTimes {
  createWorker: () => WorkerLike;
  runtimeUrl: string;
  /** Folder of the runtime that the page was built with; empty where that is not known. */
  runtimePath: string;
}

export interface SupervisorListener {
  /** A worker is ready for outstanding requests. */
  onReady(games: string): void;
  onMessage(message: Extract<FromWorker, { id: number }>): void;
  /** The worker died and another is starting. */
  onLost(reason: string, death: Death): void;
  /** A healthy worker was replaced. */
  onSwap(): void;
  /** The engine failed; it stays so until `retry` is called. */
  onFailed(error: EngineError): void;
  /** Whether an answer is due. */
  hasWork(): boolean;
}

/** A start is slow if it takes longer than this after all files have arrived. */
const SLOW_TICKS = 20;
/** Deaths in a row, with no answer in between, before restarts are delayed. */
const FREE_DEATHS = 3;
const FIRST_PAUSE_S = 2;
const MAX_PAUSE_S = 30;
/** A replacement waits this long for idle time, then takes over during work. */
const SWAP_PATIENCE_TICKS = 15;

const LOADING: EngineStatus = { phase: "loading", stage: BOOT_STAGES[0], loadedBytes: 0, totalBytes: 0 };

export class WorkerSupervisor {
  readonly status = new Signal<EngineStatus>(LOADING);
  readonly #options: SupervisorOptions;
  readonly #listener: SupervisorListener;
  #worker: OneWorker | null = null;
  /** The replacement being started, or null. */
  #next: OneWorker | null = null;
  #info: RuntimeInfo | null = null;
  #preparing: Preparing | null = null;
  #restarts = 0;
  #swaps = 0;
  /** Deaths in a row, with no answer in between. */
  #deaths = 0;
  #startTicks = 0;
  /** Files fetched by a failed start, reused by the next one. */
  #files: BootConfig["files"] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SupervisorOptions, listener: SupervisorListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /** Whether messages can be sent now. */
  get usable(): boolean {
    return this.#worker?.usable === true;
  }

  start(): void {
    this.#spawn();
  }

  /** Restarts after an error, or when a start is slow or delayed; otherwise does nothing. */
  retry(): void {
    const status = this.status.current;
    if (status.phase === "error") {
      if (status.code === "DISPOSED") return;
      this.#info = null;
      this.#deaths = 0;
      this.status.set(LOADING);
      this.#spawn();
    } else if (!this.usable && (status.slow === true || (status.phase === "ready" && status.pauseSeconds !== undefined))) {
      this.#end();
      if (this.#info === null) this.status.set(LOADING);
      else this.#setReady(true, this.#info);
      this.#spawn();
    }
  }

  send(message: ToWorker): void {
    this.#worker?.send(message);
  }

  /** Puts the table being prepared into the status. */
  showPreparing(preparing: Preparing | null): void {
    this.#preparing = preparing;
    const status = this.status.current;
    if (status.phase === "ready") this.status.set({ ...status, preparing });
  }

  /** Ends the worker as a crash would. */
  kill(): void {
    this.#worker?.kill();
  }

  dispose(): void {
    this.#fail(new EngineError("DISPOSED", "The engine has been shut down."));
  }

  /**
   * Replaces the worker by a new one, as soon as there is no work, or a while after the new one is ready. If the new one
   * cannot start, the old one stays.
   */
  swap(): void {
    if (!this.usable || this.#next !== null) return;
    const { createWorker, runtimeUrl, runtimePath } = this.#options;
    let readyTicks = 0;
    let timer: ReturnType<typeof setInterval> | undefined;
    const drop = () => {
      clearInterval(timer);
      this.#dropNext();
    };
    const next: OneWorker = new OneWorker(this.#options, {
      onProgress: () => undefined,
      onReady: (games, info) => {
        const take = () => {
          if (this.#next !== next) return clearInterval(timer);
          if (this.#listener.hasWork() && readyTicks++ < SWAP_PATIENCE_TICKS) return;
          clearInterval(timer);
          this.#adopt(next, games, info);
        };
        timer = setInterval(take, 1000);
        take();
      },
      onMessage: (message) => this.#onMessage(message),
      onBootFailed: drop,
      onStalled: drop,
      onDeath: (reason, death) => (this.#worker === next ? this.#lost(reason, death) : drop()),
      onTick: () => undefined,
      hasWork: () => this.#worker === next && this.#listener.hasWork(),
    });
    this.#next = next;
    void next.boot(createWorker, { runtimeUrl, runtimePath, files: [] });
  }

  #adopt(next: OneWorker, games: string, info: RuntimeInfo): void {
    this.#worker?.end();
    this.#worker = next;
    this.#next = null;
    this.#info = info;
    this.#swaps += 1;
    this.#listener.onSwap();
    this.#listener.onReady(games);
    this.#setReady(false, info);
  }

  #spawn(): void {
    const { createWorker, runtimeUrl, runtimePath } = this.#options;
    const files = this.#files;
    this.#files = [];
    this.#startTicks = 0;
    this.#worker = new OneWorker(this.#options, {
      onProgress: (progress) => this.#onProgress(progress),
      onReady: (games, info) => this.#ready(games, info),
      onMessage: (message) => this.#onMessage(message),
      onBootFailed: (error, good) => {
        this.#files = good;
        this.#fail(error);
      },
      onStalled: (seconds) => this.#fail(stalled(seconds)),
      onDeath: (reason, death) => this.#lost(reason, death),
      onTick: () => this.#onTick(),
      hasWork: () => this.#listener.hasWork(),
    });
    void this.#worker.boot(createWorker, { runtimeUrl, runtimePath, files });
  }

  #onProgress(progress: BootProgress): void {
    const status = this.status.current;
    if (isWaiting(progress)) this.#startTicks = 0;
    if (status.phase !== "loading") return;
    const slow = status.slow === true && !isWaiting(progress);
    this.status.set({ phase: "loading", ...progress, ...(slow ? { slow } : {}) });
  }

  /** Counts the duration of a start after all files have arrived. */
  #onTick(): void {
    const status = this.status.current;
    if (this.usable || status.phase === "error") return;
    if (status.phase === "loading" && isWaiting(status)) return;
    this.#startTicks += 1;
    if (this.#startTicks === SLOW_TICKS) this.status.set({ ...status, slow: true });
  }

  #onMessage(message: Extract<FromWorker, { id: number }>): void {
    this.#deaths = 0;
    this.#listener.onMessage(message);
  }

  #ready(games: string, info: RuntimeInfo): void {
    this.#info = info;
    // Waiting requests go before those that status subscribers make.
    this.#listener.onReady(games);
    this.#setReady(false, info);
  }

  #setReady(restarting: boolean, info: RuntimeInfo, pauseSeconds = 0): void {
    const pause = pauseSeconds > 0 ? { pauseSeconds } : {};
    const counts = { restarts: this.#restarts, swaps: this.#swaps };
    this.status.set({ phase: "ready", restarting, ...counts, info, preparing: this.#preparing, ...pause });
  }

  /** Handles a death: an error if no worker was ever ready, else a restart, at once or after a pause. */
  #lost(reason: string, death: Death): void {
    const spoke = this.#worker?.spoke === true;
    const info = this.#info;
    this.#end();
    this.#deaths += 1;
    if (info === null) {
      const error = new EngineError("BOOT_FAILED", "The engine's worker could not start.", { reason });
      if (spoke && this.#deaths < FREE_DEATHS) this.#spawn();
      else void this.#refused(error, spoke);
      return;
    }
    this.#restarts += 1;
    const over = this.#deaths - FREE_DEATHS;
    const pauseSeconds = over <= 0 ? 0 : Math.min(MAX_PAUSE_S, FIRST_PAUSE_S * 2 ** (over - 1));
    this.#setReady(true, info, pauseSeconds);
    this.#listener.onLost(reason, death);
    if (spoke) this.#spawnAfter(pauseSeconds);
    else void this.#refused(null, spoke).then((gone) => gone || this.#spawnAfter(pauseSeconds));
  }

  #spawnAfter(seconds: number): void {
    if (this.#worker !== null || this.status.current.phase === "error") return;
    clearTimeout(this.#pause);
    if (seconds === 0) return this.#spawn();
    this.#pause = setTimeout(() => {
      if (this.#info !== null) this.#setReady(true, this.#info);
      this.#spawn();
    }, 1000 * seconds);
  }

  /**
   * Handles a worker that died before it was ready. If its script could not be loaded, a newer version may be out.
   *
   * @param error the error in any other case, or null if it is none
   * @returns whether the engine has failed
   */
  async #refused(error: EngineError | null, spoke: boolean): Promise<boolean> {
    const { runtimeUrl, runtimePath } = this.#options;
    const status = this.status.current;
    const known = runtimePath || (this.#info?.folderUrl.slice(runtimeUrl.length).replace(/\/$/, "") ?? "");
    const outdated = !spoke && (await serverHasAnother(runtimeUrl, known));
    // `retry` may have been called in the meantime.
    if (this.#worker !== null || this.status.current !== status) return false;
    if (outdated) this.#fail(newVersion());
    else if (error !== null) this.#fail(error);
    return outdated || error !== null;
  }

  #fail(error: EngineError): void {
    this.#end();
    this.status.set({ phase: "error", code: error.code, message: error.message, context: error.context });
    this.#listener.onFailed(error);
  }

  #end(): void {
    clearTimeout(this.#pause);
    this.#worker?.end();
    this.#worker = null;
    this.#dropNext();
  }

  #dropNext(): void {
    this.#next?.end();
    this.#next = null;
  }
}

/** Whether a start is still fetching files, which may take any time. */
function isWaiting({ stage }: BootProgress): boolean {
  return stage === "Checking files" || stage === "Downloading the engine";
}

function stalled(seconds: number): EngineError {
  return new EngineError("BOOT_STALLED", `The engine made no progress for ${seconds} seconds during its start.`);
}
