/** What can be chosen for a new game, how the choice is kept, and what the engine is asked for. */
import type { GameInfo } from "../core/engine-port";
import { readText, writeText, type KeyValues } from "../core/storage";
import { personsOf, type Seats } from "./seats";

export type Side = "first" | "second" | "random";

/** Companies that are not an opponent's level; no level has such an id. */
export const ALONE = "@alone";
export const FRIEND = "@friend";

export interface NewGameChoice {
  /** `ALONE`, `FRIEND` or the id of a level. */
  company: string;
  /** Against a level only. */
  side: Side;
  /** House rules by their name in the game's options. */
  options: Record<string, boolean>;
}

/** A house rule that is on or off. */
export interface Toggle {
  key: string;
  title: string;
  description: string;
  fallback: boolean;
}

/** Without people or with levels: who one can play with. */
export function companiesOf({ minPlayers, players, levels }: GameInfo): string[] {
  return [...(minPlayers === 1 ? [ALONE] : []), ...(players >= 2 ? [FRIEND] : []), ...levels.map(({ id }) => id)];
}

/** Whether a company is an opponent of the engine's. */
export function isLevel(company: string): boolean {
  return company !== ALONE && company !== FRIEND;
}

/** The company of a game that is on the table. */
export function companyOf(seats: Seats): string {
  if (seats.length === 1) return ALONE;
  return personsOf(seats).length > 1 ? FRIEND : (seats.find((seat) => seat !== null) ?? "");
}

function propertiesOf(info: GameInfo): Record<string, unknown> {
  const { properties } = info.options as { properties?: unknown };
  return typeof properties === "object" && properties !== null ? (properties as Record<string, unknown>) : {};
}

/** The options of a game that are on or off. */
export function togglesOf(info: GameInfo): Toggle[] {
  return Object.entries(propertiesOf(info)).flatMap(([key, schema]) => {
    const { type, title, description, default: fallback } = schema as Record<string, unknown>;
    if (type !== "boolean") return [];
    return [
      {
        key,
        title: titleOf(key, title),
        description: typeof description === "string" ? description : "",
        fallback: fallback === true,
      },
    ];
  });
}

/** A title that was made from the name of the field has a capital for every word: only the first keeps it. */
function titleOf(key: string, title: unknown): string {
  const words = key.replaceAll("_", " ");
  if (typeof title === "string" && title.toLowerCase() !== words.toLowerCase()) return title;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the engine is asked for: the options that are on or off, and how many play where that can be said. */
export function engineOptions(info: GameInfo, { company, options }: NewGameChoice): Record<string, unknown> {
  const chosen = togglesOf(info).map(({ key, fallback }) => [key, options[key] ?? fallback] as const);
  const players = "players" in propertiesOf(info) ? { players: company === ALONE ? 1 : info.players } : {};
  return { ...Object.fromEntries(chosen), ...players };
}

/**
 * Who sits where in a new game.
 *
 * @param players how many play
 * @param first who has the first move, which some games draw by lot
 * @param mine whether the person wants that move
 */
export function newSeats(company: string, players: number, first: number, mine: boolean): Seats {
  if (!isLevel(company)) return new Array<null>(players).fill(null);
  const seats: Seats = new Array<string>(players).fill(company);
  seats[mine ? first : (first + 1) % players] = null;
  return seats;
}

const keyOf = (rulesetId: string): string => `hindsight:new-game:${rulesetId}`;

/**
 * What stands in the form: what was chosen last, else a middling opponent.
 *
 * @param now the company of the game on the table, taken where nothing was kept
 */
export function loadChoice(info: GameInfo, now: string, storage?: KeyValues): NewGameChoice {
  const companies = companiesOf(info);
  const kept = parse(readText(keyOf(info.rulesetId), storage));
  const middle = info.levels[Math.floor(info.levels.length / 2)]?.id ?? companies[0] ?? ALONE;
  const company = [kept["company"], now].find((one) => typeof one === "string" && companies.includes(one)) ?? middle;
  const side = (["first", "second", "random"] as const).find((one) => one === kept["side"]) ?? "first";
  const flags = typeof kept["options"] === "object" && kept["options"] !== null ? kept["options"] : {};
  const options = togglesOf(info).map(({ key, fallback }) => {
    const value = (flags as Record<string, unknown>)[key];
    return [key, typeof value === "boolean" ? value : fallback] as const;
  });
  return { company: company as string, side, options: Object.fromEntries(options) };
}

/** Keeps a choice for the next game. */
export function saveChoice(info: GameInfo, choice: NewGameChoice, storage?: KeyValues): void {
  writeText(keyOf(info.rulesetId), JSON.stringify(choice), storage);
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
