/**
 * A name that one tab at a time has: by the browser's locks, or, where there are none (an insecure address), by a lease in
 * the database that its holder renews.
 */
import type { Connection } from "./connection";
import { freshMark } from "./keys";

/** What is held. */
export interface Grip {
  /** Resolves when another tab has taken it away. */
  lost: Promise<void>;
  release(): void;
}

export interface Mutex {
  /** Whether what is held is held by a tab that lives. */
  readonly provesLife: boolean;
  /** Resolves when it is held; rejects when the signal ends the wait first. */
  request(name: string, signal: AbortSignal): Promise<Grip>;
  /** Takes it from whoever has it. */
  steal(name: string): Promise<Grip>;
}

/** The Web Locks of the browser. */
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
      // Rejects before it is held when the wait is ended, and afterwards when it is stolen.
      held.catch((thrown: unknown) => {
        lose();
        reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
      });
    });
  }
}

/** How long a lease lasts that is not renewed, and how often it is. */
const LEASE_MS = 6000;
const HEARTBEAT_MS = 1500;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Leases with a heartbeat, in the database. */
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

  /** Takes or renews the lease; false when another tab has it. */
  #take(name: string, always: boolean): Promise<boolean> {
    return this.#connection.change(async (database) => {
      const transaction = database.transaction("leases", "readwrite");
      const there = await transaction.store.get(name);
      const now = Date.now();
      // One that runs for longer than any lease was made before the clock was set back.
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
