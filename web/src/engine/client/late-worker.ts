/** A worker that is made later: what is sent before waits for it. */
import type { ToWorker } from "../wire/protocol";
import type { WorkerLike } from "./supervisor";

export class LateWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  onmessageerror: WorkerLike["onmessageerror"] = null;
  #worker: WorkerLike | null = null;
  #waiting: ToWorker[] = [];
  #ended = false;

  /**
   * @param start resolves when the worker may be made
   * @param make makes it; an error of it is heard as the worker's own
   */
  constructor(start: Promise<void>, make: () => WorkerLike) {
    void start.then(() => this.#start(make));
  }

  postMessage(message: ToWorker): void {
    if (this.#worker === null) this.#waiting.push(message);
    else this.#worker.postMessage(message);
  }

  terminate(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#worker?.terminate();
  }

  #start(make: () => WorkerLike): void {
    if (this.#ended) return;
    try {
      const worker = make();
      worker.onmessage = (event) => this.onmessage?.(event);
      worker.onerror = (event) => this.onerror?.(event);
      worker.onmessageerror = (event) => this.onmessageerror?.(event);
      this.#worker = worker;
      for (const message of this.#waiting.splice(0)) worker.postMessage(message);
    } catch (thrown) {
      this.onerror?.({ message: String(thrown) } as ErrorEvent);
    }
  }
}
