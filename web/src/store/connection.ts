/**
 * The only connection to the browser's database, which may be refused, full, never answer, or have a newer version than
 * this page. Reads fail within a bounded time, and what could not be read counts as unknown, not as empty.
 */
import { openDB } from "idb";
import { Signal } from "../core/signal";
import { deleteFormer, migrate } from "./migration";
import { DATABASE, SCHEMA_VERSION, upgrade, type Database, type Schema } from "./schema";

/** Whether the store keeps what it is given, and if not, why. */
export type Health = "kept" | "refused" | "full" | "silent" | "newer";

/** A read or write failed. */
export class StoreError extends Error {
  override name = "StoreError";
  readonly health: Exclude<Health, "kept">;

  constructor(health: Exclude<Health, "kept">) {
    super(`The browser's database is ${health}.`);
    this.health = health;
  }
}

/** The time limit of a read. */
export const READ_MS = 2000;
/** After this long a pending write counts as "silent". */
const SLOW_WRITE_MS = 2000;

/** The result of `work`; rejects with a "silent" StoreError after `ms` milliseconds. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreError("silent")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function storeError(thrown: unknown): StoreError {
  if (thrown instanceof StoreError) return thrown;
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : "";
  return new StoreError(name === "QuotaExceededError" ? "full" : "refused");
}

export class Connection {
  /** The outcome of the latest writes. */
  readonly health = new Signal<Health>("kept");
  readonly #name: string;
  #opening: Promise<Database> | null = null;
  /** A newer version of the page has taken over the database; this one only reads. */
  #newer = false;
  readonly #writing = new Set<Promise<unknown>>();
  /** What currently fails, by kind of data. */
  readonly #failures = new Map<string, Health>();

  /** @param name the database's name; tests use their own */
  constructor(name: string = DATABASE) {
    this.#name = name;
  }

  /**
   * Reads within `READ_MS`.
   *
   * @throws StoreError if the database is unavailable or does not answer in time
   */
  async read<T>(work: (database: Database) => Promise<T>): Promise<T> {
    try {
      return await within(this.#work(work), READ_MS);
    } catch (thrown) {
      const error = storeError(thrown);
      if (error.health === "refused") this.#note("reading", error.health);
      throw error;
    }
  }

  /** Writes internal data, such as leases; the outcome does not affect `health`. */
  async change<T>(work: (database: Database) => Promise<T>): Promise<T> {
    return this.#work((database) => {
      if (this.#newer) throw new StoreError("newer");
      return work(database);
    });
  }

  /** Reads without a time limit, for callers that can wait. */
  async readAtLast<T>(work: (database: Database) => Promise<T>): Promise<T> {
    try {
      return await this.#work(work);
    } catch (thrown) {
      throw storeError(thrown);
    }
  }

  /**
   * Writes without a time limit, and notes the outcome in `health`.
   *
   * @param kind the kind of data; one kind may fail while another can be written
   */
  write<T>(kind: string, work: (database: Database) => Promise<T>): Promise<T> {
    const writing = this.#write(kind, work);
    this.track(writing);
    return writing;
  }

  /** Deletes all data, and the database of the page's first versions. */
  async clear(): Promise<void> {
    await this.write("clear", async (database) => {
      await deleteFormer();
      const names = [...database.objectStoreNames];
      const transaction = database.transaction(names, "readwrite");
      await Promise.all([...names.map((name) => transaction.objectStore(name).clear()), transaction.done]);
    });
  }

  /** Includes another promise in `settled`, such as a game that waits for its turn to be written. */
  track(writing: Promise<unknown>): void {
    this.#writing.add(writing);
    const done = (): void => void this.#writing.delete(writing);
    writing.then(done, done);
  }

  /** Resolves when no write is pending. */
  async settled(): Promise<void> {
    while (this.#writing.size > 0) await Promise.allSettled([...this.#writing]);
  }

  async #write<T>(kind: string, work: (database: Database) => Promise<T>): Promise<T> {
    const slow = setTimeout(() => this.#note(kind, "silent"), SLOW_WRITE_MS);
    try {
      const done = await this.change(work);
      this.#failures.delete("reading");
      this.#note(kind, "kept");
      return done;
    } catch (thrown) {
      const error = storeError(thrown);
      this.#note(kind, error.health);
      throw error;
    } finally {
      clearTimeout(slow);
    }
  }

  #note(kind: string, health: Health): void {
    if (health === "kept") this.#failures.delete(kind);
    else this.#failures.set(kind, health);
    this.health.set(this.#newer ? "newer" : ([...this.#failures.values()][0] ?? "kept"));
  }

  async #work<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await this.#open();
    try {
      return await work(database);
    } catch (thrown) {
      // The browser closed the connection (storage cleared, or a newer version upgrades): retry once on a new one.
      if (!(thrown instanceof DOMException && thrown.name === "InvalidStateError")) throw thrown;
      this.#opening = null;
      return work(await this.#open());
    }
  }

  #open(): Promise<Database> {
    this.#opening ??= this.#connect().catch((thrown: unknown) => {
      this.#opening = null;
      throw thrown;
    });
    return this.#opening;
  }

  async #connect(): Promise<Database> {
    try {
      if (this.#newer) return await this.#connectToNewer();
      const database = await openDB<Schema>(this.#name, SCHEMA_VERSION, {
        upgrade: (opened, from, _to, transaction) => {
          // When it fails, the browser aborts the upgrade, and opening fails.
          upgrade(opened, from, transaction).catch(() => transaction.abort());
        },
        blocking: (_from, to, event) => {
          if (to !== null) this.#yieldToNewer();
          // The database is being deleted, as when site data are cleared; the next access opens a new one.
          else this.#close(event.target as IDBDatabase);
        },
        terminated: () => (this.#opening = null),
      });
      // If the migration fails, because storage is full for example, it is tried again at the next start.
      await migrate(database).catch((error: unknown) => console.info("Games of an earlier version were not migrated:", error));
      return database;
    } catch (thrown) {
      if (!(thrown instanceof DOMException && thrown.name === "VersionError")) throw thrown;
      this.#newer = true;
      this.health.set("newer");
      return this.#connectToNewer();
    }
  }

  /** Opens the database in whatever version it has, to read as much as possible. */
  #connectToNewer(): Promise<Database> {
    return openDB<Schema>(this.#name, undefined, {
      blocking: (_from, _to, event) => this.#close(event.target as IDBDatabase),
      terminated: () => (this.#opening = null),
    });
  }

  #close(database: IDBDatabase): void {
    this.#opening = null;
    database.close();
  }

  /** Closes the connection for a newer version of the page that waits to upgrade the database. */
  #yieldToNewer(): void {
    const opened = this.#opening;
    this.#newer = true;
    this.#opening = null;
    this.health.set("newer");
    void opened?.then((database) => database.close());
  }
}
