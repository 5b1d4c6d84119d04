/** A store for a test: over a database in memory, which nobody else has. */
import "fake-indexeddb/auto";
import { Store, type StoreOptions } from "..";

let made = 0;

/** Two stores of one name are two tabs of one browser. */
export function memoryStore(options: StoreOptions = {}): Store {
  return new Store({ name: `test-${(made += 1)}`, locks: null, ...options });
}
