/** The messages between tabs of this site. */

export type TabMessage =
  /** Who holds this? The holder answers. */
  | { type: "ask"; name: string }
  | { type: "mine"; name: string }
  /** Another tab wants it: the holder writes what is pending and releases it. */
  | { type: "give"; name: string }
  /** A table's game was written. */
  | { type: "saved"; table: string; revision: number }
  /** A game was deleted, or brought back to its key. */
  | { type: "removed"; key: string; back: boolean }
  /** What was found out about a game was added to it; nobody has played. Or one that was not played here was written. */
  | { type: "amended"; key: string }
  /** Drill cards were written. */
  | { type: "cards" }
  /** All data were deleted. */
  | { type: "cleared" };

/** A broadcast channel between tabs; without browser support messages go nowhere. */
export class TabChannel {
  readonly #channel: BroadcastChannel | null;
  readonly #listeners = new Set<(message: TabMessage) => void>();

  constructor(name: string) {
    this.#channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
    if (this.#channel === null) return;
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      for (const listener of [...this.#listeners]) listener(data);
    };
  }

  send(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  /**
   * Subscribes to the messages of other tabs.
   *
   * @returns a function that ends the subscription
   */
  subscribe(listener: (message: TabMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#channel?.close();
  }
}
