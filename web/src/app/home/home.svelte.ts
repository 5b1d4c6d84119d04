/** The data of the start page: the summaries of all saved games, read again when another tab has written one. */
import type { Store, Summary } from "../../store";
import { readText } from "../../store/texts";
import { hadGames, noteGames } from "../../store/returning";

/** The settings, which every visit writes: without them this is the first one. */
const VISITED_KEY = "hindsight:settings";
/** The page does not wait longer for the database. */
const WAIT_MS = 300;

/** For somebody who is new here, or who has games to come back to. */
export type Shape = "first" | "returning";

export class HomeData {
  games = $state.raw<readonly Summary[]>([]);
  /** Null until it is known. It does not change while the page is shown, so that nothing moves. */
  shape = $state<Shape | null>(null);
  readonly #store: Store;
  readonly #new: boolean;
  #entered = false;

  constructor(store: Store) {
    this.#store = store;
    this.#new = readText(VISITED_KEY) === null;
    store.tabs.subscribe(({ type }) => {
      if (type === "saved" || type === "removed") void this.load();
    });
  }

  /** Chooses the page's shape and reads the games. Call when the page is opened. */
  async enter(): Promise<void> {
    const again = this.#entered;
    this.#entered = true;
    if (hadGames()) this.shape = "returning";
    else this.shape = this.#new && !again ? "first" : null;
    const late = setTimeout(() => this.#decide(), WAIT_MS);
    await this.load();
    clearTimeout(late);
    this.#decide();
  }

  #decide(): void {
    this.shape ??= this.games.length > 0 ? "returning" : "first";
  }

  async load(): Promise<void> {
    try {
      this.games = await this.#store.games.summaries();
      noteGames(this.games);
    } catch {
      // The page is usable without them, and a line of its own says that the storage does not answer.
    }
  }
}
