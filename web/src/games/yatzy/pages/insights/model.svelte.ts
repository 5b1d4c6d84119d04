/** What the page asks the engine: distributions of final scores by card and risk preference, the latest wish first. */
import { isStopped, sentenceOf } from "../../../../core/errors";
import type { ScreenEngine } from "../../../screen-types";
import { isKnown, keyOf, QUICK_ROWS, type Card } from "./cards";
import { distributionOf, type Distribution } from "./distribution";
import { RUNS } from "./figures";

interface DensityAnswer {
  pmf: [number, number][];
}

export class Densities {
  /** The risk preference that is being worked out, or null. */
  running = $state<number | null>(null);
  /** From 0 to 1. */
  progress = $state(0);
  error = $state<string | null>(null);
  #known = $state.raw<ReadonlyMap<string, Distribution>>(new Map());
  /** The card whose long computation was asked for. */
  #allowed = $state("");
  readonly #engine: ScreenEngine;
  /** The card whose distribution is being worked out. */
  #card = "";
  #stop: AbortController | null = null;
  #wanted: { card: Card; thetas: readonly number[] } | null = null;

  constructor(engine: ScreenEngine) {
    this.#engine = engine;
  }

  /** The distribution of a card, or null while it is not known. */
  of(card: Card, theta: number): Distribution | null {
    if (isKnown(card)) return RUNS.find((run) => run.theta === theta)?.distribution ?? null;
    return this.#known.get(placeOf(card, theta)) ?? null;
  }

  /** Whether the card's distributions are computed without being asked for. */
  isQuick(card: Card): boolean {
    return isKnown(card) || card.open <= QUICK_ROWS || this.#allowed === keyOf(card);
  }

  /** Computes what is missing, in this order. Requests that are no longer wanted are dropped. */
  want(card: Card, thetas: readonly number[]): void {
    this.#wanted = { card, thetas };
    const { running } = this;
    if (running !== null && (keyOf(card) !== this.#card || !thetas.includes(running))) this.#drop();
    this.error = null;
    if (this.isQuick(card)) void this.#work();
  }

  /** Allows a computation that takes long. */
  allow(card: Card): void {
    this.#allowed = keyOf(card);
    if (this.#wanted !== null) this.want(card, this.#wanted.thetas);
  }

  /** Cancels a long computation. */
  cancel(): void {
    this.#allowed = "";
    this.#drop();
  }

  /** Call when the page is left. */
  leave(): void {
    this.#wanted = null;
    this.#drop();
  }

  #drop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.running = null;
  }

  /** Computes what is wanted, one distribution at a time. */
  async #work(): Promise<void> {
    if (this.#stop !== null) return;
    const stop = (this.#stop = new AbortController());
    for (let next = this.#next(); next !== null && this.#stop === stop; next = this.#next()) {
      if (!(await this.#ask(next.card, next.theta, stop))) break;
    }
    if (this.#stop !== stop) return;
    this.#stop = null;
    this.running = null;
  }

  /** The first wanted distribution that is not known, or null. */
  #next(): { card: Card; theta: number } | null {
    const { card, thetas } = this.#wanted ?? { card: null, thetas: [] };
    if (card === null || !this.isQuick(card)) return null;
    const theta = thetas.find((each) => this.of(card, each) === null);
    return theta === undefined ? null : { card, theta };
  }

  /** Asks for one distribution; returns whether it was computed. */
  async #ask(card: Card, theta: number, stop: AbortController): Promise<boolean> {
    this.#card = keyOf(card);
    this.running = theta;
    this.progress = 0;
    const onProgress = (progress: number): void => void (this.#stop === stop && (this.progress = progress));
    try {
      const { pmf } = await this.#engine.query<DensityAnswer>("density", { ...card.args, theta }, { signal: stop.signal, onProgress });
      this.#known = new Map([...this.#known, [placeOf(card, theta), distributionOf(pmf)]]);
      return true;
    } catch (error) {
      if (!isStopped(error) && this.#stop === stop) this.error = sentenceOf(error);
      return false;
    }
  }
}

function placeOf(card: Card, theta: number): string {
  return `${theta} ${keyOf(card)}`;
}
