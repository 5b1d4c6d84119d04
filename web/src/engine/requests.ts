/** What is asked of the worker and not yet answered; repeated on a new worker when the old one dies. */
import { EngineError } from "./errors";
import type { FromWorker, ToWorker } from "./protocol";
import type { EngineStatus, Readable } from "./status";
import { WorkerSupervisor, type SupervisorOptions } from "./supervisor";

export type Request = Extract<ToWorker, { type: "call" | "memory" | "start" }>;

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  onSnapshot?: ((text: string) => void) | undefined;
}

interface Outstanding {
  message: Request;
  sent: boolean;
  /** Workers that died with it. */
  deaths: number;
  cancelled: boolean;
  resolve: (text: string) => void;
  reject: (error: EngineError) => void;
  onSnapshot: ((text: string) => void) | undefined;
}

interface Waiting {
  resolve: (text: string) => void;
  reject: (error: EngineError) => void;
}

/** A request that outlives this many workers is likely what kills them. Calls are repeated once, jobs twice. */
const MOST_DEATHS = { call: 1, memory: 1, start: 2 } as const;

function cancelled(): EngineError {
  return new EngineError("CANCELLED", "Stopped on request.");
}

export class RequestBook {
  readonly #supervisor: WorkerSupervisor;
  readonly #outstanding = new Map<number, Outstanding>();
  #games: string | null = null;
  #waitingForGames: Waiting[] = [];

  constructor(options: SupervisorOptions) {
    this.#supervisor = new WorkerSupervisor(options, {
      onReady: (games) => this.#onReady(games),
      onMessage: (message) => this.#onMessage(message),
      onLost: (reason) => this.#onLost(reason),
      onFailed: (error) => this.#onFailed(error),
      hasWork: () => this.#outstanding.size > 0,
    });
    this.#supervisor.start();
  }

  get status(): Readable<EngineStatus> {
    return this.#supervisor.status;
  }

  retry(): void {
    this.#supervisor.retry();
  }

  kill(): void {
    this.#supervisor.kill();
  }

  dispose(): void {
    this.#supervisor.dispose();
  }

  /** The text of the list of games, which comes with "ready" and stays the same. */
  async games(): Promise<string> {
    this.#refuseAfterError();
    return this.#games ?? new Promise<string>((resolve, reject) => this.#waitingForGames.push({ resolve, reject }));
  }

  /** Tells the worker something that has no answer; without a worker there is nothing to tell. */
  tell(message: Extract<ToWorker, { type: "release" }>): void {
    if (this.#supervisor.usable) this.#supervisor.send(message);
  }

  /**
   * Asks the worker, now or when there is one.
   *
   * @returns the answer's JSON text, which may be an error of the bridge
   * @throws an `EngineError` when there is no engine, or `options.signal` ends it
   */
  async ask(message: Request, { signal, onSnapshot }: RequestOptions = {}): Promise<string> {
    this.#refuseAfterError();
    if (signal?.aborted === true) throw cancelled();
    const onAbort = () => this.#cancel(message.id);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await new Promise<string>((resolve, reject) => {
        const entry = { message, sent: false, deaths: 0, cancelled: false, resolve, reject, onSnapshot };
        this.#outstanding.set(message.id, entry);
        if (this.#supervisor.usable) this.#send(entry);
      });
    } finally {
      this.#outstanding.delete(message.id);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  #refuseAfterError(): void {
    const status = this.#supervisor.status.current;
    if (status.phase === "error") throw new EngineError(status.code, status.message, status.context);
  }

  #send(entry: Outstanding): void {
    entry.sent = true;
    this.#supervisor.send(entry.message);
  }

  /** A job that has been sent ends when the worker says so, within a slice; anything else ends at once. */
  #cancel(id: number): void {
    const entry = this.#outstanding.get(id);
    if (entry === undefined || entry.cancelled) return;
    if (!entry.sent || entry.message.type !== "start") {
      entry.reject(cancelled());
      return;
    }
    entry.cancelled = true;
    this.#supervisor.send({ type: "cancel", id });
  }

  #onReady(games: string): void {
    this.#games = games;
    for (const { resolve } of this.#waitingForGames.splice(0)) resolve(games);
    // In the order they were asked, so that what ran runs again and what waited waits again.
    for (const entry of this.#outstanding.values()) this.#send(entry);
  }

  #onMessage(message: Extract<FromWorker, { id: number }>): void {
    const entry = this.#outstanding.get(message.id);
    if (entry === undefined) return;
    if (message.type === "cancelled" || entry.cancelled) {
      if (message.type !== "snapshot") entry.reject(cancelled());
    } else if (message.type === "snapshot") entry.onSnapshot?.(message.text);
    else entry.resolve(message.text);
  }

  #onLost(reason: string): void {
    for (const entry of this.#outstanding.values()) {
      if (entry.cancelled) entry.reject(cancelled());
      else if (entry.sent && ++entry.deaths > MOST_DEATHS[entry.message.type]) {
        entry.reject(new EngineError("ENGINE_LOST", "The engine stopped while it worked on this.", { reason }));
      }
      entry.sent = false;
    }
  }

  #onFailed(error: EngineError): void {
    for (const { reject } of this.#waitingForGames.splice(0)) reject(error);
    for (const entry of this.#outstanding.values()) entry.reject(entry.cancelled ? cancelled() : error);
  }
}
