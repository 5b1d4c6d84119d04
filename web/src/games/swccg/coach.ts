/**
 * The conversation with the engine about one replay.
 *
 * The engine forgets cards and replay whenever it starts anew. Before a question they are brought to an engine that
 * lacks them, and a question during which it started anew is asked again: the answer would rest on other cards.
 */
import type { AskOptions, ScreenEngine } from "../screen-types";
import { isLost, isStopped } from "../../core/errors";
import type { Action, CardsLoaded, Evaluation, Profile, Replay, Review, Side, State, WeightsTable } from "./types";

/** The texts of the person's own card files. */
export type CardTexts = Partial<Record<Side, string>>;

/** What scores rest on: a profile, and the weights that were changed. */
export interface Weighing {
  profile: Profile;
  weights: Record<string, number>;
}

/** A question is asked so often before what comes of it is taken as it is. */
const TRIES = 3;

export class Coach {
  readonly #engine: ScreenEngine;
  #cards: CardTexts = {};
  #replay: { data: string; id: string } | null = null;
  /** The engines that have the cards, and the replay as read with them. */
  #cardsAt = -1;
  #replayAt = -1;

  constructor(engine: ScreenEngine) {
    this.#engine = engine;
  }

  /** Loads card data; what is refused leaves what was there. */
  async loadCards(texts: CardTexts, options: AskOptions = {}): Promise<CardsLoaded> {
    const all = { ...this.#cards, ...texts };
    const loaded = await this.#engine.query<CardsLoaded>("load_cards", cardArgs(all), options);
    this.#cards = all;
    this.#cardsAt = this.#engine.generation;
    // The replay's titles come from the cards: it is read again.
    this.#replayAt = -1;
    return loaded;
  }

  /** Takes the card data away. The engine has no word for that, so both sides are replaced by nothing. */
  async forgetCards(): Promise<void> {
    this.#cards = {};
    this.#replayAt = -1;
    await this.#engine.query("load_cards", cardArgs({ dark: EMPTY, light: EMPTY }));
  }

  /**
   * Opens a replay; one that is refused leaves the one that is open.
   *
   * @param data its bytes in base64
   */
  open(data: string, options: AskOptions = {}): Promise<Replay> {
    return this.#whole(async () => {
      await this.#bringCards(options);
      return this.#load(data, options);
    }, options);
  }

  close(): void {
    this.#replay = null;
  }

  /** Reads the open replay again, with the cards as they are now. */
  async reopen(options: AskOptions = {}): Promise<Replay | null> {
    return this.#replay === null ? null : this.open(this.#replay.data, options);
  }

  review({ profile, weights }: Weighing, options: AskOptions = {}): Promise<Review> {
    const args = () => ({ replay_id: this.#id(), profile, weights });
    return this.#ask(() => this.#engine.query<Review>("review", args(), options), options);
  }

  state(index: number, options: AskOptions = {}): Promise<State> {
    const args = () => ({ replay_id: this.#id(), index });
    return this.#ask(() => this.#engine.query<State>("decision_state", args(), options), options);
  }

  /** The state of one decision alone, from its XML. */
  parse(xml: string, options: AskOptions = {}): Promise<State> {
    return this.#ask(() => this.#engine.query<State>("parse_decision", { xml }, options), options);
  }

  weights(): Promise<WeightsTable> {
    return this.#engine.query<WeightsTable>("weights", {});
  }

  /** Scores all options of a decision; with an answer, that one is graded. */
  evaluate(state: State, answer: string | null, weighing: Weighing & { log: boolean }, options: AskOptions = {}): Promise<Evaluation> {
    const action: Action | null = answer === null ? null : { answer };
    const params = { shortlistSize: 0, evaluatorOptions: { ...weighing } };
    return this.#ask(() => this.#engine.evaluate<Evaluation>(state, action, params, options), options);
  }

  describe(state: State): Promise<string> {
    return this.#ask(() => this.#engine.describe(state), {});
  }

  #id(): string {
    return this.#replay?.id ?? "";
  }

  /** Asks an engine that has cards and replay. */
  #ask<T>(question: () => Promise<T>, options: AskOptions): Promise<T> {
    return this.#whole(async () => {
      await this.#fill(options);
      return question();
    }, options);
  }

  /** Asks again if the engine started anew meanwhile, or had without being noticed. */
  async #whole<T>(question: () => Promise<T>, { signal }: AskOptions): Promise<T> {
    for (let left = TRIES; ; left -= 1) {
      const { generation } = this.#engine;
      try {
        const answer = await question();
        // An engine that was still starting when it was asked is the first one, not another.
        if (this.#engine.generation === generation || generation === 0 || left <= 1) return answer;
        this.#forgetEngine();
      } catch (error) {
        if (!isLost(error) || isStopped(error) || signal?.aborted === true || left <= 1) throw error;
        this.#forgetEngine();
      }
    }
  }

  #forgetEngine(): void {
    this.#cardsAt = -1;
    this.#replayAt = -1;
  }

  async #fill(options: AskOptions): Promise<void> {
    await this.#bringCards(options);
    if (this.#replay !== null && this.#replayAt !== this.#engine.generation) await this.#load(this.#replay.data, options);
  }

  async #bringCards({ signal }: AskOptions): Promise<void> {
    if (this.#cardsAt === this.#engine.generation || Object.keys(this.#cards).length === 0) return;
    await this.#engine.query("load_cards", cardArgs(this.#cards), { signal });
    this.#cardsAt = this.#engine.generation;
  }

  async #load(data: string, options: AskOptions): Promise<Replay> {
    const replay = await this.#engine.query<Replay>("load_replay", { data_base64: data }, options);
    this.#replay = { data, id: replay.replay_id };
    this.#replayAt = this.#engine.generation;
    return replay;
  }
}

const EMPTY = '{"cards":[]}';

function cardArgs({ dark, light }: CardTexts): object {
  return { ...(dark === undefined ? {} : { dark_json: dark }), ...(light === undefined ? {} : { light_json: light }) };
}
