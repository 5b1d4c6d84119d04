/** What can be chosen for a new game, how the choice is kept, and what the engine is asked for. */
import type { GameInfo, Level } from "../../core/engine-port";
import { readText, writeText, type KeyValues } from "../../store/texts";
import { optionsFrom, choicesOf, numbersOf, propertiesOf, togglesOf, type OptionValue } from "./options";
import { personsOf, type Seats } from "../session/seats";
import { hidesCards } from "../session/secrecy";

/** What the person plays: a turn, a role (the player of that id), or whatever comes. */
export type Side = "first" | "second" | "random" | number;

/** Companies that are not an opponent's level; no level has such an id. */
export const ALONE = "@alone";
export const FRIEND = "@friend";
/** Several opponents, each of a level of its own. */
export const EACH = "@each";

export interface NewGameChoice {
  /** `ALONE`, `FRIEND`, `EACH` or the id of a level, which then is that of all opponents. */
  company: string;
  /** With `EACH`: the levels, clockwise from the person's left. */
  each?: string[];
  /** Against a level only. */
  side: Side;
  /** By their name in the game's options. */
  options: Record<string, OptionValue>;
}

/** Without people or with levels: who one can play with. Who could see another's cards does not share a screen. */
export function companiesOf(info: GameInfo): string[] {
  const { minPlayers, players, levels } = info;
  const friend = players >= 2 && !hidesCards(info) ? [FRIEND] : [];
  const each = players > 2 && levels.length > 1 ? [EACH] : [];
  return [...(minPlayers === 1 ? [ALONE] : []), ...friend, ...levels.map(({ id }) => id), ...each];
}

/** Whether a company is one of opponents of the engine's. */
export function isLevel(company: string): boolean {
  return company !== ALONE && company !== FRIEND;
}

/** The company of a game that is on the table. */
export function companyOf(seats: Seats): string {
  if (seats.length === 1) return ALONE;
  if (personsOf(seats).length > 1) return FRIEND;
  const levels = new Set(seats.filter((seat) => seat !== null));
  return levels.size > 1 ? EACH : ([...levels][0] ?? "");
}

/** The levels of the opponents, clockwise from the person's left. */
export function eachOf(seats: Seats): string[] {
  const me = Math.max(0, seats.indexOf(null));
  return seats.slice(1).flatMap((_, step) => seats[(me + step + 1) % seats.length] ?? []);
}

/** A level for each opponent: what was given where it is known, else a middling one. */
function eachFrom(info: GameInfo, given: unknown): string[] {
  const list: unknown[] = Array.isArray(given) ? given : [];
  const middle = middling(info);
  return Array.from({ length: info.players - 1 }, (_, step) => info.levels.find(({ id }) => id === list[step])?.id ?? middle);
}

/** The choice with the levels that are sent: "casual,club,club". */
export function eachFromText(info: GameInfo, text: string | null): string[] {
  return eachFrom(info, (text ?? "").split(","));
}

function middling({ levels }: GameInfo): string {
  return levels[Math.floor(levels.length / 2)]?.id ?? ALONE;
}

/** The sides that the person can choose from: roles by name where players have some, else turns; none among many. */
export function sidesOf({ roles, players }: GameInfo): { id: Side; name: string }[] {
  if (players > 2) return [];
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
  return sides.find((id) => id === given) ?? sides[0] ?? 0;
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
export function newSeats({ company, each = [] }: Pick<NewGameChoice, "company" | "each">, players: number, me: number): Seats {
  if (!isLevel(company)) return new Array<null>(players).fill(null);
  return Array.from({ length: players }, (_, player) => {
    const step = (player - me + players) % players;
    return step === 0 ? null : company === EACH ? (each[step - 1] ?? null) : company;
  });
}

/**
 * The score that the coach leads to against a level, in the role and on the board that were chosen.
 *
 * @returns a score for the role, all of them where the role is left to chance, none where none is known or a rule was
 * chosen that changes the game
 */
export function parsOf(info: GameInfo, level: Pick<Level, "pars">, { side, options }: Pick<NewGameChoice, "side" | "options">): number[] {
  // Scores are known of the game as it is by itself, on each of its boards.
  const plain = [...togglesOf(info), ...numbersOf(info)];
  if (plain.some(({ key, fallback }) => (options[key] ?? fallback) !== fallback)) return [];
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
  const middle = info.levels.length > 0 ? middling(info) : (companies[0] ?? ALONE);
  const company = [kept["company"], now].find((one) => typeof one === "string" && companies.includes(one)) ?? middle;
  const given = typeof kept["options"] === "object" && kept["options"] !== null ? kept["options"] : {};
  return {
    company: company as string,
    side: sideFrom(info, kept["side"]),
    options: optionsFrom(info, given as Record<string, unknown>),
    ...(companies.includes(EACH) && { each: eachFrom(info, kept["each"]) }),
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
