/** Keeps one worker alive: starts it, watches it, replaces it when it dies, and says where things stand. */
import { EngineError } from "../errors";
import { watchLifeline } from "../wire/lifeline";
import { BOOT_STAGES, type FromWorker, type RuntimeInfo, type ToWorker } from "../wire/protocol";
import { Store, type EngineStatus, type Preparing } from "../status";

/** As much of a `Worker` as is needed. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

export interface SupervisorOptions {
  createWorker: () => WorkerLike;
  runtimeUrl: string;
  /** A start that makes no progress for this long is given up. */
  bootTimeoutMs: number;
  /** A worker that has work and says nothing for this long is replaced. */
  callTimeoutMs: number;
}

export interface SupervisorListener {
  /** A worker is ready: what is outstanding can be sent. */
  onReady(games: string): void;
  onMessage(message: Extract<FromWorker, { id: number }>): void;
  /** The worker died and another is starting. */
  onLost(reason: string): void;
  /** There is no engine until somebody calls `retry`. */
  onFailed(error: EngineError): void;
  /** Whether an answer is due. */
  hasWork(): boolean;
}

const TICK_MS = 1000;
const MOST_RESTARTS = 3;
const RESTART_WINDOW_MS = 60_000;

/** Two workers that start at the same moment can break each other's start, so all engines of a page take turns. */
let lastBoot: Promise<void> = Promise.resolve();

function takeBootTurn(): Promise<() => void> {
  let release = () => undefined as void;
  const mine = new Promise<void>((resolve) => (release = resolve));
  const turn = lastBoot.then(() => release);
  lastBoot = lastBoot.then(() => mine);
  return turn;
}

export class WorkerSupervisor {
  readonly status = new Store<EngineStatus>({ phase: "loading", stage: BOOT_STAGES[0], loadedBytes: 0, totalBytes: 0 });
  readonly #options: SupervisorOptions;
  readonly #listener: SupervisorListener;
  #worker: WorkerLike | null = null;
  #usable = false;
  #generation = 0;
  #releaseBoot: () => void = () => undefined;
  #endLifeline: () => void = () => undefined;
  #info: RuntimeInfo | null = null;
  #preparing: Preparing | null = null;
  #restarts = 0;
  #restartTimes: number[] = [];
  /** Seconds of silence, counted in ticks: a machine that sleeps ticks once when it wakes. */
  #silentTicks = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(options: SupervisorOptions, listener: SupervisorListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /** Whether messages can be sent now. */
  get usable(): boolean {
    return this.#usable;
  }

  start(): void {
    void this.#spawn(false);
  }

  /** Starts again after an error; in any other phase there is nothing to do. */
  retry(): void {
    const status = this.status.current;
    if (status.phase !== "error" || status.code === "DISPOSED") return;
    this.#restartTimes = [];
    this.#info = null;
    this.status.set({ phase: "loading", stage: BOOT_STAGES[0], loadedBytes: 0, totalBytes: 0 });
    void this.#spawn(true);
  }

  send(message: ToWorker): void {
    this.#worker?.postMessage(message);
    this.#watch();
  }

  /** Says in the status which table is on its way. */
  showPreparing(preparing: Preparing | null): void {
    this.#preparing = preparing;
    const status = this.status.current;
    if (status.phase === "ready") this.status.set({ ...status, preparing });
  }

