/** The box of mistakes, stored in the browser card by card. */
import type { KeptCard, Store } from "../../store";
import {
  addCard,
  answer,
  dueCards,
  EMPTY_BOX,
  nextDue,
  parseBox,
  regraded,
  removeCard,
  takeCardBack,
  type DrillBox,
  type DrillCard,
} from "./drills";
import type { Decision } from "../../core/session";

export class DrillStore {
  box = $state.raw<DrillBox>(EMPTY_BOX);
  /** The cards that were changed since they were last written. */
  readonly #unwritten = new Set<string>();
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
      // Cards that were added while the box was being read, or could not be written, are newer.
      const fresh = this.box.cards.filter((card) => !before.includes(card) || this.#unwritten.has(card.id));
      const others = kept.cards.filter(({ id }) => !this.#unwritten.has(id) && !fresh.some((card) => card.id === id));
      this.box = { version: 1, cards: [...others, ...fresh] };
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

  /** @param game when their game began, if they may be taken back */
  add(decisions: readonly Decision[], game?: number): void {
    this.#set(decisions.reduce((box, decision) => addCard(box, decision, this.#now(), game), this.box));
  }

  /** Takes back what the mistakes of a game did to these cards. */
  takeBack(ids: readonly string[], game: number): void {
    this.#set(ids.reduce((box, id) => takeCardBack(box, id, game), this.box));
  }

  /** A move was graded, or graded again: the card of that mistake follows. */
  regrade(decision: Decision): void {
    const box = regraded(this.box, decision);
    if (box !== this.box) this.#set(box);
  }

  answer(id: string, right: boolean | null): void {
    this.#set(answer(this.box, id, right, this.#now()));
  }

  remove(id: string): void {
    this.#set(removeCard(this.box, id));
  }

  #set(box: DrillBox): void {
    const before = this.box.cards;
    this.box = box;
    const put = box.cards.filter((card) => !before.includes(card));
    const removed = before.filter(({ id }) => !box.cards.some((card) => card.id === id));
    for (const { id } of [...put, ...removed]) this.#unwritten.add(id);
    this.#write();
  }

  /** Writes what has changed, and what an earlier write has failed to. */
  #write(): void {
    const ids = [...this.#unwritten];
    const put = this.box.cards.filter(({ id }) => this.#unwritten.has(id)) as unknown as KeptCard[];
    const remove = ids.filter((id) => !put.some((card) => card.id === id));
    this.#unwritten.clear();
    void this.#store.cards.change(put, remove).then(
      () => this.#store.tabs.send({ type: "cards" }),
      () => ids.forEach((id) => this.#unwritten.add(id)),
    );
  }
}
