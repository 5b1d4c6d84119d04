/** Other values by name: a person's own files, and notes about them. */
import type { Connection } from "./connection";
import { freshMark } from "./keys";

const KIND = "values";

export class Values {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @throws StoreError if the value cannot be read */
  get(key: string): Promise<unknown> {
    return this.#connection.read((database) => database.get("values", key));
  }

  /** The names with this prefix, sorted. */
  async names(prefix: string): Promise<string[]> {
    const all = await this.#connection.read((database) => database.getAllKeys("values"));
    return all.filter((name) => name.startsWith(prefix));
  }

  /** Every value by name, however long reading takes. */
  async all(): Promise<Record<string, unknown>> {
    const [names, found] = await this.#connection.readAtLast((database) =>
      Promise.all([database.getAllKeys("values"), database.getAll("values")]),
    );
    return Object.fromEntries(names.map((name, index) => [name, found[index]]));
  }

  /** @throws StoreError if the value cannot be written */
  async set(key: string, value: unknown): Promise<void> {
    await this.#connection.write(KIND, (database) => database.put("values", value, key));
  }

  /** @throws StoreError if the value cannot be deleted */
  async del(key: string): Promise<void> {
    await this.#connection.write(KIND, (database) => database.delete("values", key));
  }

  /**
   * Renames a value, if there is one. If the new name is taken, a random suffix is added.
   *
   * @throws StoreError if that fails; the value then keeps its name
   */
  async rename(from: string, to: string): Promise<void> {
    await this.#connection.write(KIND, async (database) => {
      const transaction = database.transaction("values", "readwrite");
      transaction.done.catch(() => undefined);
      const value = await transaction.store.get(from);
      if (value !== undefined) {
        const taken = (await transaction.store.getKey(to)) !== undefined;
        await transaction.store.put(value, taken ? `${to}:${freshMark()}` : to);
        await transaction.store.delete(from);
      }
      await transaction.done;
    });
  }
}
