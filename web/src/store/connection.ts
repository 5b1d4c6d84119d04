/**
 * The one connection to the browser's database. It can be refused, full, silent for ever, or of a newer version than this
 * page: whoever asks is told within a bounded time, and what was not answered is unknown, not empty.
 */
import { openDB } from "idb";
import { Signal } from "../core/signal";
import { migrate } from "./migration";
import { DATABASE, SCHEMA_VERSION, upgrade, type Database, type Schema } from "./schema";

/** Whether what is given to the store is kept, and if not, why. */
export type Health = "kept" | "refused" | "full" | "silent" | "newer";

/** A read or write that did not come about. */
export class StoreError extends Error {
  override name = "StoreError";
  readonly health: Exclude<Health, "kept">;

  constructor(health: Exclude<Health, "kept">) {
    super(`The browser's database is ${health}.`);
    this.health = health;
  }
}

/** A read that takes longer is answered with "unknown". */
export const READ_MS = 2000;
/** After this long it is said that a write has not come about yet. */
const SLOW_WRITE_MS = 2000;

/** Rejects with "silent" when the work takes longer. */
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

function faultOf(thrown: unknown): StoreError {
  if (thrown instanceof StoreError) return thrown;
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : "";
  return new StoreError(name === "QuotaExceededError" ? "full" : "refused");
}

export class Connection {
  /** How the last write went. */
  readonly health = new Signal<Health>("kept");
  readonly #name: string;
  #opening: Promise<Database> | null = null;
  /** A newer version of the page has taken the database over: this one reads, and writes no more. */
  #newer = false;
  readonly #writing = new Set<Promise<unknown>>();
  /** What does not come about, by its kind. */
  readonly #faults = new Map<string, Health>();

  /** @param name of the database; tests have their own */
  constructor(name: string = DATABASE) {
    this.#name = name;
  }

  /** @throws StoreError when the database is not to be had, or did not answer in time */
  async read<T>(work: (database: Database) => Promise<T>): Promise<T> {
    try {
      return await within(this.#work(work), READ_MS);
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (fault.health === "refused") this.#note("reading", fault.health);
      throw fault;
    }
  }

  /** Changes what is no person's work, such as who holds what: nothing is said of how that went. */
  async change<T>(work: (database: Database) => Promise<T>): Promise<T> {
    return this.#work((database) => {
      if (this.#newer) throw new StoreError("newer");
      return work(database);
    });
  }

  /** The same without a bound on time: for what can wait until the database answers after all. */
  async readAtLast<T>(work: (database: Database) => Promise<T>): Promise<T> {
    try {
      return await this.#work(work);
    } catch (thrown) {
      throw faultOf(thrown);
    }
  }

  /**
   * Writes, however long it takes, and notes in `health` how that goes.
   *
   * @param kind of what is written: that one kind can be kept says nothing of another
   */
  write<T>(kind: string, work: (database: Database) => Promise<T>): Promise<T> {
    const writing = this.#write(kind, work);
    this.track(writing);
    return writing;
  }

  /** Counts something else among what is being written, such as a game that waits for its turn. */
  track(writing: Promise<unknown>): void {
    this.#writing.add(writing);
    const done = (): void => void this.#writing.delete(writing);
    writing.then(done, done);
  }

  /** Resolves when nothing is being written any more. */
  async settled(): Promise<void> {
    while (this.#writing.size > 0) await Promise.allSettled([...this.#writing]);
  }

  async #write<T>(kind: string, work: (database: Database) => Promise<T>): Promise<T> {
    const slow = setTimeout(() => this.#note(kind, "silent"), SLOW_WRITE_MS);
    try {
      const done = await this.change(work);
      this.#faults.delete("reading");
      this.#note(kind, "kept");
      return done;
    } catch (thrown) {
      const fault = faultOf(thrown);
      this.#note(kind, fault.health);
      throw fault;
    } finally {
      clearTimeout(slow);
    }
  }

  #note(kind: string, health: Health): void {
    if (health === "kept") this.#faults.delete(kind);
    else this.#faults.set(kind, health);
    this.health.set(this.#newer ? "newer" : ([...this.#faults.values()][0] ?? "kept"));
  }

  async #work<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await this.#open();
    try {
      return await work(database);
    } catch (thrown) {
      // The browser closed the connection, as when storage was cleared or a newer version wants in: once more on another.
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
        upgrade: (opened, from) => upgrade(opened, from),
        blocking: (_from, to, event) => {
          if (to !== null) this.#giveWay();
          // It is being deleted, as when the site's data are cleared: the next to ask opens another.
          else this.#close(event.target as IDBDatabase);
        },
        terminated: () => (this.#opening = null),
      });
      // What cannot be taken over now, because there is no room say, is tried again at the next start.
      await migrate(database).catch((error: unknown) => console.info("Earlier games were not taken over:", error));
      return database;
    } catch (thrown) {
      if (!(thrown instanceof DOMException && thrown.name === "VersionError")) throw thrown;
      this.#newer = true;
      this.health.set("newer");
      return this.#connectToNewer();
    }
  }

  /** As it is, whatever its version: to be read as far as it can be. */
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

  /** A newer version of the page waits to upgrade the database. */
  #giveWay(): void {
    const opened = this.#opening;
    this.#newer = true;
    this.#opening = null;
    this.health.set("newer");
    void opened?.then((database) => database.close());
  }
}
