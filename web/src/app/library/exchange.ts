/**
 * All data of this browser as one file, and back. Nothing that is here is overwritten or lost: a game that is here
 * already is left out, one that was continued elsewhere is added beside, and so are values that differ.
 */
import { DEFAULT_SETTINGS, isSettingsKey, loadSettings } from "../../core/settings";
import { readSketch } from "../../core/sketch";
import {
  freshMark,
  isSource,
  StoreError,
  type Incoming,
  type KeptCard,
  type KeptGame,
  type KindLoss,
  type Store,
  type Summary,
} from "../../store";
import { allTexts, readText, writeText } from "../../store/texts";
import { readCards, type DrillCard } from "../mistakes/drills";
import { isBeginningOf, recordOf } from "../record/autosave";
import { describeGame } from "../record/describe";
import { isObject } from "../record/record";
import { DATA } from "../words/library";
import { bytesToText, textToBytes } from "./bytes";

const FORMAT = "hindsight-data";
const VERSION = 1;
export const MAX_FILE_CHARS = 500_000_000;

/** The contents of a file. */
interface DataFile {
  format: typeof FORMAT;
  version: number;
  /** When it was made, as an ISO date. */
  made: string;
  games: (KeptGame & Pick<Summary, "name" | "about">)[];
  cards: unknown[];
  values: Record<string, unknown>;
  texts: Record<string, string>;
}

/** What came of adding a file. */
export interface Added {
  games: number;
  cards: number;
  /** Games that could not be read. */
  skipped: number;
  /** Settings or other texts were taken over, so that the page must be reloaded to show them. */
  texts: boolean;
}

/** The file cannot be added; the message is one sentence. */
export class DataProblem extends Error {
  override name = "DataProblem";
}

/**
 * All data as the text of a file.
 *
 * @throws StoreError if they cannot be read
 */
export async function exportData(store: Store, now: Date): Promise<string> {
  await store.settled();
  const [games, summaries, cards, values] = await Promise.all([
    store.games.all(),
    store.games.summaries(),
    store.cards.all(),
    store.values.all(),
  ]);
  const known = new Map(summaries.map((summary) => [summary.key, summary]));
  const file: DataFile = {
    format: FORMAT,
    version: VERSION,
    made: now.toISOString(),
    games: games.map((game) => ({ ...game, name: known.get(game.key)?.name ?? "", about: known.get(game.key)?.about ?? null })),
    cards,
    values: bytesToText(values) as Record<string, unknown>,
    texts: allTexts(),
  };
  return JSON.stringify(file);
}

/**
 * Adds the data of a file.
 *
 * @throws DataProblem if it is no such file, StoreError if the browser's storage refuses
 */
export async function importData(store: Store, text: string): Promise<Added> {
  const file = readFile(text);
  const { fresh, skipped } = await freshGames(store, file.games);
  const cards = await freshCards(store, file.cards);
  await store.games.add(fresh);
  if (cards.length > 0) await store.cards.change(cards, []);
  await addValues(store, file.values);
  return { games: fresh.length, cards: cards.length, skipped, texts: addTexts(file.texts) };
}

function readFile(text: string): DataFile {
  if (text.length > MAX_FILE_CHARS) throw new DataProblem(DATA.tooLarge);
  let value: unknown;
  try {
    value = textToBytes(JSON.parse(text));
  } catch {
    throw new DataProblem(DATA.notData);
  }
  if (!isObject(value) || value["format"] !== FORMAT || typeof value["version"] !== "number") throw new DataProblem(DATA.notData);
  if (value["version"] > VERSION) throw new DataProblem(DATA.newer);
  const list = (part: unknown): unknown[] => (Array.isArray(part) ? part : []);
  const texts = isObject(value["texts"]) ? Object.entries(value["texts"]).filter(([, part]) => typeof part === "string") : [];
  return {
    format: FORMAT,
    version: VERSION,
    made: "",
    games: list(value["games"]) as DataFile["games"],
    cards: list(value["cards"]),
    values: isObject(value["values"]) ? value["values"] : {},
    texts: Object.fromEntries(texts) as Record<string, string>,
  };
}

/** The games of a file that are not here yet. */
async function freshGames(store: Store, games: readonly unknown[]): Promise<{ fresh: Incoming[]; skipped: number }> {
  const here = new Map<string, string[]>();
  for (const { text } of await store.games.all()) {
    const start = startOf(text);
    if (start !== null) here.set(start, [...(here.get(start) ?? []), text]);
  }
  const fresh: Incoming[] = [];
  let skipped = 0;
  for (const value of games) {
    const game = incoming(value);
    const start = game === null ? null : startOf(game.text);
    if (game === null || start === null) {
      skipped += 1;
      continue;
    }
    // What is here already, or was continued here, is left out.
    const twins = here.get(start) ?? [];
    if (twins.some((twin) => isBeginningOf(game.text, twin))) continue;
    here.set(start, [...twins, game.text]);
    fresh.push(game);
  }
  return { fresh, skipped };
}

