/** The finished games that the statistics are made of. */
import type { Store } from "../../store";
import { completed, isIncomplete } from "../record/complete";
import { finishedGames, type Finished } from "./figures";

export class History {
  games = $state.raw<readonly Finished[]>([]);
  loading = $state(true);
  /** The games could not be read. */
  unreadable = $state(false);
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads the games; summaries of earlier versions are completed, a few at a time. */
  async load(): Promise<void> {
    try {
      this.games = finishedGames(await this.#store.games.summaries());
    } catch {
      this.unreadable = true;
    }
    this.loading = false;
    await this.#completeOld();
  }

  async #completeOld(): Promise<void> {
    for (const game of this.games.filter(({ about }) => isIncomplete(about))) {
      try {
        const kept = await this.#store.games.readAtLast(game.key);
        const about = kept === undefined ? null : completed(game.about, kept.text);
        if (about === null) continue;
        await this.#store.games.complete(game.key, game.about, about);
        this.games = this.games.map((each) => (each.key === game.key ? { ...each, about } : each));
      } catch {
        // It counts as it is.
        return;
      }
    }
  }
}
