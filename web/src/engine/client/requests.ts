/**
 * Outstanding requests to the worker. They are repeated on a new worker when the old one dies, and after a missing table
 * has been loaded.
 */
import { keyOf, wantedBy, type Wanted } from "../loading/artifacts";
import type { Readable } from "../../core/signal";
import { EngineError, superseded } from "../errors";
import type { FromWorker, ToWorker } from "../wire/protocol";
import type { EngineStatus, Preparing } from "../status";
import { type Death, WorkerSupervisor, type SupervisorOptions } from "./supervisor";

export type Request = Extract<ToWorker, { type: "call" | "load" | "memory" | "start" }>;

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  onSnapshot?: ((text: string) => void) | undefined;
}

interface Outstanding {
  message: Request;
  sent: boolean;
  /** Deaths of workers during the request, weighted by how likely the request caused them. */
  blame: number;
  cancelled: boolean;
  /** True while it waits for a table and is not sent. */
  lacking: boolean;
  /** Tables that were loaded for it, with the number of the worker. */
  brought: Map<string, number>;
  resolve: (text: string) => void;
  reject: (error: EngineError) => void;
  onSnapshot: ((text: string) => void) | undefined;
}

interface Waiting {
  resolve: (text: string) => void;
  reject: (error: EngineError) => void;
}

/** A request with more blame than this probably kills workers. Calls are repeated once, jobs twice. */
const MAX_BLAME = { call: 1, load: 1, memory: 1, start: 2 } as const;
/** The browser also ends workers for its own reasons: then a request is repeated more often. */
const BLAME: Record<Death, number> = { own: 1, unknown: 0.25, asked: 0 };

function cancelled(): EngineError {
  return new EngineError("CANCELLED", "Stopped on request.");
}

function isEvaluation(message: Request): boolean {
  return message.type === "start" && message.lane === "evaluation";
}

export class RequestBook {
  readonly #supervisor: WorkerSupervisor;
  readonly #outstanding = new Map<number, Outstanding>();
  #games: string | null = null;
  #waitingForGames: Waiting[] = [];
  readonly #bring: ((wanted: Wanted) => Promise<void>) | null;
  /** Number of lost workers: their loaded tables are lost, too. */
  #lost = 0;

