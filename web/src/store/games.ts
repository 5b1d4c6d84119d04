/** Kept games: one on each table, and others that were set aside or made room. No write loses one that it does not know. */
import type { Connection } from "./connection";
import { freshKey } from "./keys";
import type { KeptGame } from "./schema";

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
    return this.#connection.write(async (database): Promise<Written> => {
      const transaction = database.transaction("games", "readwrite");
      const there = await transaction.store.get(table);
      const own = there?.writer === writer;
      if (!own && known !== null && (there?.revision ?? 0) !== known) {
        await transaction.done;
        return { kind: "conflict" };
      }
      if (!own && known === null && there !== undefined) await transaction.store.put({ ...there, key: freshKey(table) });
      const revision = (there?.revision ?? 0) + 1;
      await transaction.store.put({ key: table, table, text, revision, writer, saved: Date.now(), aside: false });
      await transaction.done;
      return { kind: "written", revision };
    });
  }

  /** Keeps a game beside the one on the table. */
  async keepBeside(table: string, text: string): Promise<void> {
    await this.#connection.write((database) => database.put("games", { key: freshKey(table), table, text, revision: 1, writer: "", saved: Date.now(), aside: false }));
  }

  /** Takes the game off a table, unless it has changed; it is kept, and not opened by itself again. */
  async setAside(table: string, revision: number): Promise<void> {
    await this.#connection.write(async (database) => {
      const transaction = database.transaction("games", "readwrite");
      const there = await transaction.store.get(table);
      if (there?.revision === revision) {
        await transaction.store.put({ ...there, key: freshKey(table), aside: true });
        await transaction.store.delete(table);
      }
      await transaction.done;
    });
  }

  /** Puts another kept game on its table; the one that lies there is kept in its place. */
  async putOnTable(table: string, key: string): Promise<void> {
    await this.#connection.write(async (database) => {
      const transaction = database.transaction("games", "readwrite");
      const [there, other] = await Promise.all([transaction.store.get(table), transaction.store.get(key)]);
      if (other !== undefined) {
        await transaction.store.delete(key);
        if (there !== undefined) await transaction.store.put({ ...there, key: freshKey(table) });
        const revision = Math.max(there?.revision ?? 0, other.revision) + 1;
        await transaction.store.put({ ...other, key: table, revision, writer: "", aside: false });
      }
      await transaction.done;
    });
  }
}