  /** Ends the worker as a crash would. */
  kill(): void {
    if (this.#worker !== null) this.#lost("it was ended on request");
  }

  dispose(): void {
    this.#fail(new EngineError("DISPOSED", "The engine has been shut down."));
  }

  async #spawn(fresh: boolean): Promise<void> {
    const generation = ++this.#generation;
    const release = await takeBootTurn();
    if (generation !== this.#generation) return release();
    this.#releaseBoot = release;
    try {
      const worker = this.#options.createWorker();
      const lifeline = `hindsight-engine-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
      // A worker that was given up may still have messages under way: they concern nobody.
      const ours = () => generation === this.#generation;
      worker.onmessage = (event) => ours() && this.#receive(event.data, lifeline);
      worker.onerror = (event) => ours() && this.#lost(event.message || "it reported an error");
      worker.onmessageerror = () => ours() && this.#lost("it sent something unreadable");
      this.#worker = worker;
      const { runtimeUrl } = this.#options;
      this.send({ type: "boot", config: { runtimeUrl, fresh, lifeline } });
    } catch (thrown) {
      this.#fail(
        new EngineError("BOOT_FAILED", "This browser could not start the engine's worker.", { reason: String(thrown) }),
      );
    }
  }

  #receive(message: FromWorker, lifeline: string): void {
    this.#silentTicks = 0;
    switch (message.type) {
      case "progress":
        if (this.status.current.phase === "loading") {
          const { stage, loadedBytes, totalBytes } = message;
          this.status.set({ phase: "loading", stage, loadedBytes, totalBytes });
        }
        break;
      case "ready":
        this.#ready(message.games, message.info, lifeline);
        break;
      case "bootFailed":
        this.#fail(EngineError.from(message.error));
        break;
      case "fatal":
        this.#lost(message.reason);
        break;
      default:
        this.#listener.onMessage(message);
    }
  }

  #ready(games: string, info: RuntimeInfo, lifeline: string): void {
    this.#releaseBoot();
    this.#usable = true;
    this.#info = info;
    const generation = this.#generation;
    this.#endLifeline = watchLifeline(lifeline, () => {
      if (generation === this.#generation) this.#lost("it ended without a word");
    });
    // First what already waits, then whatever those who follow the status ask for.
    this.#listener.onReady(games);
    this.#setReady(false, info);
  }

  #setReady(restarting: boolean, info: RuntimeInfo): void {
    this.status.set({ phase: "ready", restarting, restarts: this.#restarts, info, preparing: this.#preparing });
  }

  /** The worker is gone: an error if it was never ready, else it is replaced, unless it dies too often. */
  #lost(reason: string): void {
    const now = Date.now();
    if (!this.#usable || this.#info === null) {
      this.#fail(new EngineError("BOOT_FAILED", "The engine's worker could not start.", { reason }));
      return;
    }
    this.#restartTimes = [...this.#restartTimes.filter((time) => now - time < RESTART_WINDOW_MS), now];
    if (this.#restartTimes.length > MOST_RESTARTS) {
      this.#fail(new EngineError("ENGINE_LOST", "The engine stopped several times in a minute.", { reason }));
      return;
    }
    this.#end();
    this.#restarts += 1;
    this.#setReady(true, this.#info);
    this.#listener.onLost(reason);
    void this.#spawn(false);
  }

  #fail(error: EngineError): void {
    this.#end();
    this.status.set({ phase: "error", code: error.code, message: error.message, context: error.context });
    this.#listener.onFailed(error);
  }

  /** Ends the worker and everything that hangs on it; nothing that it still says is heard. */
  #end(): void {
    this.#generation += 1;
    this.#worker?.terminate();
    this.#worker = null;
    this.#usable = false;
    this.#releaseBoot();
    this.#endLifeline();
    this.#endLifeline = () => undefined;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #watch(): void {
    if (this.#timer !== null) return;
    this.#silentTicks = 0;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    if (this.#usable && !this.#listener.hasWork()) {
      if (this.#timer !== null) clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    this.#silentTicks += 1;
    const silentMs = this.#silentTicks * TICK_MS;
    if (this.#usable && silentMs >= this.#options.callTimeoutMs) this.#lost("it stopped answering");
    else if (!this.#usable && silentMs >= this.#options.bootTimeoutMs) {
      const seconds = Math.round(silentMs / 1000);
      this.#fail(
        new EngineError("BOOT_STALLED", `The engine made no progress for ${seconds} seconds while it started.`),
      );
    }
  }
}
