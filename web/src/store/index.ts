/**
 * Everything that a visit leaves in this browser: games, cards of the box of mistakes, files of a person's own (in
 * IndexedDB), and small texts that must be there at once (`texts.ts`, in the browser's local storage).
 */
import { Attempts } from "./attempts";
import { Cards } from "./cards";
import { TabChannel } from "./channel";
import { Connection } from "./connection";
import { Games } from "./games";
import { Hold, type HoldListener } from "./hold";
import { LeaseMutex, LockMutex, type Mutex } from "./mutex";
import { DATABASE } from "./schema";
import { Values } from "./values";

export { MOST_ATTEMPTS } from "./attempts";
export { StoreError, within, type Health } from "./connection";
export type { KeptCard } from "./cards";
export type { KeptGame, Known, Writing, Written } from "./games";
export { freshMark } from "./keys";
export type { Hold, HoldListener } from "./hold";

export interface StoreOptions {
  /** Of the database and of the tabs' channel; tests have their own. */
  name?: string;
  /** Null does without the browser's locks. */
  locks?: LockManager | null;
}

export class Store {
  readonly games: Games;
  readonly cards: Cards;
  readonly values: Values;
  readonly tabs: TabChannel;
  readonly attempts = new Attempts();
  readonly #connection: Connection;
  readonly #mutex: Mutex;
  readonly #name: string;

  constructor({ name = DATABASE, locks = (globalThis.navigator?.locks as LockManager | undefined) ?? null }: StoreOptions = {}) {
    this.#name = name;
    this.#connection = new Connection(name);
    this.games = new Games(this.#connection);
    this.cards = new Cards(this.#connection);
    this.values = new Values(this.#connection);
    this.tabs = new TabChannel(name);
    this.#mutex = locks === null ? new LeaseMutex(this.#connection) : new LockMutex(locks);
  }

  /** How the last write went. */
  get health(): Connection["health"] {
    return this.#connection.health;
  }

  /** Asks for something that one tab at a time has. */
  hold(what: string, listener: HoldListener): Hold {
    return new Hold(`${this.#name}:${what}`, this.#mutex, this.tabs, listener);
  }

  /** Counts something among what is being written. */
  track(writing: Promise<unknown>): void {
    this.#connection.track(writing);
  }

  /** Resolves when what was given to it is written, or could not be. */
  settled(): Promise<void> {
    return this.#connection.settled();
  }
}

/** The store of this page. */
export const store = new Store();
