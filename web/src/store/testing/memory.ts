/** A store for tests, with an in-memory database of its own. */
import "fake-indexeddb/auto";
import { Store, type KeptGame, type StoreOptions } from "..";

const LONGEST_WRITE_MS = 200;
let made = 0;
let stores: Store[] = [];

/** A new store; two stores with the same name act as two tabs of one browser. */
export function memoryStore(options: StoreOptions = {}): Store {
  const store = new Store({ name: `test-${(made += 1)}`, locks: null, ...options });
  // Tests use a few stores each; those of earlier ones have nothing left to write.
  stores = [...stores.slice(-7), store];
  return store;
}

/** Resolves when the latest stores have nothing left to write; a write that a test holds back is not waited for. */
export async function allWritten(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const longest = new Promise<void>((resolve) => (timer = setTimeout(resolve, LONGEST_WRITE_MS)));
  await Promise.race([longest, Promise.all(stores.map((store) => store.settled()))]);
  clearTimeout(timer);
}

/** The games of a table other than its current one, the latest first. */
export async function othersOf(games: Store["games"], table: string): Promise<KeptGame[]> {
  const others = (await games.all()).filter((game) => game.table === table && game.key !== table);
  return others.sort((a, b) => b.saved - a.saved);
}
