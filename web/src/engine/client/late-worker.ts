/** A worker that is created later; messages sent before that are queued. */
import type { ToWorker } from "../wire/protocol";
import type { WorkerLike } from "./supervisor";

type Sent = [message: ToWorker, transfer?: Transferable[]];

export class LateWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  onmessageerror: WorkerLike["onmessageerror"] = null;
  #worker: WorkerLike | null = null;
  #waiting: Sent[] = [];
  #ended = false;

  /**
   * @param start settles when the worker may be created; a rejection counts, too
   * @param make creates it; an error thrown here arrives as the worker's error event
   */
  constructor(start: Promise<void>, make: () => WorkerLike) {
    const go = () => this.#start(make);
    void start.then(go, go);
  }

  postMessage(...sent: Sent): void {
    if (this.#worker === null) this.#waiting.push(sent);
    else this.#worker.postMessage(...sent);
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
      for (const sent of this.#waiting.splice(0)) worker.postMessage(...sent);
    } catch (thrown) {
      this.onerror?.({ message: String(thrown) } as ErrorEvent);
    }
  }
}
