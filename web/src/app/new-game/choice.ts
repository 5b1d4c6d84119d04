/** The choices for a new game, how they are saved, and the engine options made from them. */
import type { GameInfo, Level } from "../../core/engine-port";
import { readText, writeText, type KeyValues } from "../../store/texts";
import { optionsFrom, choicesOf, numbersOf, propertiesOf, togglesOf, type OptionValue } from "./options";
import { personsOf, type Seats } from "../session/seats";
import { hidesCards } from "../session/secrecy";
import { playerNumber } from "../words/names";
import { NEW_GAME } from "../words/new-game";

/** What the person plays: a turn, a role (that player's id), or either at random. */
export type Side = "first" | "second" | "random" | number;

/** Opponents other than a level; no level has such an id. */
export const ALONE = "@alone";
export const FRIEND = "@friend";
/** Several opponents, each with its own level. */
export const EACH = "@each";

export interface NewGameChoice {
  /** `ALONE`, `FRIEND`, `EACH`, or the id of the level of all opponents. */
  opponent: string;
  /** With `EACH`: the levels, clockwise from the person's left. */
  each?: string[];
  /** Against a level only. */
  side: Side;
  /** By option key. */
  options: Record<string, OptionValue>;
  /** With `FRIEND`: the number of people at the screen, and their names; an empty name is a number. */
  people?: number;
  names?: string[];
}

/** The number of players in a game against levels: two, or as many as the game needs. */
export function playersAgainst({ minPlayers, players }: Pick<GameInfo, "minPlayers" | "players">): number {
  return Math.min(players, Math.max(2, minPlayers));
}

/** The numbers of people who can share a screen. */
export function peopleOf(info: Pick<GameInfo, "minPlayers" | "players">): number[] {
  const least = playersAgainst(info);
  return Array.from({ length: Math.max(0, info.players - least + 1) }, (_, more) => least + more);
}

/** The longest name of a player. */
export const MOST_NAME = 40;

/** The names of some people, cut and trimmed. */
export function namesFrom(given: unknown, players: number): string[] {
  const list: unknown[] = Array.isArray(given) ? given : [];
  return Array.from({ length: players }, (_, at) => (typeof list[at] === "string" ? list[at].trim().slice(0, MOST_NAME) : ""));
}

/** A name that two of the people at one screen would have; null if all differ. Whoever gives none has a role or a number. */
export function sharedName(info: GameInfo, { opponent, names, people }: NewGameChoice): string | null {
  if (opponent !== FRIEND) return null;
  const count = peopleFrom(info, people);
  const shown = namesFrom(names, count).map((name, player) => (name === "" ? (info.roles[player] ?? playerNumber(player + 1)) : name));
  const compared = shown.map((name) => name.toLowerCase());
  return shown.find((_, at) => compared.indexOf(compared[at] ?? "") < at) ?? null;
}

/** The opponents on offer. Where cards are hidden two people cannot share a screen. */
export function opponentChoices(info: GameInfo): string[] {
  const { minPlayers, players, levels } = info;
  const friend = players >= 2 && !hidesCards(info) ? [FRIEND] : [];
  const each = playersAgainst(info) > 2 && levels.length > 1 ? [EACH] : [];
  return [...(minPlayers === 1 ? [ALONE] : []), ...friend, ...levels.map(({ id }) => id), ...each];
}

/** Whether the engine plays the opponents. */
export function isLevel(opponent: string): boolean {
  return opponent !== ALONE && opponent !== FRIEND;
}

