/**
 * Saved games: for each table (game and mode) the current one, and others that were left, set aside or displaced. A write
 * never destroys a game that the writer has not seen. Every game has a summary, which is written with it.
 */
import type { IDBPObjectStore } from "idb";
import type { Connection } from "./connection";
import { Signal } from "../core/signal";
import { freshKey } from "./keys";
import { summaryOf, type About, type KeptGame, type Schema, type Summary } from "./schema";

export type { About, KeptGame, KindLoss, Outcome, Source, Summary } from "./schema";

/** What a writer knows about the table's current game: its revision, 0 for no game, or null if it knows nothing. */
export type Known = number | null;

/** A write of a game. */
export interface Writing {
  text: string;
  known: Known;
  /** The writer's mark: a writer always knows what it wrote itself. */
  writer: string;
  about?: About | null;
  /** Adds what the stored version knows to this one; returns null if the stored text is another game. Default: always null. */
  merge?: (stored: string) => Amendment | null;
}

/** The text and the summary of a game that was added to. */
export type Amendment = Pick<Writing, "text" | "about">;

export type Written =
  | { kind: "written"; revision: number }
  /** Another writer has written since; its game stays. */
  | { kind: "conflict" };

/** A game that comes from elsewhere, such as a file. */
export type Incoming = Omit<KeptGame, "key" | "revision" | "writer"> & {
  name: string;
  about: About | null;
  /** It was the current game of its table there. */
  current?: boolean;
};

type Names = ["games", "summaries"];

export class Games {
  /** A game that has just been deleted on this page, or was put (back) on its table. */
  readonly removed = new Signal<{ key: string; back: boolean } | null>(null);
  /** A game that this page has just added to: what is known of its moves, or, if it was not played here, the game itself. */
  readonly amended = new Signal<{ key: string } | null>(null);
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * The current game of a table, or another one by its key.
   *
   * @throws StoreError if it cannot be read
   */
  read(key: string): Promise<KeptGame | undefined> {
    return this.#connection.read((database) => database.get("games", key));
  }

  /** Reads a game like `read`, without a time limit. */
  readAtLast(key: string): Promise<KeptGame | undefined> {
    return this.#connection.readAtLast((database) => database.get("games", key));
  }

