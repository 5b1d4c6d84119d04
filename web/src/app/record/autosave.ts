/**
 * The game that goes on where it was left.
 *
 * A saved game that makes the page fail must not do so at every visit: while one is being loaded a mark stands
 * beside it, taken away only when it is on the screen. A mark found at the next visit, or a text that cannot be
 * read, sets the game aside: kept for its owner, not opened again.
 */
import { del, get, set } from "idb-keyval";
import { importValue, ImportProblem, type GameRecord } from "./record";

/** Where saved games are kept; tests give their own. */
export interface Shelf {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  del(key: string): Promise<void>;
}

/** The browser's database. */
export const browserShelf: Shelf = {
  get: (key) => get(key),
  set: (key, value) => set(key, value),
  del: (key) => del(key),
};

export type Restored =
  | { kind: "none" }
  | { kind: "game"; record: GameRecord; loaded: () => Promise<void>; failed: () => Promise<void> }
  | { kind: "aside"; sentence: string };

export const ASIDE_SENTENCE = "Your saved game could not be opened, so it was set aside.";

export class Autosave {
  readonly #key: string;
  readonly #shelf: Shelf;
  #pending: GameRecord | null = null;
  #writing: Promise<void> | null = null;

  /** @param name one saved game per name, such as "azul:play" */
  constructor(name: string, shelf: Shelf = browserShelf) {
    this.#key = `game:${name}`;
    this.#shelf = shelf;
  }

  /** Saves in the background; of several calls in a row the last one counts. */
  save(record: GameRecord): void {
    this.#pending = record;
    this.#writing ??= this.#write();
  }

  /** Resolves when what was given to `save` is kept, or could not be. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#pending !== null) {
      // Writing a long game takes a few milliseconds: not those in which a move is shown.
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (this.#pending === null) break;
      const text = JSON.stringify(this.#pending);
      this.#pending = null;
      try {
        await this.#shelf.set(this.#key, text);
      } catch {
        // No database here (private window, full disk): the game goes on unsaved.
      }
    }
    this.#writing = null;
  }

  /** Forgets the saved game. */
  async clear(): Promise<void> {
    this.#pending = null;
    await this.#writing;
    await quietly(() => this.#shelf.del(this.#key));
  }

  /** The saved game; its `loaded` is to be called once it is on the screen, its `failed` when it cannot be. */
  async restore(): Promise<Restored> {
    let text: unknown;
    let mark: unknown;
    try {
      [text, mark] = await Promise.all([this.#shelf.get(this.#key), this.#shelf.get(this.#markKey)]);
    } catch {
      return { kind: "none" };
    }
    if (text === undefined || text === null) return { kind: "none" };
    if (mark !== undefined) return this.#setAside(text);
    try {
      if (typeof text !== "string") throw new ImportProblem("not text");
      const imported = importValue(JSON.parse(text));
      if (imported.kind !== "game") throw new ImportProblem("not a game");
      await this.#shelf.set(this.#markKey, true);
      return {
        kind: "game",
        record: imported.record,
        loaded: () => quietly(() => this.#shelf.del(this.#markKey)),
        failed: async () => void (await this.#setAside(text)),
      };
    } catch {
      return this.#setAside(text);
    }
  }

  /** The text of a game that was set aside, or null. */
  async asideText(): Promise<string | null> {
    try {
      const text = await this.#shelf.get(this.#asideKey);
      return text === undefined ? null : typeof text === "string" ? text : JSON.stringify(text);
    } catch {
      return null;
    }
  }

  get #markKey(): string {
    return `${this.#key}:loading`;
  }

  get #asideKey(): string {
    return `${this.#key}:aside`;
  }

  async #setAside(text: unknown): Promise<Restored> {
    await quietly(() => this.#shelf.set(this.#asideKey, text));
    await quietly(() => this.#shelf.del(this.#key));
    await quietly(() => this.#shelf.del(this.#markKey));
    return { kind: "aside", sentence: ASIDE_SENTENCE };
  }
}

async function quietly(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch {
    // The database is a convenience: without it nothing is kept, and nothing else fails.
  }
}
