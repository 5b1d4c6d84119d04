/** Which of the site's tabs has something: one writes, the others look on, may take over, and take over when it is gone. */
import type { TabChannel } from "./channel";
import type { Grip, Mutex } from "./mutex";

/** A tab that has it answers sooner; after this long it is taken for another's only if it is held. */
const ANSWER_MS = 1500;
/** Who is asked to give is given this long to write. */
const GIVE_MS = 2000;

export type HoldState = "asking" | "mine" | "elsewhere";

export interface HoldListener {
  /** It is this tab's from now on: what another tab wrote before is in the store. */
  onMine(): void;
  /** Another tab has it from now on. */
  onElsewhere(): void;
  /** Before it is given away: resolves when everything is written. */
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
  readonly #unhear: () => void;

  constructor(name: string, mutex: Mutex, channel: TabChannel, listener: HoldListener) {
    this.#name = name;
    this.#mutex = mutex;
    this.#channel = channel;
    this.#listener = listener;
    this.#unhear = channel.hear((message) => {
      if (!("name" in message) || message.name !== name) return;
      if (message.type === "ask" && this.state === "mine") channel.send({ type: "mine", name });
      if (message.type === "mine") this.#hearMine();
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

  /** The page is closed, or put away by the browser: what it holds is free. */
  readonly #leave = (): void => {
    this.#wait.abort();
    this.#grip?.release();
    this.#grip = null;
  };

  /** The page was put away and is back: others may have had it meanwhile. */
  readonly #return = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#ask();
  };

  /** Takes it from the tab that has it, once that has written what it had to; one that sleeps is not waited for. */
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

  /** Lets go for good. */
  close(): void {
    this.#closed = true;
    this.#unhear();
    globalThis.removeEventListener("pagehide", this.#leave);
    globalThis.removeEventListener("pageshow", this.#return);
    this.#leave();
  }

  /** No tab has answered, and yet it is not granted: one that sleeps has it, or what is left of one that is no more. */
  #unanswered(): void {
    if (this.state !== "asking" || this.#closed) return;
    if (this.#mutex.provesLife) this.#elsewhere();
    else void this.#steal();
  }

  async #steal(): Promise<void> {
    this.#wait.abort();
    // Where the database does not answer there is nothing to hold, and nothing is kept that could be lost.
    const none: Grip = { lost: new Promise(() => undefined), release: () => undefined };
    const late = new Promise<Grip>((resolve) => setTimeout(() => resolve(none), ANSWER_MS));
    const stolen = this.#mutex.steal(this.#name).catch(() => none);
    const grip = await Promise.race([stolen, late]);
    if (grip === none) void stolen.then((came) => came.release());
    this.#mine(grip);
  }

  /** Waits for it; whoever has it may let go at any time. */
  #request(): void {
    this.#wait = new AbortController();
    const { signal } = this.#wait;
    this.#mutex.request(this.#name, signal).then(
      (grip) => (signal.aborted ? grip.release() : this.#mine(grip)),
      () => {
        // There is neither a lock nor a database to hold a lease in.
        if (!signal.aborted) void this.#steal();
      },
    );
  }

  #mine(grip: Grip): void {
    this.#grip = grip;
    this.state = "mine";
    void grip.lost.then(() => this.#grip === grip && this.#lose());
    // Others may have asked while nobody had it.
    this.#channel.send({ type: "mine", name: this.#name });
    this.#listener.onMine();
  }

  /** Another tab has it; if this one did until now, it was taken away. */
  #hearMine(): void {
    if (this.state === "asking") this.#elsewhere();
    // Where what is held proves life, that it was lost is heard from there alone: a message may be late.
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

  /** Another tab that waits, and has asked, is to get it first. */
  #requestLater(): void {
    if (this.state !== "elsewhere") return;
    this.#wait.abort();
    setTimeout(() => {
      if (this.state === "elsewhere" && this.#wait.signal.aborted && !this.#closed) this.#request();
    }, GIVE_MS);
  }
}
