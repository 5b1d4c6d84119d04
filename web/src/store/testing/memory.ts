/** A store for tests, with an in-memory database of its own. */
import "fake-indexeddb/auto";
import { Store, type StoreOptions } from "..";

let made = 0;

/** A new store; two stores with the same name act as two tabs of one browser. */
export function memoryStore(options: StoreOptions = {}): Store {
  return new Store({ name: `test-${(made += 1)}`, locks: null, ...options });
}
