/**
 * Everything that a visit leaves in this browser: games, drill cards and a person's own files (in IndexedDB), and small
 * texts that must be available at once (`texts.ts`, in local storage).
 */
import { Attempts } from "./attempts";
import { Cards } from "./cards";
import { TabChannel } from "./channel";
import { Connection } from "./connection";
import { Games } from "./games";
import { Hold, type HoldListener } from "./hold";
import { LeaseMutex, LockMutex, type Mutex } from "./mutex";
import { Persistence } from "./persistence";
import { DATABASE, SOURCES, type Source } from "./schema";
import { clearTexts } from "./texts";
import { Values } from "./values";

export { MOST_ATTEMPTS } from "./attempts";
export { StoreError, within, type Health } from "./connection";
export type { KeptCard } from "./cards";
export type {
  About,
  Amendment,
  Forgotten,
  Games,
  Incoming,
  KeptGame,
  KindLoss,
  Known,
  Outcome,
  Source,
  Summary,
  Writing,
  Written,
} from "./games";
export { freshKey, freshMark } from "./keys";
export type { Hold, HoldListener } from "./hold";
export type { Persisted } from "./persistence";

export interface StoreOptions {
  /** The name of the database and of the tabs' channel; tests use their own. */
  name?: string;
  /** Null uses leases in the database in place of the browser's locks. */
  locks?: LockManager | null;
}

export class Store {
  readonly games: Games;
  readonly cards: Cards;
  readonly values: Values;
  readonly tabs: TabChannel;
  readonly attempts = new Attempts();
  readonly persistence = new Persistence();
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
    this.games.removed.subscribe((removed) => removed !== null && this.tabs.send({ type: "removed", ...removed }));
    this.games.amended.subscribe((amended) => amended !== null && this.tabs.send({ type: "amended", ...amended }));
    this.#mutex = locks === null ? new LeaseMutex(this.#connection) : new LockMutex(locks);
  }

  /** The outcome of the latest writes. */
  get health(): Connection["health"] {
    return this.#connection.health;
  }

  /** Requests something that only one tab at a time can hold. */
  hold(what: string, listener: HoldListener): Hold {
    return new Hold(`${this.#name}:${what}`, this.#mutex, this.tabs, listener);
  }

  /**
   * Deletes everything, also what earlier versions of the page left; the page must be reloaded afterwards.
   *
   * @throws StoreError if that fails
   */
  async clear(): Promise<void> {
    await this.#connection.clear();
    clearTexts();
    this.tabs.send({ type: "cleared" });
  }

  /** Includes a promise in `settled`. */
  track(writing: Promise<unknown>): void {
    this.#connection.track(writing);
  }

  /** Resolves when everything given to the store is written, or has failed. */
  settled(): Promise<void> {
    return this.#connection.settled();
  }
}

/** Whether a value in a file says how a game came to be that was not played here. */
export const isSource = (value: unknown): value is Source => SOURCES.includes(value as Source);

/** The store of this page. */
export const store = new Store();
