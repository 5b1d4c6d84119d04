/** Kept games: one on each table, and others that were set aside or made room. No write loses one that it does not know. */
import type { IDBPObjectStore } from "idb";
import type { Connection } from "./connection";
import { freshKey } from "./keys";
import type { KeptGame, Schema } from "./schema";

export type { KeptGame } from "./schema";

/** What a writer knows of the game that lies where it writes: its revision, 0 for none, or null for "nothing". */
export type Known = number | null;

/** Who writes, and what. */
export interface Writing {
  text: string;
  known: Known;
  /** The writer's own mark: what lies there and was written by the same one is known. */
  writer: string;
}

export type Written =
  | { kind: "written"; revision: number }
  /** Somebody else has written since: what lies there stays. */
  | { kind: "conflict" };

type Shelf = IDBPObjectStore<Schema, ["games"], "games", "readwrite">;

export class Games {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * The game on a table.
   *
   * @throws StoreError when that is not known
   */
  read(table: string): Promise<KeptGame | undefined> {
    return this.#connection.read((database) => database.get("games", table));
  }

  /** The same, however long it takes. */
  readAtLast(table: string): Promise<KeptGame | undefined> {
    return this.#connection.readAtLast((database) => database.get("games", table));
  }

  /** The other games of a table, the latest first; none where they cannot be read. */
  async others(table: string): Promise<KeptGame[]> {
    try {
      const all = await this.#connection.read((database) => database.getAllFromIndex("games", "table", table));
      return all.filter(({ key }) => key !== table).sort((a, b) => b.saved - a.saved);
    } catch {
      return [];
    }
  }

  /**
   * Writes the game on a table. One that the writer knows nothing of makes room: it gets a key of its own.
   *
   * @throws StoreError when it is not kept
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

  /** Keeps a game beside the one on the table. */
  async keepBeside(table: string, text: string): Promise<void> {
    const game = { key: freshKey(table), table, text, revision: 1, writer: "", saved: Date.now(), aside: false };
    await this.#change((shelf) => shelf.put(game));
  }

  /** Takes the game off a table, unless it has changed; it is kept, and not opened by itself again. */
  async setAside(table: string, revision: number): Promise<void> {
    await this.#change(async (shelf) => {
      const there = await shelf.get(table);
      if (there?.revision !== revision) return;
      await shelf.put({ ...there, key: freshKey(table), aside: true });
      await shelf.delete(table);
    });
  }

  /** Puts another kept game on its table; the one that lies there is kept in its place. */
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

  /** Forgets a game that is not on its table. */
  async forget(key: string): Promise<void> {
    await this.#change((shelf) => shelf.delete(key));
  }

  /** One transaction: all of the work comes about, or nothing. */
  #change<T>(work: (shelf: Shelf) => Promise<T>): Promise<T> {
    return this.#connection.write("games", async (database) => {
      const transaction = database.transaction("games", "readwrite");
      // What ends it is thrown from the work.
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
    // It had ended already.
  }
}
