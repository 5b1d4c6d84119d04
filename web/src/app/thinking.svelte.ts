/** One evaluation on screen: it streams, it can be cancelled, and it can be asked to go on. */
import type { EvaluationView } from "../coach/types";
import type { EngineStore } from "./engine.svelte";
import { PRIORITY, sentenceOf } from "./engine.svelte";
import type { Params } from "./engine-port";
import type { GameState } from "./session";
import { isAbort } from "./work";

export interface Question {
  /** The decision it is about. */
  index: number;
  state: GameState;
  /** The move to grade, or null to look for the best one. */
  action: unknown;
  params: Params;
}

export class Thinking {
  question = $state.raw<Question | null>(null);
  result = $state.raw<EvaluationView | null>(null);
  running = $state(false);
  /** 0 to 1. */
  progress = $state(0);
  error = $state<string | null>(null);
  readonly #engine: EngineStore;
  #stop: AbortController | null = null;

  constructor(engine: EngineStore) {
    this.#engine = engine;
  }

  /**
   * Answers a question; one that was being answered is dropped.
   *
   * @param keep keeps what is on screen until the first new snapshot ("think longer")
   * @returns the finished evaluation, or null when it was cancelled or failed
   */
  async ask(question: Question, keep = false): Promise<EvaluationView | null> {
    this.cancel();
    const stop = new AbortController();
    this.#stop = stop;
    this.question = question;
    if (!keep) this.result = null;
    this.running = true;
    this.progress = 0;
    this.error = null;
    try {
      const result = await this.#engine.work.add((signal) => this.#evaluate(question, stop, signal), {
        priority: PRIORITY.grade,
        signal: stop.signal,
      });
      if (this.#stop !== stop) return result;
      this.result = result;
      return result;
    } catch (error) {
      if (this.#stop === stop && !isAbort(error)) this.error = sentenceOf(error);
      return null;
    } finally {
      if (this.#stop === stop) this.#ended();
    }
  }

  #evaluate(question: Question, stop: AbortController, signal: AbortSignal): Promise<EvaluationView> {
    const { state, action, params } = question;
    const onProgress = (snapshot: Partial<EvaluationView> & { progress: number }): void => {
      if (this.#stop !== stop || stop.signal.aborted) return;
      this.progress = snapshot.progress;
      if (snapshot.candidates !== undefined) this.result = snapshot as EvaluationView;
    };
    const player = state.active_player_id;
    const { port } = this.#engine;
    if (action === null) return port.evaluateBestMove(state, player, params, { onProgress, signal });
    return port.gradeUserAction(state, player, action, params, { onProgress, signal });
  }

  /** Stops at once; what was found out so far stays on screen. */
  cancel(): void {
    this.#stop?.abort();
    this.#ended();
  }

  /** Stops and leaves nothing on screen. */
  clear(): void {
    this.cancel();
    this.question = null;
    this.result = null;
    this.error = null;
    this.progress = 0;
  }

  #ended(): void {
    this.#stop = null;
    this.running = false;
  }
}
