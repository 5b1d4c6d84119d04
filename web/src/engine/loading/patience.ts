/** Asks again for what did not come: twice, after a pause, while everything else goes on. */
import { EngineError } from "../errors";
import type { Trouble } from "../wire/protocol";
import { isGone, isWrong } from "./file";
import { newVersion } from "./version";

/** Pauses before a file is asked for again, in milliseconds. */
export const PAUSES_MS: readonly number[] = [1_000, 3_000];
/** A connection that is lost is waited for that long before the next try. */
const OFFLINE_MS = 60_000;
const TICK_MS = 1_000;

export interface PatientParts {
  /** Silence of the network that ends what is under way; the last figure is that of all further tries. */
  silenceMs: readonly number[];
  /** Whether the server has a newer version: asked when a file is gone. */
  isOutdated: () => Promise<boolean>;
  /** Told which file is waited for, or null when all go well again. */
  onTrouble?: (trouble: Trouble | null) => void;
}

type Attempt<T> = (cache: RequestCache, signal: AbortSignal, onBytes: (count: number) => void) => Promise<T>;

/** Several downloads at once, which share a line: while one of them brings bytes, none of them is stalled. */
export class PatientDownloads {
  readonly #parts: PatientParts;
  readonly #running = new Set<AbortController>();
  readonly #troubles = new Map<string, Trouble>();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Seconds of silence, counted in ticks: a machine that sleeps ticks once when it wakes. */
  #silentTicks = 0;
  #silences = 0;
  #outdated: Promise<boolean> | null = null;

  constructor(parts: PatientParts) {
    this.#parts = parts;
  }

  /**
   * Does what `attempt` does until it succeeds, or has failed too often.
   *
   * @param name the file's, for people
   * @param cache how the first try asks; when what came was wrong, the next asks past the browser's cache
   * @param onBytes is told of bytes that came, and takes them back when they come to nothing
   */
  async fetch<T>(name: string, cache: RequestCache, attempt: Attempt<T>, onBytes: (count: number) => void): Promise<T> {
    let how = cache;
    for (let tried = 0; ; tried++) {
      try {
        const found = await this.#try(how, attempt, onBytes);
        this.#tell(name, null);
        return found;
      } catch (thrown) {
        if (!(thrown instanceof EngineError) || thrown.code === "NEW_VERSION") throw thrown;
        if (isGone(thrown) && (await this.#isOutdated())) this.#end(newVersion());
        const over = tried === PAUSES_MS.length;
        this.#tell(name, { file: name, over });
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
      // What is still coming of it is of no use.
      stop.abort();
      throw thrown;
    } finally {
      this.#running.delete(stop);
      if (this.#running.size === 0) this.#rest();
    }
  }

  /** Counts the network's silence from now on. */
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

  /** Nothing that is under way is of use any more. */
  #end(error: EngineError): never {
    for (const stop of this.#running) stop.abort(error);
    throw error;
  }

  #tell(name: string, trouble: Trouble | null): void {
    if (trouble !== null) this.#troubles.set(name, trouble);
    else if (!this.#troubles.delete(name)) return;
    this.#parts.onTrouble?.([...this.#troubles.values()].at(-1) ?? null);
  }
}

/** Waits, and then for the connection if the browser says that there is none. */
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
