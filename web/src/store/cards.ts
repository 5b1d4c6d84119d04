/** The cards of the box of mistakes, each kept by itself: two tabs that ask different ones do not get in each other's way. */
import type { Connection } from "./connection";
import type { KeptCard } from "./schema";

export type { KeptCard } from "./schema";

export class Cards {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * All of them, however long it takes.
   *
   * @throws StoreError when they cannot be had
   */
  all(): Promise<KeptCard[]> {
    return this.#connection.readAtLast((database) => database.getAll("cards"));
  }

  /**
   * Writes cards and takes others out, all or nothing.
   *
   * @throws StoreError when they are not kept
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
