/** The state of the weights panel. */
import type { ScreenTools } from "../../screen-types";
import type { Coach, Weighing } from "../coach";
import { sentenceOf } from "../../../core/errors";
import type { Profile, WeightsTable } from "../types";
import { DEFAULTS, fitted, parseWeighing, readPasted, weighingText, type Pasted } from "./weights";
import { WEIGHT_WORDS } from "../words/weights";

const KEY = "hindsight:swccg:weights";
/** The game is rescored after this long without another change. */
const SETTLE_MS = 300;

export class WeightsState {
  table = $state.raw<WeightsTable | null>(null);
  problem = $state<string | null>(null);
  weighing = $state.raw<Weighing>(DEFAULTS);
  readonly #coach: Coach;
  readonly #texts: ScreenTools["texts"];
  readonly #onSettled: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param onSettled called once no further change has come for a moment */
  constructor(coach: Coach, texts: ScreenTools["texts"], onSettled: () => void) {
    this.#coach = coach;
    this.#texts = texts;
    this.#onSettled = onSettled;
    this.weighing = parseWeighing(texts.read(KEY)) ?? DEFAULTS;
  }

  /** Loads the table of weights, once. */
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

  /** Whether scores depend on anything but the coach's default weights. */
  get own(): boolean {
    return this.changed > 0 || this.weighing.profile !== "coach" || this.weighing.rules !== undefined;
  }

  set(name: string, value: number): void {
    if (!Number.isFinite(value)) return;
    this.#take({ ...this.weighing, weights: { ...this.weighing.weights, [name]: value } });
  }

  /** Gives some weights their defaults back. */
  restore(names: readonly string[]): void {
    const left = Object.entries(this.weighing.weights).filter(([name]) => !names.includes(name));
    this.#take({ ...this.weighing, weights: Object.fromEntries(left) });
  }

  /** The card rules in use, as text. */
  async rulesText(): Promise<string> {
    return this.weighing.rules ?? (await this.#coach.cardRules()).text;
  }

  /** Uses the person's own card rules, or the shipped ones again; returns why they cannot be used, or null. */
  async rules(text: string | null): Promise<string | null> {
    const { rules: _, ...others } = this.weighing;
    if (text === null) {
      this.#take(others);
      return null;
    }
    try {
      await this.#coach.cardRules(text);
    } catch (error) {
      return sentenceOf(error);
    }
    this.#take({ ...others, rules: text });
    return null;
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

  /** Applies pasted weights; returns what was applied, or null if the text holds no weights. */
  paste(text: string): Pasted | null {
    const given = this.table === null ? null : readPasted(text, this.table);
    this.problem = given === null ? WEIGHT_WORDS.notWeights : null;
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