/** The opponent in a game that is on the table. */
export function opponentOf(seats: Seats): string {
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

/** A level for each opponent: the given one if the game has it, else the middle one. */
function eachFrom(info: GameInfo, given: unknown): string[] {
  const list: unknown[] = Array.isArray(given) ? given : [];
  const middle = middling(info);
  return Array.from({ length: playersAgainst(info) - 1 }, (_, step) => info.levels.find(({ id }) => id === list[step])?.id ?? middle);
}

/** The levels of the opponents from a link: "casual,club,club". */
export function eachFromText(info: GameInfo, text: string | null): string[] {
  return eachFrom(info, (text ?? "").split(","));
}

function middling({ levels }: GameInfo): string {
  return levels[Math.floor(levels.length / 2)]?.id ?? ALONE;
}

/** A number of people that the game allows; the smallest one by default. */
export function peopleFrom(info: GameInfo, given: unknown): number {
  return peopleOf(info).find((count) => count === given) ?? playersAgainst(info);
}

/** The sides to choose from: the roles where the game has any, else turns; none with more than two players. */
export function sidesOf(info: GameInfo): { id: Side; name: string }[] {
  const { roles } = info;
  if (playersAgainst(info) > 2) return [];
  const named = roles.map((name, id) => ({ id, name }));
  const turns = [
    { id: "first", name: NEW_GAME.sides.first },
    { id: "second", name: NEW_GAME.sides.second },
  ] as const;
  return [...(roles.length > 0 ? named : turns), { id: "random", name: NEW_GAME.sides.random }];
}

/** The given side if the game has it, else its first one. */
export function sideFrom(info: GameInfo, given: unknown): Side {
  const sides = sidesOf(info).map(({ id }) => id);
  return sides.find((id) => id === given) ?? sides[0] ?? 0;
}

/** The options for the engine: those that were chosen, and the number of players where the game takes one. */
export function engineOptions(info: GameInfo, { opponent, options, people }: NewGameChoice): Record<string, unknown> {
  const count = opponent === ALONE ? 1 : opponent === FRIEND ? peopleFrom(info, people) : playersAgainst(info);
  return { ...optionsFrom(info, options), ...("players" in propertiesOf(info) && { players: count }) };
}

/**
 * The player id of the person.
 *
 * @param first the player with the first move, which some games draw at random
 * @param chance source of randomness for "random", 0 to 1
 */
export function playerOf(side: Side, players: number, first: number, chance: () => number = Math.random): number {
  if (typeof side === "number") return side;
  const mine = side === "random" ? chance() < 0.5 : side === "first";
  return mine ? first : (first + 1) % players;
}

/** The seats of a new game in which the person is player `me`. */
export function newSeats({ opponent, each = [] }: Pick<NewGameChoice, "opponent" | "each">, players: number, me: number): Seats {
  if (!isLevel(opponent)) return new Array<null>(players).fill(null);
  return Array.from({ length: players }, (_, player) => {
    const step = (player - me + players) % players;
    return step === 0 ? null : opponent === EACH ? (each[step - 1] ?? null) : opponent;
  });
}

type Form = Pick<NewGameChoice, "side" | "options">;

/** The measurement for the chosen form of a game, of those by form; undefined where none was made, as with changed rules. */
function ofForm<T>(info: GameInfo, measured: Record<string, T>, { options }: Pick<Form, "options">): T | undefined {
  // Measured for each choice, such as the board, but only with the default rules.
  const rules = [...togglesOf(info), ...numbersOf(info)];
  if (rules.some(({ key, fallback }) => (options[key] ?? fallback) !== fallback)) return undefined;
  const keys = [...choicesOf(info).map(({ key }) => String(options[key])), ""];
  return keys.map((key) => measured[key]).find((found) => found !== undefined);
}

/**
 * Par: the score of the coach against a level, in the chosen role and on the chosen board.
 *
 * @returns the score for the role, or those of all roles if the role is random; empty where none is known or an option
 * changes the game
 */
export function parsOf(info: GameInfo, level: Pick<Level, "pars">, choice: Form): number[] {
  const pars = ofForm(info, level.pars, choice) ?? [];
  if (choice.side === "random") return [...pars];
  const role = typeof choice.side === "number" ? choice.side : 0;
  return pars.slice(role, role + 1);
}

/** How strong a level is in the chosen form of the game and the role it then plays, as measured; empty where that is unknown. */
export function strengthOf(info: GameInfo, level: Pick<Level, "strength" | "strengths">, choice: Form): string {
  if (Object.keys(level.strengths ?? {}).length === 0) return level.strength;
  const found = ofForm(info, level.strengths ?? {}, choice) ?? [];
  if (typeof choice.side !== "number") return found.join(" ");
  return found[1 - choice.side] ?? "";
}

const keyOf = (rulesetId: string): string => `hindsight:new-game:${rulesetId}`;

/**
 * The initial values of the form: the last choice, else the middle level.
 *
 * @param now the opponent in the game on the table, used when no choice was saved
 */
export function loadChoice(info: GameInfo, now: string, storage?: KeyValues): NewGameChoice {
  const opponents = opponentChoices(info);
  const kept = parse(readText(keyOf(info.rulesetId), storage));
  const middle = info.levels.length > 0 ? middling(info) : (opponents[0] ?? ALONE);
  const opponent = [kept["company"], now].find((one) => typeof one === "string" && opponents.includes(one)) ?? middle;
  const given = typeof kept["options"] === "object" && kept["options"] !== null ? kept["options"] : {};
  return {
    opponent: opponent as string,
    side: sideFrom(info, kept["side"]),
    options: optionsFrom(info, given as Record<string, unknown>),
    ...(opponents.includes(EACH) && { each: eachFrom(info, kept["each"]) }),
    ...(opponents.includes(FRIEND) && peopleOf(info).length > 1 && { people: peopleFrom(info, kept["people"]) }),
    ...(opponents.includes(FRIEND) && Array.isArray(kept["names"]) && { names: namesFrom(kept["names"], info.players) }),
  };
}

/** Saves a choice for the next game; saved choices call the opponent "company". */
export function saveChoice(info: GameInfo, choice: NewGameChoice, storage?: KeyValues): void {
  const { opponent, ...rest } = choice;
  writeText(keyOf(info.rulesetId), JSON.stringify({ company: opponent, ...rest }), storage);
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
