/** Games that several people play: the daily game, challenge links, and the result as one line. */
import type { GameInfo } from "../../core/engine-port";
import { EACH, eachFromText, FRIEND, opponentChoices, peopleFrom, peopleOf, sidesOf, type NewGameChoice } from "./choice";
import { RESULT } from "../words/play";
import { choicesOf, fits, numbersOf, togglesOf, type OptionValue } from "./options";

/** The seed and the choices that lead to the same game. */
export interface Challenge {
  seed: number;
  choice: NewGameChoice;
}

/** Prefix of option keys in a link, so that no option collides with another parameter. */
const OPTION = "o.";

/** The UTC date, so that everybody has the same day: "2026-11-21". */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The seed of the daily game: 20261121. */
export function dailySeed(now: Date): number {
  return Number(dayOf(now).replaceAll("-", ""));
}

/** Today's date if the seed is that of today's daily game, else null. */
export function dailyOf(seed: number, now: Date): string | null {
  return seed === dailySeed(now) ? dayOf(now) : null;
}

/** Whether a value can be a seed: a non-negative safe integer. */
export function isSeed(seed: unknown): seed is number {
  return typeof seed === "number" && Number.isSafeInteger(seed) && seed >= 0;
}

/** The query string of a challenge link: "seed=5&level=greedy&side=0&o.size=7". */
export function challengeSearch({ seed, choice }: Challenge): string {
  const search = new URLSearchParams({ seed: String(seed), level: choice.opponent, side: String(choice.side) });
  if (choice.opponent === EACH) search.set("seats", (choice.each ?? []).join(","));
  if (choice.opponent === FRIEND && choice.people !== undefined) search.set("people", String(choice.people));
  for (const [key, value] of Object.entries(choice.options)) search.set(OPTION + key, String(value));
  return search.toString();
}

/**
 * A challenge from a link.
 *
 * @param own the fallback for what the link does not say or the game does not know
 * @returns null when the link has no valid seed
 */
export function readChallenge(info: GameInfo, search: string, own: NewGameChoice): Challenge | null {
  const given = new URLSearchParams(search);
  const text = given.get("seed") ?? "";
  const seed = Number(text);
  if (!/^\d+$/.test(text) || !isSeed(seed)) return null;
  const opponent = opponentChoices(info).find((id) => id === given.get("level")) ?? own.opponent;
  const side = sidesOf(info).find(({ id }) => String(id) === given.get("side"))?.id ?? own.side;
  const options: Record<string, OptionValue> = { ...own.options };
  const take = (key: string, values: readonly OptionValue[]): void => {
    const value = values.find((each) => String(each) === given.get(OPTION + key));
    if (value !== undefined) options[key] = value;
  };
  for (const { key, values } of choicesOf(info)) take(key, values);
  for (const { key } of togglesOf(info)) take(key, [true, false]);
  for (const option of numbersOf(info)) {
    const value = given.get(OPTION + option.key) ?? "";
    if (/^-?\d+$/.test(value) && fits(option, Number(value))) options[option.key] = Number(value);
  }
  const each = opponent === EACH ? { each: eachFromText(info, given.get("seats") ?? own.each?.join(",") ?? null) } : {};
  const many = opponent === FRIEND && peopleOf(info).length > 1;
  const people = many ? { people: peopleFrom(info, Number(given.get("people") ?? own.people)) } : {};
  const names = opponent === FRIEND && own.names !== undefined ? { names: own.names } : {};
  return { seed, choice: { opponent, side, options, ...each, ...people, ...names } };
}

interface Result {
  game: string;
  seed: number;
  daily: string | null;
  /** The options that differ from the defaults: "5 × 5". */
  options: readonly string[];
  /** The role of the person, or null. */
  role: string | null;
  /** "against Greedy", "alone". */
  opponent: string;
  /** "87 points". */
  score: string;
  /** The score of the coach, or null. */
  par: string | null;
}

/** The result of a game as one line to share: "Entropy, daily 2026-11-21, Order against Greedy: 87 points (par 118)". */
export function resultLine({ game, seed, daily, options, role, opponent, score, par }: Result): string {
  const which = daily === null ? RESULT.seed(seed) : RESULT.daily(daily);
  const who = role === null ? opponent : `${role} ${opponent}`;
  return `${[game, which, ...options, who].join(", ")}: ${score}${par === null ? "" : RESULT.par(par)}`;
}
