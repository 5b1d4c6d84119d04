/** One worker from start to end: its messages, its time-outs, and its death. */
import { EngineError } from "../errors";
import { watchLifeline } from "../wire/lifeline";
import type { BootConfig, BootProgress, FromWorker, RuntimeInfo, ToWorker } from "../wire/protocol";

/** The part of `Worker` that is used. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(message: ToWorker, transfer?: Transferable[]): void;
  terminate(): void;
}

export interface WorkerTimes {
  /** A start without a message for this long is given up. */
  bootTimeoutMs: number;
  /** A busy worker without a message for this long is given up. */
  callTimeoutMs: number;
}

/** Why a worker died: by its own fault, on request, or for unknown reasons. */
export type Death = "own" | "asked" | "unknown";

export interface WorkerListener {
  onProgress(progress: BootProgress): void;
  onReady(games: string, info: RuntimeInfo): void;
  onMessage(message: Extract<FromWorker, { id: number }>): void;
  /** Called with the reason of a failed start and the files fetched so far. */
  onBootFailed(error: EngineError, files: BootConfig["files"]): void;
  /** Called when a start timed out. */
  onStalled(seconds: number): void;
  onDeath(reason: string, death: Death): void;
  /** Called every second while the worker starts or is busy. */
  onTick(): void;
  /** Whether an answer is due. */
  hasWork(): boolean;
}

export type WorkerConfig = Omit<BootConfig, "lifeline">;

const TICK_MS = 1000;

/** Two workers starting at the same moment can break each other's start, so all engines of a page take turns. */
let lastBoot: Promise<void> = Promise.resolve();

function takeBootTurn(): Promise<() => void> {
  let release = () => undefined as void;
  const mine = new Promise<void>((resolve) => (release = resolve));
  const turn = lastBoot.then(() => release);
  lastBoot = lastBoot.then(() => mine);
  return turn;
}

export class OneWorker {
  readonly #times: WorkerTimes;
  readonly #listener: WorkerListener;
  #worker: WorkerLike | null = null;
  #usable = false;
  #spoke = false;
  #ended = false;
  #releaseBoot: () => void = () => undefined;
  #endLifeline: () => void = () => undefined;
  /** Seconds of silence, counted in ticks: a machine that was asleep ticks only once on waking. */
  #silentTicks = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(times: WorkerTimes, listener: WorkerListener) {
    this.#times = times;
    this.#listener = listener;
  }

  /** Whether messages can be sent now. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Whether it ever sent a message; a script that could not be loaded never does. */
  get spoke(): boolean {
    return this.#spoke;
  }

  /** Starts the worker once no other one is starting. */
  async boot(createWorker: () => WorkerLike, config: WorkerConfig): Promise<void> {
    const release = await takeBootTurn();
    if (this.#ended) return release();
    this.#releaseBoot = release;
    try {
      const worker = createWorker();
      const lifeline = `hindsight-engine-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
      // Late messages of a worker that was given up are ignored.
      worker.onmessage = (event) => !this.#ended && this.#receive(event.data, lifeline);
      worker.onerror = (event) => this.#die(event.message || "it reported an error", "unknown");
      worker.onmessageerror = () => this.#die("it sent something unreadable", "own");
      this.#worker = worker;
      const transfer = config.files.map(([, bytes]) => bytes.buffer);
      this.send({ type: "boot", config: { ...config, lifeline } }, transfer);
    } catch (thrown) {
      const reason = String(thrown);
      const error = new EngineError("BOOT_FAILED", "This browser could not start the engine's worker.", { reason });
      this.#listener.onBootFailed(error, config.files);
    }
  }

  send(message: ToWorker, transfer?: Transferable[]): void {
    this.#worker?.postMessage(message, transfer);
    this.#watch();
  }

  /** Ends the worker as a crash would. */
  kill(): void {
    this.#die("it was ended on request", "asked");
  }

  /** Ends the worker and its timers; late messages are ignored. */
  end(): void {
    this.#ended = true;
    this.#worker?.terminate();
    this.#worker = null;
    this.#usable = false;
    this.#releaseBoot();
    this.#endLifeline();
    this.#rest();
  }

  #die(reason: string, death: Death): void {
    if (!this.#ended) this.#listener.onDeath(reason, death);
  }

  #receive(message: FromWorker, lifeline: string): void {
    this.#silentTicks = 0;
    this.#spoke = true;
    switch (message.type) {
      case "progress": {
        const { type: _, ...progress } = message;
        this.#listener.onProgress(progress);
        break;
      }
      case "ready":
        this.#releaseBoot();
        this.#usable = true;
        this.#endLifeline = watchLifeline(lifeline, () => this.#die("it ended without a message", "unknown"));
        this.#listener.onReady(message.games, message.info);
        break;
      case "bootFailed":
        this.#listener.onBootFailed(EngineError.from(message.error), message.files);
        break;
      case "fatal":
        this.#die(message.reason, "own");
        break;
      default:
        this.#listener.onMessage(message);
    }
  }

  #watch(): void {
    if (this.#timer !== null) return;
    this.#silentTicks = 0;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    if (this.#usable && !this.#listener.hasWork()) {
      this.#rest();
      return;
    }
    this.#silentTicks += 1;
    const silentMs = this.#silentTicks * TICK_MS;
    const { bootTimeoutMs, callTimeoutMs } = this.#times;
    if (this.#usable && silentMs >= callTimeoutMs) this.#die("it stopped answering", "own");
    else if (!this.#usable && silentMs >= bootTimeoutMs) this.#listener.onStalled(Math.round(silentMs / 1000));
    else this.#listener.onTick();
  }
}
