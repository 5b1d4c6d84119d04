/**
 * Queries to the engine about one replay.
 *
 * The engine loses cards and replay whenever it restarts. Each query loads them again first where they are missing, and
 * is repeated if the engine restarted meanwhile: the result would rest on other cards.
 */
import type { AskOptions, ScreenEngine } from "../screen-types";
import { isLost, isStopped } from "../../core/errors";
import type { Action, CardRules, CardsLoaded, Evaluation, Outlook, Profile, Replay, Review, Side, State, WeightsTable } from "./types";

/** The contents of the person's own card files. */
export type CardTexts = Partial<Record<Side, string>>;

/** What scores depend on: a profile and the changed weights. */
export interface Weighing {
  profile: Profile;
  weights: Record<string, number>;
  /** The person's own card rules as TOML; absent for the shipped ones. */
  rules?: string;
}

/** How often a query is tried before its outcome is accepted as it is. */
const TRIES = 3;

export class Coach {
  readonly #engine: ScreenEngine;
  #cards: CardTexts = {};
  #replay: { data: string; id: string } | null = null;
  /** The engine generations that have these cards and no others, and the replay read with them; -1 for none. */
  #cardsAt = -1;
  #replayAt = -1;

  constructor(engine: ScreenEngine) {
    this.#engine = engine;
  }

  /** Loads card data; if it is refused, the previous data stays. */
  async loadCards(texts: CardTexts, options: AskOptions = {}): Promise<CardsLoaded> {
    const all = { ...this.#cards, ...texts };
    const loaded = await this.#engine.query<CardsLoaded>("load_cards", cardArgs(all), options);
    this.#cards = all;
    this.#cardsAt = this.#engine.generation;
    // The replay's titles come from the cards, so it has to be read again.
    this.#replayAt = -1;
    return loaded;
  }

  /** Removes the card data. */
  async forgetCards(): Promise<void> {
    this.#cards = {};
    this.#forgetEngine();
    await this.#restoreCards({});
  }

  /**
   * Opens a replay; if it is refused, the open one stays.
   *
   * @param data the file's bytes in base64
   */
  open(data: string, options: AskOptions = {}): Promise<Replay> {
    return this.#retried(async () => {
      await this.#restoreCards(options);
      return this.#load(data, options);
    }, options);
  }

  close(): void {
    this.#replay = null;
  }

  /** Reads the open replay again with the current cards. */
  async reopen(options: AskOptions = {}): Promise<Replay | null> {
    return this.#replay === null ? null : this.open(this.#replay.data, options);
  }

  review({ profile, weights, rules }: Weighing, options: AskOptions = {}): Promise<Review> {
    const args = () => ({ replay_id: this.#id(), profile, weights, ...(rules === undefined ? {} : { rules }) });
    return this.#ask(() => this.#engine.query<Review>("review", args(), options), options);
  }

  state(index: number, options: AskOptions = {}): Promise<State> {
    const args = () => ({ replay_id: this.#id(), index });
    return this.#ask(() => this.#engine.query<State>("decision_state", args(), options), options);
  }

  /** The state of a single decision, from its XML. */
  parse(xml: string, options: AskOptions = {}): Promise<State> {
    return this.#ask(() => this.#engine.query<State>("parse_decision", { xml }, options), options);
  }

  weights(): Promise<WeightsTable> {
    return this.#engine.query<WeightsTable>("weights", {});
  }

  /** The shipped card rules, or the person's own ones if they have no mistake. */
  cardRules(rules?: string): Promise<CardRules> {
    return this.#engine.query<CardRules>("card_rules", rules === undefined ? {} : { rules });
  }

  /** Scores all options of a decision, and grades `answer` unless it is null. */
  evaluate(state: State, answer: string | null, weighing: Weighing & { log: boolean }, options: AskOptions = {}): Promise<Evaluation> {
    const action: Action | null = answer === null ? null : { answer };
    const params = { shortlistSize: 0, evaluatorOptions: { ...weighing } };
    return this.#ask(() => this.#engine.evaluate<Evaluation>(state, action, params, options), options);
  }

  /** Force drains, battle odds and the next destiny at a state. */
  outlook(state: State, options: AskOptions = {}): Promise<Outlook> {
    return this.#ask(() => this.#engine.query<Outlook>("outlook", { state }, options), options);
  }

  describe(state: State): Promise<string> {
    return this.#ask(() => this.#engine.describe(state), {});
  }

  #id(): string {
    return this.#replay?.id ?? "";
  }

  /** Runs a query on an engine that has the cards and the replay. */
  #ask<T>(query: () => Promise<T>, options: AskOptions): Promise<T> {
    return this.#retried(async () => {
      await this.#restore(options);
      return query();
    }, options);
  }

  /** Repeats a query if the engine restarted during it, or had restarted unnoticed before. */
  async #retried<T>(query: () => Promise<T>, { signal }: AskOptions): Promise<T> {
    for (let left = TRIES; ; left -= 1) {
      const { generation } = this.#engine;
      try {
        const answer = await query();
        // Generation 0 is an engine that was still starting: it has become the first one, not been replaced.
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

  async #restore(options: AskOptions): Promise<void> {
    await this.#restoreCards(options);
    if (this.#replay !== null && this.#replayAt !== this.#engine.generation) await this.#load(this.#replay.data, options);
  }

  async #restoreCards({ signal }: AskOptions): Promise<void> {
    if (this.#cardsAt === this.#engine.generation) return;
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

/**
 * Both sides, always: the engine keeps a side that it is not given, and may have one from an earlier opening of this screen. It has no
 * command to remove one, so that a side without cards is replaced by an empty one.
 */
function cardArgs({ dark = EMPTY, light = EMPTY }: CardTexts): object {
  return { dark_json: dark, light_json: light };
}
