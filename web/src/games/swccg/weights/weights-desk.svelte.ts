/** The weights panel's state. */
import type { ScreenTools } from "../../screen-types";
import type { Coach, Weighing } from "../coach";
import { sentenceOf } from "../../../core/errors";
import type { Profile, WeightsTable } from "../types";
import { DEFAULTS, fitted, parseWeighing, readPasted, weighingText, type Pasted } from "./weights";

const KEY = "hindsight:swccg:weights";
/** A change counts when nothing more has come for so long. */
const SETTLE_MS = 300;

export class WeightsDesk {
  table = $state.raw<WeightsTable | null>(null);
  problem = $state<string | null>(null);
  weighing = $state.raw<Weighing>(DEFAULTS);
  readonly #coach: Coach;
  readonly #texts: ScreenTools["texts"];
  readonly #onSettled: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param onSettled called when a change has settled */
  constructor(coach: Coach, texts: ScreenTools["texts"], onSettled: () => void) {
    this.#coach = coach;
    this.#texts = texts;
    this.#onSettled = onSettled;
    this.weighing = parseWeighing(texts.read(KEY)) ?? DEFAULTS;
  }

  /** Asks for the weights there are, once. */
  async load(): Promise<void> {
    if (this.table !== null) return;
    try {
      this.table = await this.#coach.weights();
      this.problem = null;
      this.weighing = fitted(this.weighing, this.table);
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  get changed(): number {
    return Object.keys(this.weighing.weights).length;
  }

  /** Whether scores rest on anything but the coach's own weights. */
  get own(): boolean {
    return this.changed > 0 || this.weighing.profile !== "coach";
  }

  set(name: string, value: number): void {
    if (!Number.isFinite(value)) return;
    this.#take({ ...this.weighing, weights: { ...this.weighing.weights, [name]: value } });
  }

  profile(profile: Profile): void {
    this.#take({ ...this.weighing, profile });
  }

  reset(): void {
    this.#take(DEFAULTS);
  }

  text(): string {
    return weighingText(this.weighing);
  }

  /** Takes weights that were copied; answers what came of it, or null where they are none. */
  paste(text: string): Pasted | null {
    const given = this.table === null ? null : readPasted(text, this.table);
    this.problem = given === null ? "This is not the JSON of weights that were copied here." : null;
    if (given !== null) this.#take(given.weighing);
    return given;
  }

  #take(weighing: Weighing): void {
    this.weighing = this.table === null ? weighing : fitted(weighing, this.table);
    this.#texts.write(KEY, this.own ? this.text() : null);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onSettled, SETTLE_MS);
  }
}
