/** A store for tests, with an in-memory database of its own. */
import "fake-indexeddb/auto";
import { Store, type KeptGame, type StoreOptions } from "..";

let made = 0;

/** A new store; two stores with the same name act as two tabs of one browser. */
export function memoryStore(options: StoreOptions = {}): Store {
  return new Store({ name: `test-${(made += 1)}`, locks: null, ...options });
}

/** The games of a table other than its current one, the latest first. */
export async function othersOf(games: Store["games"], table: string): Promise<KeptGame[]> {
  const others = (await games.all()).filter((game) => game.table === table && game.key !== table);
  return others.sort((a, b) => b.saved - a.saved);
}
