/** The record format of games, which is saved, copied, pasted and put into links. Positions are replayed, not stored. */
import type { EvaluationView } from "../../core/types";
import { IMPORT } from "../words/imports";
import { LinkError, unpack } from "./packing";
import { readStill, type Still } from "./still";
import { isSource, type Source } from "../../store";
import type { OptionValue } from "../new-game/options";
import type { Seats } from "../session/seats";
import { decisionAt, type GameState, type Session } from "../../core/session";

export const RECORD_VERSION = 1;
const MAX_TEXT_CHARS = 3_000_000;
const MAX_DEPTH = 40;
const MAX_ACTIONS = 5000;
const MOST_PLAYERS = 6;

export interface GameRecord {
  format: "hindsight-game";
  version: typeof RECORD_VERSION;
  ruleset_id: string;
  initial_state: GameState;
  actions: unknown[];
  cursor: number;
  seats: Seats;
  /** The game as text, where chance did not come from the seed: it is read instead of replaying the moves. */
  notation?: string;
  /** The same game, while it has no text yet: all its positions. */
  positions?: GameState[];
  /** How a game that was not played here came to be. */
  source?: Source;
  /** What is needed to go on entering a game from a table. */
  entering?: Entering;
  /** Whether the first position is the start of a game; default true. */
  from_start?: boolean;
  setup?: Setup;
  match?: FirstGame;
  /** The names of the people at one screen, by player, "" for none; left out of links. */
  names?: string[];
  /** When the game began, in milliseconds since 1970; left out of links. */
  begun?: number;
  /** The number of the part (a hand) that is played again: its cards were seen before. */
  again?: number;
  /** The game that was left for that; saved, but never shared. */
  left?: GameRecord;
  /** The indexes of decisions that were made for the person after a claim. */
  given?: number[];
  /** What the statistics have already counted of this game; left out of links. */
  counted?: StoredCounted;
  /** The board as it stands, to be drawn before the engine has replayed the game; left out of links. */
  still?: Still;
  /** By decision; left out of links. */
  evaluations?: (EvaluationView | null)[];
  luck?: (readonly number[] | null)[];
  /** The units of the luck; earlier versions had one unit in each game. */
  luck_units?: (string | null)[];
  /** The standard errors of the luck, by player. */
  luck_stderr?: (readonly number[] | null)[];
}

/** The part of a game being entered that is no move of it yet. */
export interface Entering {
  /** A move whose outcome chance has decided, but nobody has said yet; the position is a preliminary one. */
  pending?: { action: unknown; state: GameState };
  /** What the game's own screen has gathered, where cards are hidden. */
  seen?: unknown;
}

/** How a game was set up, besides its seed. */
export interface Setup {
  /** The choices in the form by option key. */
  options: Record<string, OptionValue>;
  /** The date of a daily game, "2026-11-21", or null. */
  daily: string | null;
}

/** The first game of a match, which has two games with swapped roles. */
export interface FirstGame {
  seats: Seats;
  returns: number[];
}

/** What the statistics have counted of one part. */
export interface PartCounts {
  counts: Record<string, number>;
  loss: number | null;
}

/** The parts of a game that the statistics have counted. */
export interface Counted {
  parts: number[];
  /** The parts whose losses are counted, too. */
  graded: number[];
  /** Whether the game itself is counted. */
  over: boolean;
  /** The counts by part, which are replaced when a part is taken back and ends differently. */
  reported: Record<number, PartCounts>;
}

/** The key of the counts by part in a record. */
const REPORTED = "told";

/** The same in a record, where the counts by part are under another key. */
type StoredCounted = Omit<Counted, "reported"> & Record<typeof REPORTED, Counted["reported"]>;

function stored({ reported, ...others }: Counted): StoredCounted {
  return { ...others, [REPORTED]: reported };
}

/** What the statistics have counted of a recorded game. */
export function countedOf({ [REPORTED]: reported, ...others }: StoredCounted): Counted {
  return { ...others, reported };
}

