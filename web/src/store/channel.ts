/** What the tabs of this site say to each other. */

export type TabMessage =
  /** Who has this? Whoever does answers. */
  | { type: "ask"; name: string }
  | { type: "mine"; name: string }
  /** Another tab wants it: whoever has it is to write what there is to write, and let go. */
  | { type: "give"; name: string }
  /** The game on a table was written. */
  | { type: "saved"; table: string; revision: number }
  /** Cards of the box of mistakes were written. */
  | { type: "cards" };

/** Messages between tabs; where the browser has none, nobody hears and nobody answers. */
export class TabChannel {
  readonly #channel: BroadcastChannel | null;
  readonly #hearers = new Set<(message: TabMessage) => void>();

  constructor(name: string) {
    this.#channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
    if (this.#channel === null) return;
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      for (const hear of [...this.#hearers]) hear(data);
    };
  }

  send(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  /** @returns a function that ends the hearing */
  hear(hearer: (message: TabMessage) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  close(): void {
    this.#channel?.close();
  }
}
