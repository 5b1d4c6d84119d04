/** Where the engine is: one value, as a store that anything can subscribe to. */
import type { EngineErrorCode } from "./errors";
import type { BootProgress, RuntimeInfo } from "./wire/protocol";

/** A table on its way to the engine. */
export interface Preparing {
  /** The name of the game that needs it. */
  name: string;
  what: "loading" | "solving";
  /** From 0 to 1; null while nothing can be told. */
  progress: number | null;
  /** Why it is solved here: the site's file could not be had, or is not what was built. Null while it is loaded. */
  why: "missing" | "damaged" | null;
}

export type EngineStatus =
  /** `slow` when Python takes long to start, though everything is here: `retry` starts again. */
  | ({ phase: "loading"; slow?: boolean } & BootProgress)
  | ReadyStatus
  | { phase: "error"; code: EngineErrorCode; message: string; context: Record<string, unknown> };

/** There is an engine. */
export interface ReadyStatus {
  phase: "ready";
  /** While a worker that died is being replaced: requests made meanwhile wait. */
  restarting: boolean;
  /** Workers that died. */
  restarts: number;
  /** Workers that were replaced though they were well, to give memory back. */
  swaps?: number;
  info: RuntimeInfo;
  preparing: Preparing | null;
  /** Restarting: it takes long; `retry` starts again. */
  slow?: boolean;
  /** Restarting: several workers died one after the other, and the next one starts so long after the last death, or at `retry`. */
  pauseSeconds?: number;
}

/** A store in Svelte's sense: a new subscriber is called at once with the current value. */
export interface Readable<T> {
  readonly current: T;
  subscribe(run: (value: T) => void): () => void;
}

export class Store<T> implements Readable<T> {
  #value: T;
  readonly #subscribers = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get current(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const run of [...this.#subscribers]) run(value);
  }

  subscribe(run: (value: T) => void): () => void {
    // A wrapper of its own, so that subscribing one function twice is two subscriptions.
    const subscriber = (value: T) => run(value);
    this.#subscribers.add(subscriber);
    run(this.#value);
    return () => this.#subscribers.delete(subscriber);
  }
}