/** The contents of a record besides the moves. */
export interface RecordNotes {
  again?: number | null;
  left?: GameRecord | null;
  given?: readonly number[];
  counted?: Counted;
  fromStart?: boolean;
  setup?: Setup | null;
  match?: FirstGame | null;
  begun?: number | null;
  names?: readonly string[];
  still?: Still | null;
}

export type Imported = { kind: "state"; state: GameState } | { kind: "game"; record: GameRecord };

/** The text is not a position or a game; the message is one sentence. */
export class ImportProblem extends Error {
  override name = "ImportProblem";
  /** The ruleset of the game in which it can be opened; null where that is not known. */
  readonly ruleset: string | null;

  constructor(message: string, ruleset: string | null = null) {
    super(message);
    this.ruleset = ruleset;
  }
}

/** The record of a session; `full` includes evaluations, luck and statistics. */
export function toRecord(session: Session, seats: Seats, full: boolean, notes: RecordNotes = {}): GameRecord {
  const decisions = session.decisions.slice(0, -1);
  const first = decisionAt(session, 0).state;
  return {
    format: "hindsight-game",
    version: RECORD_VERSION,
    ruleset_id: first.ruleset_id,
    initial_state: first,
    actions: decisions.map((decision) => decision.action),
    cursor: session.cursor,
    seats,
    from_start: notes.fromStart ?? true,
    ...(notes.setup != null && { setup: notes.setup }),
    ...(notes.match != null && { match: notes.match }),
    ...(notes.again != null && { again: notes.again }),
    ...(notes.given !== undefined && notes.given.length > 0 && { given: [...notes.given] }),
    ...(full && (notes.names ?? []).some((name) => name !== "") && { names: [...(notes.names ?? [])] }),
    ...(full && notes.begun != null && { begun: notes.begun }),
    ...(full && notes.left != null && { left: notes.left }),
    ...(full && notes.still != null && { still: notes.still }),
    ...(full && notes.counted !== undefined && { counted: stored(notes.counted) }),
    ...(full && {
      evaluations: decisions.map((decision) => decision.evaluation),
      luck: decisions.map((decision) => decision.luck),
      luck_units: decisions.map(({ luckUnit }) => luckUnit ?? null),
      luck_stderr: decisions.map(({ luckStderr }) => luckStderr ?? null),
    }),
  };
}

/**
 * A position or a game from a JSON value.
 *
 * Checks the envelope only: the engine checks positions and the legality of moves.
 *
 * @throws ImportProblem with one sentence
 */
export function importValue(value: unknown): Imported {
  if (!isObject(value)) throw new ImportProblem(IMPORT.neither);
  if (depthOver(value, MAX_DEPTH)) throw new ImportProblem(IMPORT.tooDeep);
  if (value["format"] === "hindsight-game") return { kind: "game", record: checkRecord(value) };
  if (typeof value["ruleset_id"] !== "string") {
    throw new ImportProblem(IMPORT.noRuleset);
  }
  return { kind: "state", state: value as unknown as GameState };
}

