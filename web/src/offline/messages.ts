/** The messages between pages and the service worker. */

export type ToWorker =
  /** The engine has started, so fetching the missing files no longer slows it down. */
  | { type: "keep" }
  /** This table was used and should be cached. */
  | { type: "keepTable"; url: string }
  /** Does this address belong to the worker's own version? Answered with a boolean. */
  | { type: "has"; url: string }
  /** Take control of pages that were loaded without a worker; answered when done. */
  | { type: "claim" }
  /** Every page has saved: the waiting update can activate. */
  | { type: "takeOver" }
  /** The server has a newer page, which takes precedence from now on; answered when that is stored. */
  | { type: "fallBehind" };

/** Asks a page for the address of a file of its version. */
export interface ToPage {
  type: "which";
}

interface Receiver {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** Sends a message and returns the answer, or null if none comes within `limitMs`. */
export function ask<T>(receiver: Receiver, message: ToWorker | ToPage, limitMs: number): Promise<T | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const end = (answer: T | null) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(() => end(null), limitMs);
    port1.onmessage = ({ data }) => end(data as T);
    receiver.postMessage(message, [port2]);
  });
}
