/** Replaying of records: the engine applies every move, which also checks it. */
import type { EnginePort, GameInfo } from "../../core/engine-port";
import { isEngineGone } from "../../core/errors";
import { IMPORT } from "../words/imports";
import { sessionFrom } from "./notation";
import { ImportProblem, type GameRecord } from "./record";
import { hidesCards } from "../session/secrecy";
import { sessionOf, type GameState, type Session } from "../../core/session";

/**
 * A position completed by the engine, with derived fields and warnings.
 *
 * Where cards are hidden, only missing fields are filled in.
 *
 * @param viewer the player whose view the position is, if it is one
 * @throws the engine's error when the position is invalid
 */
export async function completed(port: EnginePort, info: GameInfo, state: GameState, viewer?: number | null): Promise<GameState> {
  const seen = await port.observe(state, viewer ?? state.active_player_id ?? 0);
  if (hidesCards(info)) return { ...(filled(state, { ...seen, seed: 0 }) as GameState), warnings: seen.warnings };
  const whole: Record<string, unknown> = { ...seen, seed: state.seed === undefined ? 0 : state.seed };
  // The order of the fields stays: a position's fingerprint depends on it.
  return Object.fromEntries(fieldsOf(state, whole).map((key) => [key, whole[key]])) as unknown as GameState;
}

/** The fields of an object, then those that only another one has. */
function fieldsOf(own: object, more: object): string[] {
  return [...new Set([...Object.keys(own), ...Object.keys(more)])];
}

/** The given value with missing fields taken from `seen`. */
function filled(given: unknown, seen: unknown): unknown {
  if (given === undefined) return seen;
  if (Array.isArray(given)) return given.map((part, at) => filled(part, Array.isArray(seen) ? seen[at] : undefined));
  if (typeof given !== "object" || given === null || typeof seen !== "object" || seen === null) return given;
  const more = seen as Record<string, unknown>;
  const own = given as Record<string, unknown>;
  return Object.fromEntries(fieldsOf(own, more).map((key) => [key, filled(own[key], more[key])]));
}

/**
 * Replays a record.
 *
 * @param trusted also take over evaluations and luck: only for what this browser saved itself
 * @throws ImportProblem naming the first illegal move, or the engine's error
 */
export async function replay(port: EnginePort, info: GameInfo, record: GameRecord, trusted: boolean): Promise<Session> {
  const session = await sessionIn(port, info, record);
  const decisions = session.decisions.map((decision, index) => ({
    ...decision,
    evaluation: trusted ? (record.evaluations?.[index] ?? null) : null,
    luck: trusted ? (record.luck?.[index] ?? null) : null,
    ...(trusted && record.luck_stderr?.[index] != null && { luckStderr: record.luck_stderr[index] }),
    ...(trusted && record.luck_units?.[index] != null && { luckUnit: record.luck_units[index] }),
  }));
  return { decisions, cursor: Math.min(record.cursor, decisions.length - 1) };
}

/** The session of a record without what was found out about it. */
function sessionIn(port: EnginePort, info: GameInfo, record: GameRecord): Promise<Session> {
  if (record.notation !== undefined) return sessionFrom(port, info.rulesetId, record.notation);
  return record.positions === undefined ? replayed(port, info, record) : Promise.resolve(sessionOf(record.positions, record.actions));
}

/** The session of a record whose chance comes from the seed. */
async function replayed(port: EnginePort, info: GameInfo, record: GameRecord): Promise<Session> {
  let state = await completed(port, info, record.initial_state);
  const states: GameState[] = [state];
  for (const [index, action] of record.actions.entries()) {
    try {
      state = await port.applyAction(state, action);
    } catch (error) {
      if (isEngineGone(error)) throw error;
      const reason = error instanceof Error ? ` ${error.message}` : "";
      throw new ImportProblem(IMPORT.illegalMove(index + 1, reason));
    }
    states.push(state);
  }
  return sessionOf(states, record.actions);
}
