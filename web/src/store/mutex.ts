/**
 * A mutex between tabs, by name: uses the browser's locks, or, where there are none (on an insecure address), a lease in
 * the database that its holder keeps renewing.
 */
import type { Connection } from "./connection";
import { freshMark } from "./keys";

/** A mutex that is held. */
export interface Grip {
  /** Resolves when another tab has stolen it. */
  lost: Promise<void>;
  release(): void;
}

export interface Mutex {
  /** Whether holding it proves that the holding tab is alive. */
  readonly provesLife: boolean;
  /** Resolves when it is held; rejects if the signal aborts the wait first. */
  request(name: string, signal: AbortSignal): Promise<Grip>;
  /** Takes it from its holder. */
  steal(name: string): Promise<Grip>;
}

/** A mutex based on the Web Locks API. */
export class LockMutex implements Mutex {
  readonly provesLife = true;
  readonly #locks: LockManager;

  constructor(locks: LockManager) {
    this.#locks = locks;
  }

  request(name: string, signal: AbortSignal): Promise<Grip> {
    return this.#hold(name, { signal });
  }

  steal(name: string): Promise<Grip> {
    return this.#hold(name, { steal: true });
  }

  #hold(name: string, how: LockOptions): Promise<Grip> {
    return new Promise((resolve, reject) => {
      let lose = (): void => undefined;
      const lost = new Promise<void>((done) => (lose = done));
      const held = this.#locks.request(name, how, () => new Promise<void>((release) => resolve({ lost, release })));
      // Rejects before the lock is held if the wait is aborted, and afterwards if it is stolen.
      held.catch((thrown: unknown) => {
        lose();
        reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
      });
    });
  }
}

/** How long a lease lasts without renewal, and how often it is renewed. */
const LEASE_MS = 6000;
const HEARTBEAT_MS = 1500;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A mutex based on leases with a heartbeat, in the database. */
export class LeaseMutex implements Mutex {
  readonly provesLife = false;
  readonly #connection: Connection;
  readonly #holder: string = freshMark();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async request(name: string, signal: AbortSignal): Promise<Grip> {
    for (;;) {
      signal.throwIfAborted();
      if (await this.#take(name, false)) return this.#grip(name);
      await pause(HEARTBEAT_MS / 3);
    }
  }

  async steal(name: string): Promise<Grip> {
    await this.#take(name, true);
    return this.#grip(name);
  }

  /** Takes or renews the lease; returns false if another tab holds it. */
  #take(name: string, always: boolean): Promise<boolean> {
    return this.#connection.change(async (database) => {
      const transaction = database.transaction("leases", "readwrite");
      const there = await transaction.store.get(name);
      const now = Date.now();
      // A lease that ends later than any new one would was made before the clock was set back; it does not count.
      const runs = there !== undefined && there.until > now && there.until <= now + LEASE_MS;
      const free = always || !runs || there.holder === this.#holder;
      if (free) await transaction.store.put({ name, holder: this.#holder, until: now + LEASE_MS });
      await transaction.done;
      return free;
    });
  }

  async #isMine(name: string): Promise<boolean> {
    return (await this.#connection.readAtLast((database) => database.get("leases", name)))?.holder === this.#holder;
  }

  #grip(name: string): Grip {
    let lose = (): void => undefined;
    const lost = new Promise<void>((done) => (lose = done));
    const renew = async (): Promise<void> => {
      if (await this.#isMine(name)) await this.#take(name, true);
      else stop();
    };
    const timer = setInterval(() => void renew().catch(() => undefined), HEARTBEAT_MS);
    const stop = (): void => {
      clearInterval(timer);
      lose();
    };
    return {
      lost,
      release: () => {
        clearInterval(timer);
        void this.#free(name).catch(() => undefined);
      },
    };
  }

  async #free(name: string): Promise<void> {
    await this.#connection.change(async (database) => {
      const transaction = database.transaction("leases", "readwrite");
      if ((await transaction.store.get(name))?.holder === this.#holder) await transaction.store.delete(name);
      await transaction.done;
    });
  }
}