/** A record with the fields that are valid; an invalid optional field is left out. */
function checkRecord(value: Record<string, unknown>): GameRecord {
  if (value["version"] !== RECORD_VERSION) {
    throw new ImportProblem(IMPORT.otherVersion);
  }
  const { ruleset_id: ruleset, initial_state: initial, actions } = value;
  if (typeof ruleset !== "string" || !isObject(initial) || !Array.isArray(actions)) {
    throw new ImportProblem(IMPORT.incomplete);
  }
  if (initial["ruleset_id"] !== ruleset) {
    throw new ImportProblem(IMPORT.contradiction);
  }
  if (actions.length > MAX_ACTIONS) throw new ImportProblem(IMPORT.tooManyMoves);
  const cursor = value["cursor"];
  const setup = readSetup(value["setup"]);
  const match = readMatch(value["match"]);
  const { again, begun, notation, source } = value;
  const positions = readPositions(value["positions"], actions.length + 1);
  const entering = readEntering(value["entering"]);
  const given = indexes(value["given"]);
  const names = texts(value["names"], MOST_PLAYERS).map((name) => (name ?? "").slice(0, 40));
  const left = readLeft(value["left"]);
  const still = readStill(value["still"], ruleset);
  return {
    format: "hindsight-game",
    version: RECORD_VERSION,
    ruleset_id: ruleset,
    initial_state: initial as unknown as GameState,
    actions: actions as unknown[],
    cursor: isIndex(cursor) ? Math.min(cursor, actions.length) : actions.length,
    seats: readSeats(value["seats"]),
    from_start: value["from_start"] !== false,
    ...(setup !== null && { setup }),
    ...(match !== null && { match }),
    ...(typeof notation === "string" && { notation }),
    ...(positions !== null && { positions }),
    ...(isSource(source) && { source }),
    ...(entering !== null && { entering }),
    ...(names.length > 0 && { names }),
    ...(isIndex(again) && { again }),
    ...(isIndex(begun) && { begun }),
    ...(left !== null && { left }),
    ...(still !== null && { still }),
    ...(given.length > 0 && { given }),
    counted: readCounted(value["counted"]),
    evaluations: readEvaluations(value["evaluations"], actions.length),
    luck: readLuck(value["luck"], actions.length),
    luck_stderr: readLuck(value["luck_stderr"], actions.length),
    luck_units: texts(value["luck_units"], actions.length),
  };
}

function readSeats(value: unknown): Seats {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_PLAYERS).map((seat: unknown) => (typeof seat === "string" && seat.length <= 40 ? seat : null));
}

function readSetup(value: unknown): Setup | null {
  if (!isObject(value) || !isObject(value["options"])) return null;
  const plain = (part: unknown): boolean => ["boolean", "string", "number"].includes(typeof part);
  const options = Object.entries(value["options"]).filter(([, part]) => plain(part)) as [string, OptionValue][];
  const daily = value["daily"];
  const day = typeof daily === "string" && /^\d{4}-\d{2}-\d{2}$/.test(daily) ? daily : null;
  return { options: Object.fromEntries(options), daily: day };
}

function readPositions(value: unknown, count: number): GameState[] | null {
  return Array.isArray(value) && value.length === count && value.every(isObject) ? (value as unknown as GameState[]) : null;
}

function readEntering(value: unknown): Entering | null {
  if (!isObject(value)) return null;
  const { pending, seen } = value;
  return {
    ...(isObject(pending) && isObject(pending["state"]) && { pending: pending as unknown as Required<Entering>["pending"] }),
    ...(seen !== undefined && { seen }),
  };
}

function readMatch(value: unknown): FirstGame | null {
  if (!isObject(value) || !Array.isArray(value["returns"])) return null;
  const returns: unknown[] = value["returns"];
  const seats = readSeats(value["seats"]);
  if (returns.length !== seats.length || !returns.every((part) => typeof part === "number")) return null;
  return { seats, returns: returns as number[] };
}

/** The game that was left, without another one nested in it; null if it is invalid. */
function readLeft(value: unknown): GameRecord | null {
  try {
    return isObject(value) ? checkRecord({ ...value, left: null }) : null;
  } catch {
    return null;
  }
}

function readCounted(value: unknown): StoredCounted {
  const kept = isObject(value) ? value : {};
  const reported = isObject(kept[REPORTED]) ? Object.entries(kept[REPORTED]) : [];
  return {
    parts: indexes(kept["parts"]),
    graded: indexes(kept["graded"]),
    over: kept["over"] === true,
    [REPORTED]: Object.fromEntries(reported.flatMap(([part, value]) => (isPartCounts(value) ? [[part, value]] : []))),
  };
}

