/** The person's own card data: chosen once, kept in the browser, and loaded into the engine at each visit. */
import type { ScreenShelf, ScreenTools } from "../../screen-types";
import type { CardTexts, Coach } from "../coach";
import { sentenceOf } from "../../../core/errors";
import { cardTextsOf } from "./sample";
import type { CardsLoaded, Side } from "../types";

const KEY = "swccg:cards";
/** The sample's cards: numbers and types, in the database's format, by side. */
const SAMPLE_CARDS = "samples/swccg-sample-cards.json";
/** Set while a deletion is pending, in local storage, which writes at once even if the page ends meanwhile. */
const FORGOTTEN = "hindsight:swccg:cards-forgotten";
const SIDES: readonly Side[] = ["dark", "light"];

export class CardData {
  loaded = $state.raw<CardsLoaded | null>(null);
  busy = $state(false);
  problem = $state<string | null>(null);
  /** The sides whose cards are loaded. */
  sides = $state.raw<readonly Side[]>([]);
  /** What was removed last, while that can still be undone. */
  forgotten = $state.raw<CardTexts | null>(null);
  /** The number of cards of the open sample game that are loaded in place of the person's own; they are not kept. */
  lent = $state(0);
  readonly #coach: Coach;
  /** The database, which holds the card data. */
  readonly #shelf: ScreenShelf;
  /** Local storage, which holds the mark `FORGOTTEN`. */
  readonly #marks: ScreenTools["texts"];
  readonly #fetchFile: ScreenTools["fetchFile"];
  /** The person's own card data that is loaded. */
  #texts: CardTexts = {};

  constructor(coach: Coach, { shelf, texts, fetchFile }: Pick<ScreenTools, "shelf" | "texts" | "fetchFile">) {
    this.#fetchFile = fetchFile;
    this.#coach = coach;
    this.#shelf = shelf;
    this.#marks = texts;
  }

  /** Loads the card data kept at an earlier visit. */
  async restore(): Promise<void> {
    if (this.#marks.read(FORGOTTEN) !== null) return this.#delete();
    const kept = (await this.#shelf.get(KEY).catch(() => undefined)) as CardTexts | undefined;
    const texts: CardTexts = {};
    for (const side of SIDES) if (typeof kept?.[side] === "string") texts[side] = kept[side];
    if (Object.keys(texts).length > 0) await this.#load(texts);
  }

  /** Loads and keeps card data; returns whether the engine accepted it. */
  async take(texts: CardTexts): Promise<boolean> {
    const taken = await this.#load(texts);
    // Without a database the cards last as long as the page.
    if (taken) {
      this.#marks.write(FORGOTTEN, null);
      await this.#shelf.set(KEY, this.#texts).catch(() => undefined);
    }
    return taken;
  }

  /** Loads the sample game's own cards for the sample, and removes them for any other game. */
  async forGame(sample: boolean): Promise<void> {
    if (!sample) return this.giveBack();
    // Without them the sample still opens.
    const texts = await this.#fetchFile(SAMPLE_CARDS)
      .then((file) => cardTextsOf(new TextDecoder().decode(file)))
      .catch(() => ({}));
    await this.#lend(texts);
  }

  /** Loads the sample game's own cards, for the sides of which the person has none. */
  async #lend(cards: CardTexts): Promise<void> {
    const missing: CardTexts = {};
    for (const side of SIDES) if (this.#texts[side] === undefined && cards[side] !== undefined) missing[side] = cards[side];
    if (Object.keys(missing).length === 0) return;
    const loaded = await this.#coach.loadCards(missing).catch(() => null);
    this.lent = SIDES.reduce((sum, side) => sum + (missing[side] === undefined ? 0 : (loaded?.taken[side] ?? 0)), 0);
  }

  /** Unloads the sample game's cards: another game is scored with the person's own. */
  async giveBack(): Promise<void> {
    if (this.lent === 0) return;
    this.lent = 0;
    await this.#coach.forgetCards().catch(() => undefined);
    if (Object.keys(this.#texts).length > 0) await this.#coach.loadCards(this.#texts).catch(() => undefined);
  }

  /** Removes the person's card data, here and from the engine. */
  async forget(): Promise<void> {
    if (Object.keys(this.#texts).length > 0) this.forgotten = this.#texts;
    this.#texts = {};
    this.loaded = null;
    this.sides = [];
    this.problem = null;
    this.lent = 0;
    this.#marks.write(FORGOTTEN, "1");
    await this.#delete();
    try {
      await this.#coach.forgetCards();
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  /** Deletes the kept data; if that fails, the next visit tries again. */
  async #delete(): Promise<void> {
    await this.#shelf.del(KEY).then(
      () => this.#marks.write(FORGOTTEN, null),
      () => undefined,
    );
  }

  /** Undoes `forget`; returns whether that worked. */
  async bringBack(): Promise<boolean> {
    return this.forgotten !== null && (await this.take(this.forgotten));
  }

  async #load(texts: CardTexts): Promise<boolean> {
    this.busy = true;
    this.problem = null;
    try {
      this.loaded = await this.#coach.loadCards(texts);
      this.#texts = { ...this.#texts, ...texts };
      this.forgotten = null;
      this.sides = SIDES.filter((side) => this.#texts[side] !== undefined);
      if (this.sides.length === SIDES.length) this.lent = 0;
      return true;
    } catch (error) {
      this.problem = sentenceOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
