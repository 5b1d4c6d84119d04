/** The games that have a board or a screen: an entry a game. The engine's registry is `py_engine/games/__init__.py`. */
import { fetchPart } from "./part";
import type { GameScreenModule } from "./screen-types";
import type { GameUi } from "./types";

export { PartMissing } from "./part";

interface EntryWords {
  /** The word in the address, `#/azul/play`. */
  slug: string;
  rulesetId: string;
  /** Shown until the engine has answered with its own name. */
  name: string;
  summary: string;
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

export const GAMES: readonly GameEntry[] = [
  {
    slug: "azul",
    rulesetId: "azul_v1_2p",
    name: "Azul",
    summary: "Draft tiles, fill your lines, build a wall. Two players.",
    load: async () => (await import("./azul")).default,
  },
  {
    slug: "yatzy",
    rulesetId: "yatzy_v1",
    name: "Yatzy",
    summary: "Five dice, three throws, fifteen categories. Alone or for two.",
    load: async () => (await import("./yatzy")).default,
  },
  {
    slug: "entropy",
    rulesetId: "entropy_v1",
    name: "Entropy",
    summary: "Order slides, Chaos places: build palindromes, or break them. Two players.",
    load: async () => (await import("./entropy")).default,
  },
  {
    slug: "hearts",
    rulesetId: "hearts_v1",
    name: "Hearts",
    summary: "Take no hearts and not the queen of spades, or take them all. Four players, hidden cards.",
    load: async () => (await import("./hearts")).default,
  },
  {
    slug: "swccg",
    rulesetId: "swccg_gemp_v1",
    name: "SWCCG",
    summary: "Explains the decisions of a recorded GEMP game of Star Wars CCG.",
    screen: async () => (await import("./swccg")).default,
  },
];

/** The entry with this slug, if there is one. */
export function gameBySlug(slug: string): GameEntry | undefined {
  return GAMES.find((game) => game.slug === slug);
}

/** The entry of a ruleset, if there is one. */
export function gameByRuleset(rulesetId: string): GameEntry | undefined {
  return GAMES.find((game) => game.rulesetId === rulesetId);
}

const loaded = new Map<string, Promise<GameUi>>();

/**
 * The board and texts of a game, fetched once; after a failure the next call tries again.
 *
 * @throws PartMissing if they cannot be fetched
 */
export function loadGameUi(rulesetId: string): Promise<GameUi> {
  const entry = gameByRuleset(rulesetId);
  if (entry === undefined || !("load" in entry)) return Promise.reject(new Error(`There is no board for the game “${rulesetId}”.`));
  let promise = loaded.get(rulesetId);
  if (promise === undefined) {
    promise = fetchPart(entry.load).catch((error: unknown) => {
      loaded.delete(rulesetId);
      throw error;
    });
    loaded.set(rulesetId, promise);
  }
  return promise;
}

/**
 * The screen of a game that has its own.
 *
 * @throws PartMissing if it cannot be fetched
 */
export function loadGameScreen(entry: ReviewedEntry): Promise<GameScreenModule> {
  return fetchPart(entry.screen);
}