function isPartCounts(value: unknown): value is PartCounts {
  if (!isObject(value) || !isObject(value["counts"])) return false;
  return (value["loss"] === null || Number.isFinite(value["loss"])) && Object.values(value["counts"]).every(Number.isFinite);
}

/** Texts of a list, null for anything else; at most `most`. */
function texts(value: unknown, most: number): (string | null)[] {
  return (Array.isArray(value) ? (value as unknown[]) : []).slice(0, most).map((text) => (typeof text === "string" ? text : null));
}

function indexes(value: unknown): number[] {
  return (Array.isArray(value) ? (value as unknown[]) : []).filter(isIndex);
}

/** The evaluations with the shape that the screens need; anything else is null and computed again. */
function readEvaluations(value: unknown, count: number): (EvaluationView | null)[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return Array.from({ length: count }, (_, index) => (isEvaluation(list[index]) ? (list[index] as EvaluationView) : null));
}

/** Whether a value has the shape of an evaluation that the screens need. */
export function isEvaluation(value: unknown): value is EvaluationView {
  if (!isObject(value) || !isObject(value["metadata"]) || !Array.isArray(value["candidates"])) return false;
  return (
    typeof value["bestActionEv"] === "number" &&
    typeof (value["deltaEv"] ?? 0) === "number" &&
    value["candidates"].every((row: unknown) => isObject(row) && typeof row["ev"] === "number" && typeof row["stderr"] === "number")
  );
}

function readLuck(value: unknown, count: number): (readonly number[] | null)[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return Array.from({ length: count }, (_, index) => {
    const entry = list[index];
    return Array.isArray(entry) && entry.every((part) => typeof part === "number") ? (entry as number[]) : null;
  });
}

/**
 * A position or a game from pasted text: a link, position JSON or game JSON.
 *
 * @param game whose texts in words could be read, too, for the sentence; null if it has none
 * @throws ImportProblem with one sentence
 */
export async function importText(text: string, game: string | null = null): Promise<Imported> {
  const trimmed = text.trim();
  if (trimmed === "") throw new ImportProblem(IMPORT.empty);
  if (trimmed.length > MAX_TEXT_CHARS) throw new ImportProblem(IMPORT.tooLong);
  const link = /[?&]s=([^&\s]+)/.exec(trimmed);
  if (!trimmed.startsWith("{") && link?.[1] !== undefined) return importPacked(link[1]);
  if (/^https?:\/\/\S*$/i.test(trimmed)) throw new ImportProblem(IMPORT.noLink);
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch (error) {
    throw new ImportProblem(/^[[{]/.test(trimmed) ? brokenText(trimmed, String(error)) : IMPORT.notJson(game));
  }
  return importValue(value);
}

/**
 * Where JSON breaks off, if the browser's message says so at its end: by a position, by a line and a column, or that the text
 * has ended. A piece of the text that the message quotes does not count.
 */
export function brokenText(text: string, message: string): string {
  const [, line, column] = /at line (\d+) column (\d+) of the JSON data$/.exec(message) ?? [];
  if (line !== undefined && column !== undefined) return IMPORT.brokenJson(Number(line), Number(column));
  const position = /at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
  if (position === undefined && !/(?:end of JSON input|Unexpected EOF)$/.test(message)) return IMPORT.invalidJson;
  const lines = text.slice(0, Number(position ?? text.length)).split("\n");
  return IMPORT.brokenJson(lines.length, (lines.at(-1)?.length ?? 0) + 1);
}

/** A position or a game from the packed part of a link. */
export async function importPacked(packed: string): Promise<Imported> {
  try {
    return importValue(await unpack(packed));
  } catch (error) {
    if (error instanceof LinkError) throw new ImportProblem(error.message);
    throw error;
  }
}

function isIndex(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is nested deeper than `left` levels. */
function depthOver(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  return Object.values(value).some((part) => depthOver(part, left - 1));
}
