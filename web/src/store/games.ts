/**
 * Saved games: for each table (game and mode) the current one, and others that were set aside or displaced. A write never
 * destroys a game that the writer has not seen.
 */
import type { IDBPObjectStore } from "idb";
import type { Connection } from "./connection";
import { freshKey } from "./keys";
import type { KeptGame, Schema } from "./schema";

export type { KeptGame } from "./schema";

/** What a writer knows about the table's current game: its revision, 0 for no game, or null if it knows nothing. */
export type Known = number | null;

/** A write of a game. */
export interface Writing {
  text: string;
  known: Known;
  /** The writer's mark: a writer always knows what it wrote itself. */
  writer: string;
}

export type Written =
  | { kind: "written"; revision: number }
  /** Another writer has written since; its game stays. */
  | { kind: "conflict" };

type Shelf = IDBPObjectStore<Schema, ["games"], "games", "readwrite">;

export class Games {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * The current game of a table.
   *
   * @throws StoreError if it cannot be read
   */
  read(table: string): Promise<KeptGame | undefined> {
    return this.#connection.read((database) => database.get("games", table));
  }

  /** The same, without a time limit. */
  readAtLast(table: string): Promise<KeptGame | undefined> {
    return this.#connection.readAtLast((database) => database.get("games", table));
  }

  /** The other games of a table, the latest first; empty if they cannot be read. */
  async others(table: string): Promise<KeptGame[]> {
    try {
      const all = await this.#connection.read((database) => database.getAllFromIndex("games", "table", table));
      return all.filter(({ key }) => key !== table).sort((a, b) => b.saved - a.saved);
    } catch {
      return [];
    }
  }

  /**
   * Writes a table's current game, with optimistic concurrency control by revision. If the writer knows nothing, a game
   * that is already there is kept under a key of its own.
   *
   * @throws StoreError if the write fails
   */
  write(table: string, { text, known, writer }: Writing): Promise<Written> {
    return this.#change(async (shelf): Promise<Written> => {
      const there = await shelf.get(table);
      const own = there?.writer === writer;
      if (!own && known !== null && (there?.revision ?? 0) !== known) return { kind: "conflict" };
      if (!own && known === null && there !== undefined) await shelf.put({ ...there, key: freshKey(table) });
      const revision = (there?.revision ?? 0) + 1;
      await shelf.put({ key: table, table, text, revision, writer, saved: Date.now(), aside: false });
      return { kind: "written", revision };
    });
  }

  /** Saves a game beside the table's current one. */
  async keepBeside(table: string, text: string): Promise<void> {
    const game = { key: freshKey(table), table, text, revision: 1, writer: "", saved: Date.now(), aside: false };
    await this.#change((shelf) => shelf.put(game));
  }

  /** Removes the current game from a table, unless it has changed; it is kept, but no longer opened automatically. */
  async setAside(table: string, revision: number): Promise<void> {
    await this.#change(async (shelf) => {
      const there = await shelf.get(table);
      if (there?.revision !== revision) return;
      await shelf.put({ ...there, key: freshKey(table), aside: true });
      await shelf.delete(table);
    });
  }

  /** Makes another saved game the table's current one; the previous one is kept among the others. */
  async putOnTable(table: string, key: string): Promise<void> {
    await this.#change(async (shelf) => {
      const [there, other] = await Promise.all([shelf.get(table), shelf.get(key)]);
      if (other === undefined) return;
      await shelf.delete(key);
      if (there !== undefined) await shelf.put({ ...there, key: freshKey(table) });
      const revision = Math.max(there?.revision ?? 0, other.revision) + 1;
      await shelf.put({ ...other, key: table, revision, writer: "", aside: false });
    });
  }

  /** Deletes a game that is not its table's current one. */
  async forget(key: string): Promise<void> {
    await this.#change((shelf) => shelf.delete(key));
  }

  /** Runs the work in one transaction. */
  #change<T>(work: (shelf: Shelf) => Promise<T>): Promise<T> {
    return this.#connection.write("games", async (database) => {
      const transaction = database.transaction("games", "readwrite");
      // The cause of an abort is thrown by the work itself.
      transaction.done.catch(() => undefined);
      try {
        const done = await work(transaction.store);
        await transaction.done;
        return done;
      } catch (thrown) {
        if (transaction.error === null) abort(transaction);
        throw thrown;
      }
    });
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
}
