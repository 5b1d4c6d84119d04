/** One thing at a time for the engine: what a person waits for goes first, and work in the background gives way to it. */

export interface WorkOptions {
  /** Lower goes first. */
  priority: number;
  /** May be stopped for something more urgent, and started again afterwards. */
  yields?: boolean;
  signal?: AbortSignal;
}

interface Job {
  priority: number;
  yields: boolean;
  signal: AbortSignal | undefined;
  run: (signal: AbortSignal) => Promise<unknown>;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}

/** Whether an error says "stopped on purpose". */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

function abortError(): DOMException {
  return new DOMException("Stopped.", "AbortError");
}

export class WorkQueue {
  #waiting: Job[] = [];
  #running: { job: Job; stop: AbortController; givesWay: boolean } | null = null;

  /**
   * Runs `run` when its turn comes.
   *
   * @param run gets a signal that stops it; a run that gave way is called again, so it must start afresh
   * @returns what `run` returns
   * @throws an `AbortError` when `options.signal` stops it
   */
  add<T>(run: (signal: AbortSignal) => Promise<T>, options: WorkOptions): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const { priority, yields = false, signal } = options;
      if (signal?.aborted === true) {
        reject(abortError());
        return;
      }
      const job: Job = { priority, yields, signal, run, resolve, reject };
      signal?.addEventListener("abort", () => this.#stop(job), { once: true });
      this.#enqueue(job);
      const current = this.#running;
      if (current !== null && current.job.yields && priority < current.job.priority && !current.givesWay) {
        current.givesWay = true;
        current.stop.abort(abortError());
      }
      this.#next();
    });
  }

  #enqueue(job: Job): void {
    // Behind those of the same urgency: first come, first served.
    const at = this.#waiting.findIndex((other) => other.priority > job.priority);
    this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, job);
  }

  #stop(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      job.reject(abortError());
    } else if (this.#running?.job === job) {
      this.#running.stop.abort(abortError());
    }
  }

  #next(): void {
    if (this.#running !== null) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    const current = { job, stop: new AbortController(), givesWay: false };
    this.#running = current;
    void this.#execute(current);
  }

  async #execute(current: { job: Job; stop: AbortController; givesWay: boolean }): Promise<void> {
    const { job, stop } = current;
    try {
      const value = await job.run(stop.signal);
      if (job.signal?.aborted === true) job.reject(abortError());
      else if (current.givesWay) this.#enqueue(job);
      else job.resolve(value as never);
    } catch (error) {
      if (current.givesWay && job.signal?.aborted !== true && isAbort(error)) this.#enqueue(job);
      else job.reject(error);
    } finally {
      this.#running = null;
      this.#next();
    }
  }
}
