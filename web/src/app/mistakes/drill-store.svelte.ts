/** The box of mistakes, kept in the browser. */
import { browserShelf, type Shelf } from "../record/autosave";
import { addCard, answer, dueCards, EMPTY_BOX, nextDue, parseBox, removeCard, type DrillBox, type DrillCard } from "./drills";
import type { Decision } from "../../core/session";

const KEY = "drills";

export class DrillStore {
  box = $state.raw<DrillBox>(EMPTY_BOX);
  readonly #shelf: Shelf;
  readonly #now: () => number;
  readonly #loaded: Promise<void>;

  constructor(shelf: Shelf = browserShelf, now: () => number = Date.now) {
    this.#shelf = shelf;
    this.#now = now;
    this.#loaded = this.#load();
  }

  async #load(): Promise<void> {
    try {
      const kept = parseBox(await this.#shelf.get(KEY));
      // Whatever came in while the box was being read is newer.
      const fresh = this.box.cards;
      this.box = { version: 1, cards: [...kept.cards.filter(({ id }) => !fresh.some((card) => card.id === id)), ...fresh] };
    } catch {
      // No database: the box lasts as long as the page.
    }
  }

  due(rulesetId: string): DrillCard[] {
    return dueCards(this.box, rulesetId, this.#now());
  }

  /** Cards of a game, due or not. */
  size(rulesetId: string): number {
    return this.box.cards.filter(({ state }) => state.ruleset_id === rulesetId).length;
  }

  /** Milliseconds until the next card falls due, or null when there is none. */
  rest(rulesetId: string): number | null {
    const due = nextDue(this.box, rulesetId);
    return due === null ? null : Math.max(0, due - this.#now());
  }

  add(decisions: readonly Decision[]): void {
    this.#set(decisions.reduce((box, decision) => addCard(box, decision, this.#now()), this.box));
  }

  answer(id: string, right: boolean): void {
    this.#set(answer(this.box, id, right, this.#now()));
  }

  remove(id: string): void {
    this.#set(removeCard(this.box, id));
  }

  #set(box: DrillBox): void {
    this.box = box;
    void this.#loaded.then(() => this.#shelf.set(KEY, this.box)).catch(() => undefined);
  }
}
