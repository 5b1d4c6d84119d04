/** The drill cards of the mistakes box, each stored separately, so that tabs that practise different ones do not conflict. */
import type { Connection } from "./connection";
import type { KeptCard } from "./schema";

export type { KeptCard } from "./schema";

export class Cards {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * All cards, however long reading takes.
   *
   * @throws StoreError if they cannot be read
   */
  all(): Promise<KeptCard[]> {
    return this.#connection.readAtLast((database) => database.getAll("cards"));
  }

  /**
   * Writes cards and removes others in one transaction.
   *
   * @throws StoreError if that fails
   */
  async change(put: readonly KeptCard[], remove: readonly string[]): Promise<void> {
    await this.#connection.write("cards", async (database) => {
      const transaction = database.transaction("cards", "readwrite");
      transaction.done.catch(() => undefined);
      await Promise.all([
        ...put.map((card) => transaction.store.put(card)),
        ...remove.map((id) => transaction.store.delete(id)),
        transaction.done,
      ]);
    });
  }
}
