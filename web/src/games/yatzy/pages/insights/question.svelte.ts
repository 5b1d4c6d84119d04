/** A question to the engine whose answer is shown: the latest arguments count. */
import { isStopped, sentenceOf } from "../../../../core/errors";
import type { ScreenEngine } from "../../../screen-types";

export class Question<T extends object> {
  answer = $state.raw<T | null>(null);
  running = $state(false);
  /** From 0 to 1. */
  progress = $state(0);
  error = $state<string | null>(null);
  readonly #engine: ScreenEngine;
  readonly #name: string;
  #asked = "";
  #stop: AbortController | null = null;

  constructor(engine: ScreenEngine, name: string) {
    this.#engine = engine;
    this.#name = name;
  }

  /** Asks, unless the same was asked last; null withdraws the question. */
  async ask(args: object | null): Promise<void> {
    const key = args === null ? "" : JSON.stringify(args);
    if (key === this.#asked) return;
    this.drop();
    this.#asked = key;
    this.answer = null;
    if (args === null) return;
    const stop = (this.#stop = new AbortController());
    this.running = true;
    this.progress = 0;
    const onProgress = (progress: number): void => void (this.#stop === stop && (this.progress = progress));
    try {
      const answer = await this.#engine.query<T>(this.#name, args, { signal: stop.signal, onProgress });
      if (this.#stop === stop) this.answer = answer;
    } catch (error) {
      if (!isStopped(error) && this.#stop === stop) this.error = sentenceOf(error);
    }
    if (this.#stop === stop) this.running = false;
  }

  /** Stops the work on it. */
  drop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#asked = "";
    this.running = false;
    this.error = null;
  }
}
