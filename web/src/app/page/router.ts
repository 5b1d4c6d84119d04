/**
 * Addresses of the screens: `#/`, `#/library`, `#/statistics`, `#/statistics/azul`, `#/azul/play`, `#/azul/play?seed=5&...`
 * (a challenge), `#/azul/review?s=<packed position or game>`, `#/azul/review?game=<key of a saved game>`, and the same with
 * `&enter` to continue entering it, and a game's own pages, such as `#/yatzy/insights`.
 */

import { gameBySlug, type GameEntry } from "../../games/registry";

export const MODES = ["play", "practise", "review"] as const;
export type Mode = (typeof MODES)[number];

/** The modes of a game; one with its own screen has only the review. */
export function modesOf(entry: GameEntry): readonly Mode[] {
  return "screen" in entry ? ["review"] : MODES;
}

export type Route =
  | { screen: "home" }
  | { screen: "library" }
  /** An empty slug stands for the first game. */
  | { screen: "statistics"; slug: string }
  | {
      screen: "game";
      slug: string;
      mode: Mode;
      /** A position or a game packed into the address. */
      packed: string | null;
      /** The address's search part, with the seed and the choices for the form. */
      challenge: string | null;
      /** The key of a saved game. */
      kept: string | null;
      /** Whether entering that game goes on. */
      entering: boolean;
      /** Whether the mistakes that are due are practised. */
      due: boolean;
    }
  /** A page of the game's own, by its word in the address. */
  | { screen: "page"; slug: string; word: string }
  | { screen: "unknown"; hash: string };

/** The screen that an address names. */
export function parseRoute(hash: string): Route {
  const [path = "", search = ""] = splitOnce(hash.replace(/^#/, ""), "?");
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length === 0) return { screen: "home" };
  if (parts.length === 1 && parts[0] === "library") return { screen: "library" };
  if (parts.length <= 2 && parts[0] === "statistics") return { screen: "statistics", slug: parts[1] ?? "" };
  const [slug = "", word = "play"] = parts;
  if (parts.length === 2 && gameBySlug(slug)?.pages.some((page) => page.word === word) === true) return { screen: "page", slug, word };
  const mode = MODES.find((candidate) => candidate === word);
  if (parts.length > 2 || mode === undefined || !/^[a-z0-9-]{1,30}$/.test(slug)) {
    return { screen: "unknown", hash };
  }
  const given = new URLSearchParams(search);
  const challenge = mode === "play" && given.has("seed") ? search : null;
  return {
    screen: "game",
    slug,
    mode,
    packed: given.get("s"),
    challenge,
    kept: given.get("game"),
    entering: mode === "review" && given.has("enter"),
    due: mode === "practise" && given.has("due"),
  };
}

/** The address of a screen. */
export function formatRoute(slug: string, mode: Mode, packed?: string): string {
  return `#/${slug}/${mode}${packed === undefined ? "" : `?s=${packed}`}`;
}

/** The address of a page of a game's own. */
export function pageRoute(slug: string, word: string): string {
  return `#/${slug}/${word}`;
}

export const LIBRARY_ROUTE = "#/library";

/** The address of the statistics of a game. */
export function statisticsRoute(slug: string): string {
  return `#/statistics/${slug}`;
}

/** The address at which the mistakes of a game that are due are practised. */
export function dueRoute(slug: string): string {
  return `${formatRoute(slug, "practise")}?due`;
}

/** The address that opens a saved game. */
export function keptRoute(slug: string, mode: Mode, key: string): string {
  return `${formatRoute(slug, mode)}?${new URLSearchParams({ game: key })}`;
}

/** The address at which entering a saved game goes on. */
export function enterRoute(slug: string, key: string): string {
  return `${keptRoute(slug, "review", key)}&enter`;
}

/** The address of a challenge; `search` holds the seed and the choices for the form. */
export function challengeRoute(slug: string, search: string): string {
  return `${formatRoute(slug, "play")}?${search}`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
