/**
 * Frees memory by replacing workers. The interpreter's memory never shrinks, so a worker that grew over several games
 * is replaced by a new one that holds only what the current game needs.
 */

/** What the watch needs from the engine. */
export interface MemoryParts {
  /** Whether a worker is ready for requests. */
  usable(): boolean;
  /** Whether no request is running or waiting. */
  idle(): boolean;
  /** Number of requests ever made. */
  asked(): number;
  /** Number of games that the current worker has worked on. */
  games(): number;
  /** Size of the interpreter's memory in bytes. */
  bytes(): Promise<number>;
  /** Replaces the worker. */
  swap(): void;
}

/** Limits at which a worker is replaced. */
interface Limits {
  /** A worker with more bytes is replaced once it has been idle for a while. */
  idleBytes: number;
  /** A worker with more bytes is replaced even if it is busy. */
  busyBytes: number;
  /** Minimum number of ticks between replacements. */
  betweenTicks: number;
}

const TICK_MS = 2_000;
const REST_TICKS = 3;
/** For a single game, which will need the same memory again: frequent replacements would only cost time. */
const ONE_GAME: Limits = { idleBytes: 150e6, busyBytes: 180e6, betweenTicks: 150 };
/** For several games: part of the memory belongs to games that are no longer on screen. */
const SEVERAL_GAMES: Limits = { idleBytes: 110e6, busyBytes: 140e6, betweenTicks: 20 };

export class MemoryWatch {
  readonly #parts: MemoryParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #asked = 0;
  #restTicks = 0;
  #sinceSwap = Infinity;
  /** Whether the memory was checked since the last request. */
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
    // While there is no worker, the queries of all ticks would pile up.
    if (!usable()) return;
    const rests = idle() && asked() === this.#asked;
    this.#restTicks = rests ? this.#restTicks + 1 : 0;
    if (!rests) this.#seen = false;
    this.#asked = asked();
    const { idleBytes, busyBytes, betweenTicks } = games() > 1 ? SEVERAL_GAMES : ONE_GAME;
    if (this.#sinceSwap < betweenTicks || (this.#seen && this.#restTicks !== REST_TICKS)) return;
    try {
      const held = await bytes();
      // This query is one of the requests.
      this.#asked += 1;
      this.#seen = true;
      if (held <= busyBytes && (held <= idleBytes || this.#restTicks < REST_TICKS)) return;
      this.#sinceSwap = 0;
      swap();
    } catch {
      // There is no worker at the moment.
    }
  }
}
