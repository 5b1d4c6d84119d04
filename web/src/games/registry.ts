/** The games of the page, as the build lists them from the engine's registry: see `web/tools/games-list.ts`. */
import { GAMES } from "virtual:games";
import { Once } from "../core/once";
import type { Sketch } from "../core/sketch";
import { fetchPart } from "./part";
import type { GamePageProps, GameScreenModule, PageEntry } from "./screen-types";
import type { GameComponent, GameUi } from "./types";

export { GAMES };
export { fetchPart, PartMissing } from "./part";

interface EntryWords {
  /** The word in the address, `#/azul/play`. */
  slug: string;
  rulesetId: string;
  name: string;
  summary: string;
  /** Whether it can be played alone. */
  alone: boolean;
  /** A picture of its board; null if it has none. */
  picture: Sketch | null;
  /** The pages that only this game has. */
  pages: readonly PageEntry[];
}

/** A game that is played, on its board, in the modes that all games share. */
export interface PlayedEntry extends EntryWords {
  load: () => Promise<GameUi>;
}

/** A game that is only reviewed, on a screen of its own. */
export interface ReviewedEntry extends EntryWords {
  screen: () => Promise<GameScreenModule>;
}

export type GameEntry = PlayedEntry | ReviewedEntry;

/** The entry with this slug, if there is one. */
export function gameBySlug(slug: string): GameEntry | undefined {
  return GAMES.find((game) => game.slug === slug);
}

/** The entry of a ruleset, if there is one. */
export function gameByRuleset(rulesetId: string): GameEntry | undefined {
  return GAMES.find((game) => game.rulesetId === rulesetId);
}

const loaded = new Once<GameUi>();

/**
 * The board and texts of a game, fetched once; after a failure the next call tries again.
 *
 * @throws PartMissing if they cannot be fetched
 */
export function loadGameUi(rulesetId: string): Promise<GameUi> {
  const entry = gameByRuleset(rulesetId);
  if (entry === undefined || !("load" in entry)) return Promise.reject(new Error(`There is no board for the game “${rulesetId}”.`));
  return loaded.get(rulesetId, () => fetchPart(entry.load));
}

/**
 * The screen of a game that has its own.
 *
 * @throws PartMissing if it cannot be fetched
 */
export function loadGameScreen(entry: ReviewedEntry): Promise<GameScreenModule> {
  return fetchPart(entry.screen);
}

/**
 * A page that only one game has.
 *
 * @throws PartMissing if it cannot be fetched
 */
export function loadGamePage(page: PageEntry): Promise<GameComponent<GamePageProps>> {
  return fetchPart(page.load);
}