/** The start of a game, equal for two versions of one game; null if the text is no game. */
function startOf(text: string): string | null {
  try {
    return JSON.stringify(recordOf({ text }).initial_state);
  } catch {
    return null;
  }
}

const TABLE = /^[a-z0-9-]{1,30}:(?:play|review)$/;

/** A game of a file, if it has the right shape. */
function incoming(value: unknown): Incoming | null {
  if (!isObject(value)) return null;
  const { key, table, text, saved, name } = value;
  if (typeof table !== "string" || !TABLE.test(table) || typeof text !== "string") return null;
  return {
    table,
    text,
    saved: typeof saved === "number" && Number.isFinite(saved) ? saved : Date.now(),
    aside: value["aside"] === true,
    current: key === table,
    name: typeof name === "string" ? name.slice(0, 80) : "",
    about: readAbout(value["about"]) ?? describeGame(text),
  };
}

type About = NonNullable<Incoming["about"]>;

/** A summary in a file, if it has the right shape: it is shown, so every field is checked. */
function readAbout(value: unknown): About | null {
  if (!isObject(value)) return null;
  const { begun, moves, opponents, daily, over, outcome, result, graded, lost, worst, unit } = value;
  const sentences = [result, unit, ...(Array.isArray(opponents) ? (opponents as unknown[]) : [null])];
  const numbers = [moves, graded, lost, begun ?? 0];
  const valid =
    numbers.every(Number.isFinite) &&
    sentences.every((text) => typeof text === "string" && text.length <= 200) &&
    (daily === null || typeof daily === "string") &&
    typeof over === "boolean" &&
    [null, "won", "lost", "drawn"].includes(outcome as string | null) &&
    (worst === null || isWorst(worst));
  const about = { begun, moves, opponents, daily, over, outcome, result, graded, lost, worst, unit };
  return valid ? ({ ...about, ...readMore(value) } as unknown as About) : null;
}

function isWorst(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { index, loss, cost = "" } = value;
  return [index, loss].every(Number.isFinite) && typeof cost === "string" && cost.length <= 200;
}

/** The parts of a summary that files of earlier versions lack; what has the wrong shape is left out. */
function readMore({ source, identity, squares, kinds, luck, score, mover, sketch }: Record<string, unknown>): Partial<About> {
  const number = (part: unknown): part is number => Number.isFinite(part);
  const text = (part: unknown): part is string => typeof part === "string" && part.length <= 200;
  const isKind = (part: unknown): part is KindLoss =>
    isObject(part) && text(part["code"]) && text(part["name"]) && number(part["graded"]) && number(part["lost"]);
  return {
    ...(isSource(source) && { source }),
    ...(text(identity) && { identity }),
    ...(number(squares) && { squares }),
    ...(Array.isArray(kinds) && kinds.length <= 50 && kinds.every(isKind) && { kinds }),
    ...(number(luck) && { luck }),
    ...(number(score) && { score }),
    ...(text(mover) && { mover }),
    sketch: readSketch(sketch),
  };
}

/** The cards of a file that are not here, or were practised more there. */
async function freshCards(store: Store, cards: readonly unknown[]): Promise<KeptCard[]> {
  const here = new Map((await store.cards.all()).map((card) => [card.id, card as unknown as DrillCard]));
  return readCards(cards).filter((card) => card.asked > (here.get(card.id)?.asked ?? -1)) as unknown as KeptCard[];
}

/** Adds the values of a file; one that differs from the value here gets a name of its own. */
async function addValues(store: Store, values: Record<string, unknown>): Promise<void> {
  const here = await store.values.all();
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(bytesToText(a)) === JSON.stringify(bytesToText(b));
  for (const [name, value] of Object.entries(values)) {
    if (same(here[name], value)) continue;
    await store.values.set(name in here ? `${name}:${freshMark()}` : name, value);
  }
}

/**
 * Takes over settings that were never changed here, statistics of more games, and other texts that are missing here.
 *
 * @throws StoreError if the browser refuses
 */
function addTexts(texts: Record<string, string>): boolean {
  const untouched = JSON.stringify(loadSettings()) === JSON.stringify(DEFAULT_SETTINGS);
  let added = false;
  for (const [key, text] of Object.entries(texts)) {
    const here = readText(key);
    const wanted = here === null || (isSettingsKey(key) ? untouched : gamesIn(text) > gamesIn(here));
    if (!key.startsWith("hindsight:") || text === here || !wanted) continue;
    if (!writeText(key, text)) throw new StoreError("full");
    added = true;
  }
  return added;
}

/** The number of games in a text of statistics; 0 for any other text. */
function gamesIn(text: string): number {
  try {
    const { games } = JSON.parse(text) as { games?: unknown };
    return typeof games === "number" ? games : 0;
  } catch {
    return 0;
  }
}
