/** Whatever else is kept, by name: files of a person's own, and notes about them. */
import type { Connection } from "./connection";

export class Values {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @throws StoreError when it is not known what is kept */
  get(key: string): Promise<unknown> {
    return this.#connection.read((database) => database.get("values", key));
  }

  /** @throws StoreError when it is not kept */
  async set(key: string, value: unknown): Promise<void> {
    await this.#connection.write((database) => database.put("values", value, key));
  }

  /** @throws StoreError when it could not be forgotten */
  async del(key: string): Promise<void> {
    await this.#connection.write((database) => database.delete("values", key));
  }

  /**
   * Renames a value, if there is one; what has the new name already is replaced.
   *
   * @throws StoreError when it keeps its name
   */
  async rename(from: string, to: string): Promise<void> {
    await this.#connection.write(async (database) => {
      const transaction = database.transaction("values", "readwrite");
      const value = await transaction.store.get(from);
      if (value !== undefined) {
        await transaction.store.put(value, to);
        await transaction.store.delete(from);
      }
      await transaction.done;
    });
  }
}