  /**
   * The summaries of all games, the latest first.
   *
   * @throws StoreError if they cannot be read
   */
  async summaries(): Promise<Summary[]> {
    const all = await this.#connection.read((database) => {
      const transaction = database.transaction("summaries");
      // The cause of an abort, such as deleted site data, is thrown by the read itself.
      transaction.done.catch(() => undefined);
      return transaction.store.getAll();
    });
    return all.map(inTodaysUnit).sort((a, b) => b.saved - a.saved);
  }

  /** Every game, however long reading takes. */
  all(): Promise<KeptGame[]> {
    return this.#connection.readAtLast((database) => database.getAll("games"));
  }

  /**
   * Writes a table's current game, with optimistic concurrency control by revision. If the writer knows nothing, a game
   * that is already there is kept under a key of its own. What was added to the game by another is merged.
   *
   * @throws StoreError if the write fails
   */
  write(table: string, { text, known, writer, about = null, merge = () => null }: Writing): Promise<Written> {
    return this.#change(async (shelf): Promise<Written> => {
      const stored = await shelf.get(table);
      const own = stored?.writer === writer;
      if (!own && known !== null && (stored?.revision ?? 0) !== known) return { kind: "conflict" };
      // A game that this writer has not seen makes room.
      if (!own && known === null && stored !== undefined) await shelf.move(stored, freshKey(table));
      const revision = (stored?.revision ?? 0) + 1;
      // Others add findings to a stored game, which this text may lack.
      const amended = stored?.amended === true && (own || known !== null) ? stored : null;
      const merged = amended === null ? null : merge(amended.text);
      const whole = merged ?? { text, about };
      const saved = await dateOf(shelf, own || known !== null ? stored : undefined, whole);
      const game = { key: table, table, text: whole.text, revision, writer, saved, aside: false };
      await shelf.put(amended === null ? game : { ...game, amended: true }, whole.about ?? null);
      return { kind: "written", revision };
    });
  }

  /**
   * Writes one of a table's other games under its key. A version of another writer that this one has not seen is merged if it
   * has the same moves; otherwise it stays, and this one gets a key of its own.
   *
   * @param revive write it also if it was deleted meanwhile
   * @returns the key and the revision that were written
   * @throws StoreError if the write fails
   */
  writeOther(table: string, key: string, writing: Writing, revive: boolean): Promise<{ key: string; revision: number }> {
    const { text, known, writer, about = null, merge = () => null } = writing;
    return this.#change(async (shelf) => {
      const stored = await shelf.get(key);
      // Deleted meanwhile.
      if (stored === undefined && known !== null && known > 0 && !revive) return { key, revision: known };
      const merged = stored === undefined ? null : merge(stored.text);
      const keepsKey = merged !== null || stored === undefined || stored.writer === writer || stored.revision === known;
      const place = keepsKey ? key : freshKey(table);
      const revision = keepsKey ? (stored?.revision ?? 0) + 1 : 1;
      const whole = merged ?? { text, about };
      const saved = await dateOf(shelf, keepsKey ? stored : undefined, whole);
      const game = { key: place, table, text: whole.text, revision, writer, saved, aside: false };
      await shelf.put(game, whole.about ?? null);
      return { key: place, revision };
    });
  }

  /**
   * Adds to the text and the summary of a game what was found out about it. Its revision and its date stay, since nobody played.
   *
   * @param change returns null to leave the game as it is
   * @returns whether the game was changed
   * @throws StoreError if the write fails
   */
  async amend(key: string, change: (text: string, about: About | null) => Amendment | null): Promise<boolean> {
    const done = await this.#change(async (shelf) => {
      const [game, summary] = await Promise.all([shelf.get(key), shelf.summary(key)]);
      const changed = game === undefined ? null : change(game.text, summary?.about ?? null);
      if (game === undefined || changed === null) return false;
      await shelf.put({ ...game, text: changed.text, amended: true }, changed.about ?? null);
      return true;
    });
    if (done) this.amended.set({ key });
    return done;
  }

  /** Saves a game beside the table's current one. */
  async keepBeside(table: string, text: string, about: About | null = null): Promise<void> {
    const game = { key: freshKey(table), table, text, revision: 1, writer: "", saved: Date.now(), aside: false };
    await this.#change((shelf) => shelf.put(game, about));
  }

  /** Removes the current game from a table, unless it has changed; it is kept, but no longer opened automatically. */
  async setAside(table: string, revision: number): Promise<void> {
    await this.#change(async (shelf) => {
      const there = await shelf.get(table);
      if (there?.revision === revision) await shelf.move({ ...there, aside: true }, freshKey(table));
    });
  }

  /** Makes another saved game the table's current one; the previous one is kept among the others. */
  async putOnTable(table: string, key: string): Promise<void> {
    await this.#change(async (shelf) => {
      const [there, other] = await Promise.all([shelf.get(table), shelf.get(key)]);
      if (other === undefined) return;
      if (there !== undefined) await shelf.move(there, freshKey(table));
      const revision = Math.max(there?.revision ?? 0, other.revision) + 1;
      await shelf.move({ ...other, revision, writer: "", aside: false }, table);
    });
  }

  /**
   * Adds games that come from elsewhere, each under a key of its own, in one transaction. A table without a game here gets
   * the one that it had there.
   */
  async add(games: readonly Incoming[]): Promise<void> {
    const placed = await this.#change(async (shelf) => {
      const tables: string[] = [];
      for (const { name, about, current = false, ...game } of games) {
        const free = current && !game.aside && (await shelf.get(game.table)) === undefined;
        if (free) tables.push(game.table);
        await shelf.put({ ...game, key: free ? game.table : freshKey(game.table), revision: 1, writer: "" }, about, name);
      }
      return tables;
    });
    for (const key of placed) this.removed.set({ key, back: true });
  }

  /** Names a game; an empty name removes it. */
  async rename(key: string, name: string): Promise<void> {
    await this.#summarize(key, (summary) => ({ ...summary, name }));
  }

  /** Completes the summary of a game that has none yet. */
  async describe(key: string, about: About): Promise<void> {
    await this.#summarize(key, (summary) => ({ ...summary, about: summary.about ?? about }));
  }

  /** Replaces a summary of an earlier version, as it was read, by a complete one; one that was written meanwhile stays. */
  async complete(key: string, before: About, about: About): Promise<void> {
    const read = JSON.stringify(before);
    await this.#summarize(key, (summary) => (JSON.stringify(summary.about) === read ? { ...summary, about } : summary));
  }

  /**
   * Deletes a game.
   *
   * @returns what `restore` needs; undefined if there was no such game
   */
  async forget(key: string): Promise<Forgotten | undefined> {
    const forgotten = await this.#change(async (shelf) => {
      const [game, summary] = await Promise.all([shelf.get(key), shelf.summary(key)]);
      await shelf.remove(key);
      return game === undefined ? undefined : { game, summary: summary ?? summaryOf(game, null) };
    });
    this.removed.set({ key, back: false });
    return forgotten;
  }

  /** Puts a deleted game back; if its key is taken by now, under another one. */
  async restore({ game, summary }: Forgotten): Promise<void> {
    const key = await this.#change(async (shelf) => {
      const taken = (await shelf.get(game.key)) !== undefined;
      const place = taken ? freshKey(game.table) : game.key;
      await shelf.put({ ...game, key: place }, summary.about, summary.name);
      return place;
    });
    if (key === game.key) this.removed.set({ key, back: true });
  }

  async #summarize(key: string, change: (summary: Summary) => Summary): Promise<void> {
    await this.#change(async (shelf) => {
      const summary = await shelf.summary(key);
      if (summary !== undefined) await shelf.putSummary(change(summary));
    });
  }

  /** Runs the work in one transaction. */
  #change<T>(work: (shelf: Shelf) => Promise<T>): Promise<T> {
    return this.#connection.write("games", async (database) => {
      const transaction = database.transaction(["games", "summaries"], "readwrite");
      // The cause of an abort is thrown by the work itself.
      transaction.done.catch(() => undefined);
      try {
        const done = await work(new Shelf(transaction.objectStore("games"), transaction.objectStore("summaries")));
        await transaction.done;
        return done;
      } catch (thrown) {
        if (transaction.error === null) abort(transaction);
        throw thrown;
      }
    });
  }
}

