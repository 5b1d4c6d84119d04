/** What pages and the service worker tell each other. */

export type ToWorker =
  /** The engine has started, so nothing competes any more: what is missing can be fetched. */
  | { type: "keep" }
  /** This table was used. */
  | { type: "keepTable"; url: string }
  /** Whether this address is one of the worker's own version; answered with a boolean. */
  | { type: "has"; url: string }
  /** Takes over pages that were loaded past every worker; answered when that is done. */
  | { type: "claim" }
  /** Every page has saved: an update that waits is to go on. */
  | { type: "takeOver" }
  /** The server has a newer page, which goes first from now on; answered when that is noted. */
  | { type: "fallBehind" };

/** Asks a page for the address of a file of its own version. */
export interface ToPage {
  type: "which";
}

interface Receiver {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** Asks the other side, which answers once; null when it does not in time. */
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
