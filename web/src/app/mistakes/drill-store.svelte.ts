/** The box of mistakes, stored in the browser card by card. */
import type { KeptCard, Store } from "../../store";
import { addCard, answer, dueCards, EMPTY_BOX, nextDue, parseBox, removeCard, type DrillBox, type DrillCard } from "./drills";
import type { Decision } from "../../core/session";

export class DrillStore {
  box = $state.raw<DrillBox>(EMPTY_BOX);
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
    void this.load();
    store.tabs.subscribe((message) => {
      if (message.type === "cards") void this.load();
    });
  }

  /** Reads the cards again. */
  async load(): Promise<void> {
    const before = this.box.cards;
    try {
      const kept = parseBox({ cards: await this.#store.cards.all() });
      // Cards added while the box was being read are newer.
      const fresh = this.box.cards.filter((card) => !before.includes(card));
      this.box = { version: 1, cards: [...kept.cards.filter(({ id }) => !fresh.some((card) => card.id === id)), ...fresh] };
    } catch {
      // Without a database the box lasts as long as the page.
    }
  }

  due(rulesetId: string): DrillCard[] {
    return dueCards(this.box, rulesetId, this.#now());
  }

  /** The number of cards of a game, due or not. */
  size(rulesetId: string): number {
    return this.box.cards.filter(({ state }) => state.ruleset_id === rulesetId).length;
  }

  /** Milliseconds until the next card is due, or null when there is none. */
  rest(rulesetId: string): number | null {
    const due = nextDue(this.box, rulesetId, this.#now());
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
    const before = this.box.cards;
    this.box = box;
    const put = box.cards.filter((card) => !before.includes(card)) as unknown as KeptCard[];
    const remove = before.filter(({ id }) => !box.cards.some((card) => card.id === id)).map(({ id }) => id);
    void this.#store.cards.change(put, remove).then(
      () => this.#store.tabs.send({ type: "cards" }),
      () => undefined,
    );
  }
}