/** How earlier versions named the unit of chances to win in summaries, and its name now. */
const [FORMER_PERCENT, PERCENT] = ["% points", "%"];

/** A summary whose unit has the name that this version gives it. */
function inTodaysUnit(summary: Summary): Summary {
  const { about } = summary;
  return about?.unit === FORMER_PERCENT ? { ...summary, about: { ...about, unit: PERCENT } } : summary;
}

/** A deleted game. */
export interface Forgotten {
  game: KeptGame;
  summary: Summary;
}

/** The number of actions in the text of a game; null in a damaged one. */
function actionsIn(text: string): number | null {
  try {
    return (JSON.parse(text) as { actions: unknown[] }).actions.length;
  } catch {
    return null;
  }
}

/** When a version of a game was played: a finished game's date stays, though it is graded and written again. */
async function dateOf(shelf: Shelf, stored: KeptGame | undefined, { text, about }: Pick<Writing, "text" | "about">): Promise<number> {
  if (stored === undefined || about?.over !== true) return Date.now();
  const before = (await shelf.summary(stored.key))?.about;
  // Versions differ in what they count as a move.
  return before?.over === true && actionsIn(stored.text) === actionsIn(text) ? stored.saved : Date.now();
}

/** Games and their summaries within a transaction, changed together. */
class Shelf {
  readonly #games: IDBPObjectStore<Schema, Names, "games", "readwrite">;
  readonly #summaries: IDBPObjectStore<Schema, Names, "summaries", "readwrite">;

  constructor(
    games: IDBPObjectStore<Schema, Names, "games", "readwrite">,
    summaries: IDBPObjectStore<Schema, Names, "summaries", "readwrite">,
  ) {
    this.#games = games;
    this.#summaries = summaries;
  }

  get(key: string): Promise<KeptGame | undefined> {
    return this.#games.get(key);
  }

  summary(key: string): Promise<Summary | undefined> {
    return this.#summaries.get(key);
  }

  async putSummary(summary: Summary): Promise<void> {
    await this.#summaries.put(summary);
  }

  /** Writes a game; without a name it keeps the one that it has. */
  async put(game: KeptGame, about: About | null, name?: string): Promise<void> {
    const named = name ?? (await this.summary(game.key))?.name;
    await this.#games.put(game);
    await this.#summaries.put(summaryOf(game, about, named));
  }

  /** Moves a game to another key, with its summary. */
  async move(game: KeptGame, key: string): Promise<void> {
    const summary = await this.summary(game.key);
    await this.remove(game.key);
    await this.put({ ...game, key }, summary?.about ?? null, summary?.name ?? "");
  }

  async remove(key: string): Promise<void> {
    await this.#games.delete(key);
    await this.#summaries.delete(key);
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
}
