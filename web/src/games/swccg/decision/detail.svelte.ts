/** One decision on screen: its state, how all its options score, and what the person says they chose. */
import type { Coach, Weighing } from "../coach";
import { isStopped, sentenceOf } from "../../../core/errors";
import { titledEvaluation, titledState, type Titles } from "../cards/titles";
import type { Evaluation, State } from "../types";

/** A decision with everything about it: shown as a whole, so that nothing on it belongs to another. */
export interface Shown {
  /** Its place in the replay; null for a decision on its own. */
  index: number | null;
  /** As the engine gave it, and as it goes back. */
  state: State;
  /** The same to be looked at, with all titles. */
  view: State;
  evaluation: Evaluation;
  /** What the person says they chose, as it was graded. */
  said: string | null;
}

/** Where the decision comes from: a place in the replay, or a state. */
export type Source = number | State;

export class Detail {
  shown = $state.raw<Shown | null>(null);
  busy = $state(false);
  problem = $state<string | null>(null);
  /** Whether the lines of the log are asked for, too. */
  log = $state(false);
  /** What the open replay calls cards. */
  titles: Titles = {};
  readonly #coach: Coach;
  #source: Source | null = null;
  #said: string | null = null;
  #stop: AbortController | null = null;

  constructor(coach: Coach) {
    this.#coach = coach;
  }

  /** Shows a decision; what is on its way to the screen is stopped. */
  async show(source: Source, said: string | null, weighing: Weighing): Promise<void> {
    this.#source = source;
    this.#said = said;
    await this.refresh(weighing);
  }

  /** Asks again about the same decision: with other weights, other cards, or another choice. */
  async refresh(weighing: Weighing): Promise<void> {
    const source = this.#source;
    if (source === null) return;
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    this.busy = true;
    try {
      const shown = await this.#ask(source, this.#said, weighing, stop.signal);
      if (stop.signal.aborted) return;
      this.shown = shown;
      this.problem = null;
    } catch (error) {
      if (stop.signal.aborted || isStopped(error)) return;
      this.shown = null;
      this.problem = sentenceOf(error);
    } finally {
      if (this.#stop === stop) {
        this.#stop = null;
        this.busy = false;
      }
    }
  }

  async say(answer: string | null, weighing: Weighing): Promise<void> {
    this.#said = answer;
    await this.refresh(weighing);
  }

  clear(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#source = null;
    this.shown = null;
    this.busy = false;
    this.problem = null;
  }

  async #ask(source: Source, said: string | null, weighing: Weighing, signal: AbortSignal): Promise<Shown> {
    const index = typeof source === "number" ? source : null;
    const state = typeof source === "number" ? await this.#coach.state(source, { signal }) : source;
    const evaluation = await this.#coach.evaluate(state, said, { ...weighing, log: this.log }, { signal });
    const view = titledState(state, this.titles);
    return { index, state, view, evaluation: titledEvaluation(evaluation, view.titles), said };
  }
}