  /** @param bring loads a table into the worker; without it, requests that lack one fail */
  constructor(options: SupervisorOptions, bring: ((wanted: Wanted) => Promise<void>) | null = null) {
    this.#bring = bring;
    this.#supervisor = new WorkerSupervisor(options, {
      onReady: (games) => this.#onReady(games),
      onMessage: (message) => this.#onMessage(message),
      onLost: (reason, death) => this.#onLost(reason, BLAME[death]),
      onSwap: () => this.#onLost("it was replaced", 0),
      onFailed: (error) => this.#onFailed(error),
      hasWork: () => [...this.#outstanding.values()].some(({ sent }) => sent),
    });
    this.#supervisor.start();
  }

  get status(): Readable<EngineStatus> {
    return this.#supervisor.status;
  }

  showPreparing(preparing: Preparing | null): void {
    this.#supervisor.showPreparing(preparing);
  }

  retry(): void {
    this.#supervisor.retry();
  }

  kill(): void {
    this.#supervisor.kill();
  }

  /** Whether a worker is ready for requests. */
  get usable(): boolean {
    return this.#supervisor.usable;
  }

  /** Whether no request is running or waiting. */
  get idle(): boolean {
    return this.usable && this.#outstanding.size === 0;
  }

  /** Replaces the worker by a new one when there is no work. */
  swap(): void {
    this.#supervisor.swap();
  }

  dispose(): void {
    this.#supervisor.dispose();
  }

  /** The JSON text of the list of games, which arrives with "ready" and does not change. */
  async games(): Promise<string> {
    this.#refuseAfterError();
    return this.#games ?? new Promise<string>((resolve, reject) => this.#waitingForGames.push({ resolve, reject }));
  }

  /** Sends the worker a message without an answer; dropped if there is no worker. */
  notify(message: Extract<ToWorker, { type: "release" }>): void {
    if (this.#supervisor.usable) this.#supervisor.send(message);
  }

  /**
   * Sends a request to the worker, now or once there is one.
   *
   * @returns the JSON text of the answer, which may be an error of the bridge
   * @throws an `EngineError` when there is no engine, or when `options.signal` aborts
   */
  async ask(message: Request, { signal, onSnapshot }: RequestOptions = {}): Promise<string> {
    this.#refuseAfterError();
    if (signal?.aborted === true) throw cancelled();
    this.#supersede(message);
    const onAbort = () => this.#cancel(message.id);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await new Promise<string>((resolve, reject) => {
        const brought = new Map<string, number>();
        const fresh = { sent: false, blame: 0, cancelled: false, lacking: false, brought };
        const entry = { message, ...fresh, resolve, reject, onSnapshot };
        this.#outstanding.set(message.id, entry);
        if (this.#supervisor.usable) this.#send(entry);
      });
    } finally {
      this.#outstanding.delete(message.id);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Evaluations waiting for a table are not in the worker's lane, so newer ones supersede them here. */
  #supersede(newer: Request): void {
    if (!isEvaluation(newer)) return;
    for (const { message, lacking, reject } of this.#outstanding.values()) {
      if (lacking && isEvaluation(message) && message.id < newer.id) reject(superseded());
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

  /** A sent job ends when the worker confirms, within a slice; anything else ends at once. */
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
    // In the original order, so that running and waiting requests keep their places.
    for (const entry of this.#outstanding.values()) if (!entry.lacking) this.#send(entry);
  }

  #onMessage(message: Extract<FromWorker, { id: number }>): void {
    const entry = this.#outstanding.get(message.id);
    if (entry === undefined) return;
    if (message.type === "cancelled" || entry.cancelled) {
      if (message.type !== "snapshot") entry.reject(cancelled());
    } else if (message.type === "snapshot") entry.onSnapshot?.(message.text);
    else this.#settle(entry, message.text);
  }

  /** Settles a request, or repeats it if it lacks a table that can be loaded. */
  #settle(entry: Outstanding, text: string): void {
    const wanted = entry.message.type === "load" ? null : wantedBy(text);
    // A table that is still missing after it was loaded into this worker will not be found by another attempt.
    if (this.#bring === null || wanted === null || entry.brought.get(keyOf(wanted)) === this.#lost) entry.resolve(text);
    else void this.#askAgain(entry, wanted, this.#bring);
  }

  async #askAgain(entry: Outstanding, wanted: Wanted, bring: (wanted: Wanted) => Promise<void>): Promise<void> {
    Object.assign(entry, { sent: false, lacking: true });
    try {
      await bring(wanted);
    } catch (thrown) {
      entry.reject(thrown as EngineError);
      return;
    }
    entry.lacking = false;
    entry.brought.set(keyOf(wanted), this.#lost);
    if (this.#outstanding.get(entry.message.id) === entry && this.#supervisor.usable) this.#send(entry);
  }

  #onLost(reason: string, blame: number): void {
    this.#lost += 1;
    for (const entry of this.#outstanding.values()) {
      if (entry.cancelled) entry.reject(cancelled());
      else if (entry.sent && (entry.blame += blame) > MAX_BLAME[entry.message.type]) {
        entry.reject(new EngineError("ENGINE_LOST", "The engine stopped while it was working on this.", { reason }));
      }
      entry.sent = false;
    }
  }

  #onFailed(error: EngineError): void {
    for (const { reject } of this.#waitingForGames.splice(0)) reject(error);
    for (const entry of this.#outstanding.values()) entry.reject(entry.cancelled ? cancelled() : error);
  }
}
