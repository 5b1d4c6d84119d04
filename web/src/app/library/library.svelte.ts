/** The library on screen: the saved games of this browser, filtered, named, deleted and brought back. */
import type { Forgotten, Store, Summary } from "../../store";
import { noteGames } from "../../store/returning";
import { describeGame } from "../record/describe";
import { filtered, NO_FILTER, opponentsIn, slugOf, type Filter } from "./filter";

/** The number of games that are shown at first, and added by "Show more". */
export const PAGE = 50;

export class Library {
  games = $state.raw<readonly Summary[]>([]);
  filter = $state<Filter>({ ...NO_FILTER });
  /** The number of games to show. */
  shown = $state(PAGE);
  /** Until the games have been read. */
  loading = $state(true);
  /** The games could not be read. */
  unreadable = $state(false);
  /** The game that was deleted last. It keeps its place in the list, where it can be brought back. */
  deleted = $state.raw<Forgotten | null>(null);
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  /** The games that pass the filter, the latest first; the deleted one included. */
  readonly found = $derived.by(() => filtered(this.games, this.filter, this.#now()));
  /** Their number, and that of all games, without the deleted one. */
  readonly count = $derived.by(() => {
    const there = (games: readonly Summary[]): number => games.filter(({ key }) => key !== this.deleted?.game.key).length;
    return { found: there(this.found), all: there(this.games) };
  });
  readonly opponents = $derived(opponentsIn(this.games.filter((game) => this.filter.slug === "" || slugOf(game) === this.filter.slug)));
  readonly slugs = $derived([...new Set(this.games.map(slugOf))]);

  /** Reads the summaries; those that are missing are made from the games, a few at a time. */
  async load(): Promise<void> {
    try {
      const games = await this.#store.games.summaries();
      noteGames(games);
      const { deleted } = this;
      const gone = deleted === null || games.some(({ key }) => key === deleted.game.key) ? [] : [deleted.summary];
      this.games = [...games, ...gone].sort((a, b) => b.saved - a.saved);
      this.unreadable = false;
    } catch {
      this.unreadable = true;
    } finally {
      this.loading = false;
    }
    await this.#describeOld();
  }

  async #describeOld(): Promise<void> {
    const missing = this.games.filter(({ about, aside }) => about === null && !aside);
    for (const { key } of missing) {
      try {
        const game = await this.#store.games.readAtLast(key);
        const about = game === undefined ? null : describeGame(game.text);
        if (about === null) continue;
        await this.#store.games.describe(key, about);
        this.games = this.games.map((each) => (each.key === key ? { ...each, about } : each));
      } catch {
        // It is listed as it is.
        return;
      }
    }
  }

  change(change: Partial<Filter>): void {
    this.filter = { ...this.filter, ...change };
    this.shown = PAGE;
  }

  more(): void {
    this.shown += PAGE;
  }

  async rename(key: string, name: string): Promise<void> {
    const short = name.trim().slice(0, 80);
    this.games = this.games.map((game) => (game.key === key ? { ...game, name: short } : game));
    // The page says that nothing is kept; the list shows what is.
    await this.#store.games.rename(key, short).catch(() => this.load());
  }

  async forget(key: string): Promise<void> {
    const before = this.deleted?.game.key;
    const deleted = await this.#store.games.forget(key).catch(() => undefined);
    if (deleted === undefined) return;
    this.deleted = deleted;
    this.games = this.games.filter((game) => game.key !== before);
  }

  async bringBack(): Promise<void> {
    const { deleted } = this;
    if (deleted === null) return;
    try {
      await this.#store.games.restore(deleted);
    } catch {
      // It can be tried again: until then this page alone has the game.
      return;
    }
    this.deleted = null;
    await this.load();
  }
}
