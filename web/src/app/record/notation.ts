/** Games as plain text. The engine reads and writes them; see docs/notation.md. */
import type { EnginePort, GameInfo } from "../../core/engine-port";
import { GAMES, type GameEntry } from "../../games/registry";
import { IMPORT } from "../words/imports";
import { sessionOf, type GameState, type Session } from "../../core/session";
import { importText, ImportProblem, RECORD_VERSION, type GameRecord, type Imported } from "./record";

/** A line that the engine cannot read. */
export interface Fault {
  line: number;
  text: string;
  /** One sentence. */
  problem: string;
}

/** What the engine found in a text: the game up to the first faulty line. */
export interface Reading {
  states: GameState[];
  actions: unknown[];
  fromStart: boolean;
  faults: Fault[];
}

/** A text has lines that cannot be read; the message is the sentence about the first one. */
export class FaultyText extends ImportProblem {
  override name = "FaultyText";

  constructor(readonly faults: readonly Fault[]) {
    super(faults[0]?.problem ?? "");
  }
}

/** Whether games of a kind can be written as text. */
export function hasNotation({ queries }: Pick<GameInfo, "queries">): boolean {
  return queries.some(({ name }) => name === "write_game");
}

/** Whether a text is a game written in words, rather than JSON or a link. */
function isWritten(text: string): boolean {
  const trimmed = text.trim();
  if (/^(?:#[^\n]*\n\s*)*hindsight\s/i.test(trimmed)) return true;
  // A link is a single line; one in a comment belongs to the game.
  return !/^[[{]/.test(trimmed) && trimmed.includes("\n");
}

/** Another game, if that is what the heading of a text says; else null. */
function otherGame(info: GameInfo, text: string): GameEntry | null {
  const heading = /^(?:\s*#[^\n]*\n)*\s*hindsight\s+([^\n#]+)/i.exec(text)?.[1]?.trim().toLowerCase();
  const named = GAMES.find(({ name }) => name.toLowerCase() === heading);
  return named === undefined || named.rulesetId === info.rulesetId ? null : named;
}

/** Reads a game written as text. */
export function readGame(port: Pick<EnginePort, "query">, ruleset: string, text: string): Promise<Reading> {
  return port.query<Reading>(ruleset, "read_game", { text });
}

/** Writes a game as text. */
export async function writeGame(port: Pick<EnginePort, "query">, ruleset: string, { decisions }: Session): Promise<string> {
  const states = decisions.map(({ state }) => state);
  const actions = decisions.slice(0, -1).map(({ action }) => action);
  return (await port.query<{ text: string }>(ruleset, "write_game", { states, actions })).text;
}

/**
 * The session of a game written as text.
 *
 * @throws FaultyText
 */
export async function sessionFrom(port: Pick<EnginePort, "query">, ruleset: string, text: string): Promise<Session> {
  const { states, actions, faults } = await readGame(port, ruleset, text);
  if (faults.length > 0) throw new FaultyText(faults);
  return sessionOf(states, actions);
}

/**
 * A position or a game from pasted text: a link, JSON, or a game written in words.
 *
 * @throws ImportProblem with one sentence; FaultyText for a game with faulty lines
 */
export async function importAny(port: Pick<EnginePort, "query">, info: GameInfo, text: string): Promise<Imported> {
  const other = otherGame(info, text);
  if (other !== null) throw new ImportProblem(IMPORT.otherGame(other.name), other.rulesetId);
  if (!hasNotation(info) || !isWritten(text)) return importText(text, hasNotation(info) ? info.name : null);
  const { states, actions, fromStart, faults } = await readGame(port, info.rulesetId, text);
  if (faults.length > 0) throw new FaultyText(faults);
  return { kind: "game", record: recordOf(info.rulesetId, text, states, actions, fromStart) };
}

/** The record of a game from its text, which holds what chance gave. */
function recordOf(ruleset: string, notation: string, states: GameState[], actions: unknown[], fromStart: boolean): GameRecord {
  return {
    format: "hindsight-game",
    version: RECORD_VERSION,
    ruleset_id: ruleset,
    initial_state: states[0] as GameState,
    actions,
    cursor: actions.length,
    seats: [],
    from_start: fromStart,
    notation,
  };
}
