/**
 * Gives memory back. An interpreter's memory never shrinks, so a worker that came to hold much while one game after
 * the other was on screen is replaced by a new one, which holds what the present game needs.
 */

/** What the watch needs of the engine. */
export interface MemoryParts {
  /** Whether there is a worker that can be asked now. */
  usable(): boolean;
  /** Whether nothing runs and nothing waits. */
  idle(): boolean;
  /** Requests that were ever made. */
  asked(): number;
  /** Games that the present worker has worked on. */
  games(): number;
  /** Bytes of the interpreter's memory. */
  bytes(): Promise<number>;
  /** Replaces the worker. */
  swap(): void;
}

/** When a worker is replaced. */
interface Limits {
  /** One with more bytes is replaced when nothing has been asked of it for a while, */
  much: number;
  /** one with more than this whatever it does, */
  tooMuch: number;
  /** and never sooner after another. */
  betweenTicks: number;
}

const TICK_MS = 2_000;
const REST_TICKS = 3;
/** What a single game needs it will need again: to replace the worker over and over would only cost time. */
const ONE_GAME: Limits = { much: 150e6, tooMuch: 180e6, betweenTicks: 150 };
/** Some of the memory is another game's, which is not on screen any more. */
const SEVERAL_GAMES: Limits = { much: 110e6, tooMuch: 140e6, betweenTicks: 20 };

export class MemoryWatch {
  readonly #parts: MemoryParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #asked = 0;
  #restTicks = 0;
  #sinceSwap = Infinity;
  /** Whether the worker has been looked at since it last did something. */
  #seen = false;

  constructor(parts: MemoryParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #tick(): Promise<void> {
    this.#sinceSwap += 1;
    const { usable, idle, asked, games, bytes, swap } = this.#parts;
    // A question would wait for the worker, and each tick's with it.
    if (!usable()) return;
    const rests = idle() && asked() === this.#asked;
    this.#restTicks = rests ? this.#restTicks + 1 : 0;
    if (!rests) this.#seen = false;
    this.#asked = asked();
    const { much, tooMuch, betweenTicks } = games() > 1 ? SEVERAL_GAMES : ONE_GAME;
    if (this.#sinceSwap < betweenTicks || (this.#seen && this.#restTicks !== REST_TICKS)) return;
    try {
      const held = await bytes();
      // The question was our own.
      this.#asked += 1;
      this.#seen = true;
      if (held <= tooMuch && (held <= much || this.#restTicks < REST_TICKS)) return;
      this.#sinceSwap = 0;
      swap();
    } catch {
      // There is no worker just now.
    }
  }
}
