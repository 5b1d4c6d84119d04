/**
 * Gives memory back. An interpreter's memory never shrinks, so a worker that came to hold much while one game after
 * the other was on screen is replaced by a new one, which holds what the present game needs.
 */

/** What the watch needs of the engine. */
export interface MemoryParts {
  /** Whether nothing runs and nothing waits. */
  idle(): boolean;
  /** Requests that were ever made. */
  asked(): number;
  /** Bytes of the interpreter's memory. */
  bytes(): Promise<number>;
  /** Replaces the worker. */
  swap(): void;
}

const TICK_MS = 2_000;
/** A worker with more than this is replaced when nothing has been asked of it for a while. */
const MUCH_BYTES = 150_000_000;
const REST_TICKS = 3;
/** One with more than this is replaced whatever it does. */
const TOO_MUCH_BYTES = 180_000_000;
/** Where a single game needs so much, replacing the worker over and over would only cost time. */
const BETWEEN_TICKS = 90;

export class MemoryWatch {
  readonly #parts: MemoryParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #asked = 0;
  #restTicks = 0;
  #sinceSwap = BETWEEN_TICKS;
  /** Bytes at the last look; none since something was asked. */
  #bytes: number | null = null;

  constructor(parts: MemoryParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #tick(): Promise<void> {
    this.#sinceSwap += 1;
    const { idle, asked, bytes, swap } = this.#parts;
    const rests = idle() && asked() === this.#asked;
    this.#restTicks = rests ? this.#restTicks + 1 : 0;
    if (!rests) this.#bytes = null;
    this.#asked = asked();
    if (this.#sinceSwap < BETWEEN_TICKS || (rests && this.#bytes !== null && this.#restTicks !== REST_TICKS)) return;
    try {
      this.#bytes = await bytes();
      // The question was our own.
      this.#asked += 1;
    } catch {
      return;
    }
    if (this.#bytes <= TOO_MUCH_BYTES && (this.#bytes <= MUCH_BYTES || this.#restTicks < REST_TICKS)) return;
    this.#sinceSwap = 0;
    swap();
  }
}
