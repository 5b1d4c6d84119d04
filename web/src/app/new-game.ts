/** What can be chosen for a new game, how the choice is kept, and what the engine is asked for. */
import type { GameInfo, Level } from "../core/engine-port";
import { readText, writeText, type KeyValues } from "../core/storage";
import { optionsFrom, choicesOf, propertiesOf, togglesOf, type OptionValue } from "./options";
import { personsOf, type Seats } from "./seats";

/** What the person plays: a turn, a role (the player of that id), or whatever comes. */
export type Side = "first" | "second" | "random" | number;

/** Companies that are not an opponent's level; no level has such an id. */
export const ALONE = "@alone";
export const FRIEND = "@friend";

export interface NewGameChoice {
  /** `ALONE`, `FRIEND` or the id of a level. */
  company: string;
  /** Against a level only. */
  side: Side;
  /** By their name in the game's options. */
  options: Record<string, OptionValue>;
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

/** The sides that the person can choose from: roles by name where players have some, else turns. */
export function sidesOf({ roles }: GameInfo): { id: Side; name: string }[] {
  const named = roles.map((name, id) => ({ id, name }));
  const turns = [
    { id: "first", name: "First" },
    { id: "second", name: "Second" },
  ] as const;
  return [...(roles.length > 0 ? named : turns), { id: "random", name: "Random" }];
}

/** A side of this game: the one that was given, if there is such a one. */
export function sideFrom(info: GameInfo, given: unknown): Side {
  const sides = sidesOf(info).map(({ id }) => id);
  return sides.find((id) => id === given) ?? sides[0] ?? "first";
}

/** What the engine is asked for: what was chosen, and how many play where that can be said. */
export function engineOptions(info: GameInfo, { company, options }: NewGameChoice): Record<string, unknown> {
  const players = "players" in propertiesOf(info) ? { players: company === ALONE ? 1 : info.players } : {};
  return { ...optionsFrom(info, options), ...players };
}

/**
 * The player that the person is.
 *
 * @param first who has the first move, which some games draw by lot
 * @param chance where "random" comes from, 0 to 1
 */
export function playerOf(side: Side, players: number, first: number, chance: () => number = Math.random): number {
  if (typeof side === "number") return side;
  const mine = side === "random" ? chance() < 0.5 : side === "first";
  return mine ? first : (first + 1) % players;
}

/** Who sits where in a new game in which the person is player `me`. */
export function newSeats(company: string, players: number, me: number): Seats {
  if (!isLevel(company)) return new Array<null>(players).fill(null);
  return Array.from({ length: players }, (_, player) => (player === me ? null : company));
}

/**
 * The score that the coach leads to against a level, in the role and on the board that were chosen.
 *
 * @returns a score for the role, all of them where the role is left to chance, none where none is known or a rule was
 * chosen that changes the game
 */
export function parsOf(info: GameInfo, level: Pick<Level, "pars">, { side, options }: Pick<NewGameChoice, "side" | "options">): number[] {
  // Scores are known of the game as it is by itself, on each of its boards.
  if (togglesOf(info).some(({ key, fallback }) => (options[key] ?? fallback) !== fallback)) return [];
  const keys = [...choicesOf(info).map(({ key }) => String(options[key])), ""];
  const pars = keys.map((key) => level.pars[key]).find((row) => row !== undefined) ?? [];
  if (side === "random") return [...pars];
  const role = typeof side === "number" ? side : 0;
  return pars.slice(role, role + 1);
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
  const given = typeof kept["options"] === "object" && kept["options"] !== null ? kept["options"] : {};
  return {
    company: company as string,
    side: sideFrom(info, kept["side"]),
    options: optionsFrom(info, given as Record<string, unknown>),
  };
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
