/** One game for everybody: the game of a day, links that pass a game on, and the line that tells how it went. */
import type { GameInfo } from "../../core/engine-port";
import { companiesOf, EACH, eachFromText, sidesOf, type NewGameChoice } from "./choice";
import { choicesOf, fits, numbersOf, togglesOf, type OptionValue } from "./options";

/** What is to be chosen in the form for the same game. */
export interface Challenge {
  seed: number;
  choice: NewGameChoice;
}

/** Before the name of an option in a link, so that no option is taken for something else. */
const OPTION = "o.";

/** "2026-11-21", the same day for everybody. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The seed of a day's game: 20261121. */
export function dailySeed(now: Date): number {
  return Number(dayOf(now).replaceAll("-", ""));
}

/** The day whose game a seed begins, if that is today's. */
export function dailyOf(seed: number, now: Date): string | null {
  return seed === dailySeed(now) ? dayOf(now) : null;
}

/** Whether a game can begin with a number. */
export function isSeed(seed: unknown): seed is number {
  return typeof seed === "number" && Number.isSafeInteger(seed) && seed >= 0;
}

/** What stands in a link: "seed=5&level=greedy&side=0&o.size=7". */
export function challengeSearch({ seed, choice }: Challenge): string {
  const search = new URLSearchParams({ seed: String(seed), level: choice.company, side: String(choice.side) });
  if (choice.company === EACH) search.set("seats", (choice.each ?? []).join(","));
  for (const [key, value] of Object.entries(choice.options)) search.set(OPTION + key, String(value));
  return search.toString();
}

/**
 * A challenge from a link.
 *
 * @param own what is chosen where the link does not say, or says what the game does not know
 * @returns null when the link has no seed that a game can begin with
 */
export function readChallenge(info: GameInfo, search: string, own: NewGameChoice): Challenge | null {
  const given = new URLSearchParams(search);
  const text = given.get("seed") ?? "";
  const seed = Number(text);
  if (!/^\d+$/.test(text) || !isSeed(seed)) return null;
  const company = companiesOf(info).find((id) => id === given.get("level")) ?? own.company;
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
  const each = company === EACH ? { each: eachFromText(info, given.get("seats") ?? own.each?.join(",") ?? null) } : {};
  return { seed, choice: { company, side, options, ...each } };
}

interface Result {
  game: string;
  seed: number;
  daily: string | null;
  /** What was chosen and is not what the game has by itself: "5 × 5". */
  options: readonly string[];
  /** What the person played, or null. */
  role: string | null;
  /** "against Greedy", "alone". */
  company: string;
  /** "87 points". */
  score: string;
  /** What the coach makes of it, or null. */
  par: string | null;
}

/** How a game went, in a line for others: "Entropy, daily 2026-11-21, Order against Greedy: 87 points (par 118)". */
export function resultLine({ game, seed, daily, options, role, company, score, par }: Result): string {
  const which = daily === null ? `seed ${seed}` : `daily ${daily}`;
  const who = role === null ? company : `${role} ${company}`;
  return `${[game, which, ...options, who].join(", ")}: ${score}${par === null ? "" : ` (par ${par})`}`;
}
