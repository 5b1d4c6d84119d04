/** The filters of the library. Pure functions over the summaries of saved games. */
import type { Summary } from "../../store";
import type { OUTCOMES } from "../words/library";

export interface Filter {
  /** The slug of a game; empty for all. */
  slug: string;
  outcome: keyof typeof OUTCOMES;
  /** The name of an opponent; empty for all. */
  opponent: string;
  /** Days before now; 0 for all time. */
  days: number;
  /** A part of the name that the person gave the game. */
  text: string;
}

export const NO_FILTER: Filter = { slug: "", outcome: "all", opponent: "", days: 0, text: "" };
const DAY_MS = 86_400_000;

/** The slug of a game's table: "azul" for "azul:play". */
export function slugOf({ table }: Pick<Summary, "table">): string {
  return table.split(":", 1)[0] ?? "";
}

/** The games that pass a filter, in their order. */
export function filtered(games: readonly Summary[], filter: Filter, now: number): Summary[] {
  const text = filter.text.trim().toLowerCase();
  const since = filter.days === 0 ? 0 : now - filter.days * DAY_MS;
  return games.filter(
    (game) =>
      (filter.slug === "" || slugOf(game) === filter.slug) &&
      hasOutcome(game, filter.outcome) &&
      (filter.opponent === "" || (game.about?.opponents.includes(filter.opponent) ?? false)) &&
      game.saved >= since &&
      (text === "" || game.name.toLowerCase().includes(text)),
  );
}

function hasOutcome({ about }: Summary, wanted: Filter["outcome"]): boolean {
  if (wanted === "all") return true;
  if (wanted === "finished") return about?.over === true;
  if (wanted === "unfinished") return about?.over !== true;
  return about?.outcome === wanted;
}

/** The opponents that occur, sorted by name. */
export function opponentsIn(games: readonly Summary[]): string[] {
  return [...new Set(games.flatMap(({ about }) => about?.opponents ?? []))].sort((a, b) => a.localeCompare(b));
}
