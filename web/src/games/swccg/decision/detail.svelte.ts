/** The decision on screen: its state, the scores of its options, and what the person says they chose. */
import type { Coach, Weighing } from "../coach";
import { isStopped, sentenceOf } from "../../../core/errors";
import { titledEvaluation, titledState, type Titles } from "../cards/titles";
import type { Evaluation, Outlook, State } from "../types";

/** Everything shown about a decision, replaced as a whole so that no part belongs to another one. */
export interface Shown {
  /** Its index in the replay; null for a single decision. */
  index: number | null;
  /** The state as the engine sent it, and as it is sent back. */
  state: State;
  /** The same for display, with all titles. */
  view: State;
  evaluation: Evaluation;
  /** Drains, battle odds and the next destiny; null if they could not be found. */
  outlook: Outlook | null;
  /** The answer that the person says they chose, which `evaluation` grades. */
  said: string | null;
}

/** A decision of the replay, by index, or a single state. */
export type Source = number | State;

export class Detail {
  shown = $state.raw<Shown | null>(null);
  busy = $state(false);
  problem = $state<string | null>(null);
  /** Whether the engine's log lines are requested as well. */
  log = $state(false);
  /** The card titles of the open replay. */
  titles: Titles = {};
  readonly #coach: Coach;
  #source: Source | null = null;
  #said: string | null = null;
  #stop: AbortController | null = null;

  constructor(coach: Coach) {
    this.#coach = coach;
  }

  /** Shows a decision; one that is still loading is cancelled. */
  async show(source: Source, said: string | null, weighing: Weighing): Promise<void> {
    this.#source = source;
    this.#said = said;
    await this.refresh(weighing);
  }

  /** Evaluates the same decision again, with other weights, cards, or another reported choice. */
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
    const outlook = await this.#outlook(state, signal);
    const view = titledState(state, this.titles);
    return { index, state, view, evaluation: titledEvaluation(evaluation, view.titles), outlook, said };
  }

  /** The outlook of a state; a decision is shown without it if it fails. */
  async #outlook(state: State, signal: AbortSignal): Promise<Outlook | null> {
    try {
      return await this.#coach.outlook(state, { signal });
    } catch (error) {
      if (signal.aborted || isStopped(error)) throw error;
      return null;
    }
  }
}
