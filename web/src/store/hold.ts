/** Which of the site's tabs holds a game: the holder writes; the others watch, can take over, and do so when it is gone. */
import type { TabChannel } from "./channel";
import type { Grip, Mutex } from "./mutex";

/** A live holder answers within this time. */
const ANSWER_MS = 1500;
/** The time a holder gets to write before it hands over. */
const GIVE_MS = 2000;

export type HoldState = "asking" | "mine" | "elsewhere";

export interface HoldListener {
  /** This tab is now the holder; the previous holder's writes are in the store. */
  onMine(): void;
  /** Another tab is now the holder. */
  onElsewhere(): void;
  /** Called before handing over; resolves when everything is written. */
  settle(): Promise<void>;
}

export class Hold {
  state: HoldState = "asking";
  readonly #name: string;
  readonly #mutex: Mutex;
  readonly #channel: TabChannel;
  readonly #listener: HoldListener;
  #grip: Grip | null = null;
  #wait = new AbortController();
  #closed = false;
  readonly #unsubscribe: () => void;

  constructor(name: string, mutex: Mutex, channel: TabChannel, listener: HoldListener) {
    this.#name = name;
    this.#mutex = mutex;
    this.#channel = channel;
    this.#listener = listener;
    this.#unsubscribe = channel.subscribe((message) => {
      if (!("name" in message) || message.name !== name) return;
      if (message.type === "ask" && this.state === "mine") channel.send({ type: "mine", name });
      if (message.type === "mine") this.#onMineElsewhere();
      if (message.type === "give") void this.#give();
    });
    globalThis.addEventListener("pagehide", this.#leave);
    globalThis.addEventListener("pageshow", this.#return);
    this.#ask();
  }

  #ask(): void {
    this.state = "asking";
    this.#request();
    this.#channel.send({ type: "ask", name: this.#name });
    setTimeout(() => this.#unanswered(), ANSWER_MS);
  }

  /** The page is closed or put in the back/forward cache: it releases what it holds. */
  readonly #leave = (): void => {
    this.#wait.abort();
    this.#grip?.release();
    this.#grip = null;
  };

  /** The page is back from the back/forward cache; others may have been holders meanwhile. */
  readonly #return = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#ask();
  };

  /** Takes over after the holder has written; a holder that does not respond is not waited for. */
  async take(): Promise<void> {
    if (this.state === "mine") return;
    this.#channel.send({ type: "give", name: this.#name });
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearInterval(watch);
        clearTimeout(late);
        resolve();
      };
      const watch = setInterval(() => this.state === "mine" && done(), 20);
      const late = setTimeout(done, GIVE_MS);
    });
    if ((this.state as HoldState) !== "mine") await this.#steal();
  }

  /** Releases it for good. */
  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    globalThis.removeEventListener("pagehide", this.#leave);
    globalThis.removeEventListener("pageshow", this.#return);
    this.#leave();
  }

  /** No tab has answered, yet it was not granted: a sleeping tab holds it, or the stale lease of a closed one. */
  #unanswered(): void {
    if (this.state !== "asking" || this.#closed) return;
    if (this.#mutex.provesLife) this.#elsewhere();
    else void this.#steal();
  }

  async #steal(): Promise<void> {
    this.#wait.abort();
    // If the database does not answer, there is nothing to hold and nothing kept that could be lost.
    const none: Grip = { lost: new Promise(() => undefined), release: () => undefined };
    const late = new Promise<Grip>((resolve) => setTimeout(() => resolve(none), ANSWER_MS));
    const stolen = this.#mutex.steal(this.#name).catch(() => none);
    const grip = await Promise.race([stolen, late]);
    if (grip === none) void stolen.then((came) => came.release());
    this.#mine(grip);
  }

  /** Waits for it; the holder may release it at any time. */
  #request(): void {
    this.#wait = new AbortController();
    const { signal } = this.#wait;
    this.#mutex.request(this.#name, signal).then(
      (grip) => (signal.aborted ? grip.release() : this.#mine(grip)),
      () => {
        // There are neither locks nor a database for leases.
        if (!signal.aborted) void this.#steal();
      },
    );
  }

  #mine(grip: Grip): void {
    this.#grip = grip;
    this.state = "mine";
    void grip.lost.then(() => this.#grip === grip && this.#lose());
    // Other tabs may have asked while nobody was the holder.
    this.#channel.send({ type: "mine", name: this.#name });
    this.#listener.onMine();
  }

  /** Another tab says that it is the holder; if this one was, it has lost it. */
  #onMineElsewhere(): void {
    if (this.state === "asking") this.#elsewhere();
    // Locks report a loss themselves, so a message, which may be late, does not count there.
    if (this.state === "mine" && !this.#mutex.provesLife) this.#lose();
  }

  #lose(): void {
    this.#grip?.release();
    this.#grip = null;
    this.#elsewhere();
    this.#requestLater();
  }

  #elsewhere(): void {
    this.state = "elsewhere";
    this.#listener.onElsewhere();
  }

  async #give(): Promise<void> {
    const grip = this.#grip;
    if (grip === null) return this.#requestLater();
    this.#elsewhere();
    await Promise.race([this.#listener.settle().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, GIVE_MS / 2))]);
    this.#grip = null;
    grip?.release();
    this.#requestLater();
  }

  /** Requests it again after a delay, so that a waiting tab that asked gets it first. */
  #requestLater(): void {
    if (this.state !== "elsewhere") return;
    this.#wait.abort();
    setTimeout(() => {
      if (this.state === "elsewhere" && this.#wait.signal.aborted && !this.#closed) this.#request();
    }, GIVE_MS);
  }
}
