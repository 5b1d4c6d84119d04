/** Retries of failed downloads: twice, after a pause, while the others continue. */
import { EngineError } from "../errors";
import type { Trouble } from "../wire/protocol";
import { isGone, isWrong } from "./file";
import { newVersion } from "./version";

/** Pauses before each retry, in milliseconds. */
export const PAUSES_MS: readonly number[] = [1_000, 3_000];
/** The longest wait for a lost connection before the next attempt. */
const OFFLINE_MS = 60_000;
const TICK_MS = 1_000;

export interface RetryOptions {
  /** Network silence in milliseconds that aborts all attempts; the last value applies to all further ones. */
  silenceMs: readonly number[];
  /** Whether the server has a newer version; called when a file is gone. */
  isOutdated: () => Promise<boolean>;
  /** Called with the file in trouble, or null when all is well again. */
  onTrouble?: (trouble: Trouble | null) => void;
}

type Attempt<T> = (cache: RequestCache, signal: AbortSignal, onBytes: (count: number) => void) => Promise<T>;

/** Parallel downloads over one connection: while one of them receives bytes, none counts as stalled. */
export class RetryingDownloads {
  readonly #parts: RetryOptions;
  readonly #running = new Set<AbortController>();
  readonly #troubles = new Map<string, Trouble>();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Seconds of silence, counted in ticks: a machine that was asleep ticks only once on waking. */
  #silentTicks = 0;
  #silences = 0;
  #outdated: Promise<boolean> | null = null;

  constructor(parts: RetryOptions) {
    this.#parts = parts;
  }

  /**
   * Runs `attempt` until it succeeds or has failed too often.
   *
   * @param name the file name to show
   * @param cache the cache mode of the first attempt; after a wrong response the browser's cache is bypassed
   * @param onBytes called with received bytes, and with a negative count when an attempt fails
   */
  async fetch<T>(name: string, cache: RequestCache, attempt: Attempt<T>, onBytes: (count: number) => void): Promise<T> {
    let how = cache;
    for (let tried = 0; ; tried++) {
      try {
        const found = await this.#try(how, attempt, onBytes);
        this.#report(name, null);
        return found;
      } catch (thrown) {
        if (!(thrown instanceof EngineError) || thrown.code === "NEW_VERSION") throw thrown;
        if (isGone(thrown) && (await this.#isOutdated())) this.#end(newVersion());
        const over = tried === PAUSES_MS.length;
        this.#report(name, { file: name, over });
        if (over) throw thrown;
        if (isWrong(thrown)) how = "reload";
        await pause(PAUSES_MS[tried]!);
      }
    }
  }

  async #try<T>(cache: RequestCache, attempt: Attempt<T>, onBytes: (count: number) => void): Promise<T> {
    const stop = new AbortController();
    this.#running.add(stop);
    let loaded = 0;
    this.#listen();
    try {
      return await attempt(cache, stop.signal, (count) => {
        loaded += count;
        this.#listen();
        onBytes(count);
      });
    } catch (thrown) {
      if (loaded > 0) onBytes(-loaded);
      // The rest of the response is useless.
      stop.abort();
      throw thrown;
    } finally {
      this.#running.delete(stop);
      if (this.#running.size === 0) this.#rest();
    }
  }

  /** Restarts the silence counter. */
  #listen(): void {
    this.#silentTicks = 0;
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    this.#silentTicks += 1;
    const { silenceMs } = this.#parts;
    const ms = silenceMs[Math.min(this.#silences, silenceMs.length - 1)]!;
    if (this.#silentTicks * TICK_MS < ms) return;
    this.#rest();
    this.#silences += 1;
    const sentence = `Nothing has come from the server for ${Math.round(ms / 1000)} seconds: is the connection up?`;
    for (const stop of this.#running) stop.abort(new EngineError("RUNTIME_MISSING", sentence));
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #isOutdated(): Promise<boolean> {
    this.#outdated ??= this.#parts.isOutdated();
    return this.#outdated;
  }

  /** Aborts all downloads. */
  #end(error: EngineError): never {
    for (const stop of this.#running) stop.abort(error);
    throw error;
  }

  #report(name: string, trouble: Trouble | null): void {
    if (trouble !== null) this.#troubles.set(name, trouble);
    else if (!this.#troubles.delete(name)) return;
    this.#parts.onTrouble?.([...this.#troubles.values()].at(-1) ?? null);
  }
}

/** Waits, and then for the connection if the browser is offline. */
async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  if ((globalThis.navigator as Navigator | undefined)?.onLine !== false) return;
  const back = new AbortController();
  await new Promise<void>((resolve) => {
    const go = () => {
      back.abort();
      resolve();
    };
    const timer = setTimeout(go, OFFLINE_MS);
    back.signal.addEventListener("abort", () => clearTimeout(timer));
    globalThis.addEventListener("online", go, { signal: back.signal });
  });
}
