/** From a record back to a game: every move is played again by the engine, which so checks it. */
import type { EnginePort, GameInfo } from "../../core/engine-port";
import { isEngineGone } from "../../core/errors";
import { ImportProblem, type GameRecord } from "./record";
import { hidesCards } from "../session/secrecy";
import { sessionOf, type GameState, type Session } from "../../core/session";

/**
 * A position as the engine sees it: what is odd about it, and what follows from the rest, is the engine's to say.
 *
 * Where a player sees less than there is, only what is missing is filled in.
 *
 * @param viewer whose view it is, where it was cut down to one player's
 * @throws the engine's own error when it is no position
 */
export async function completed(port: EnginePort, info: GameInfo, state: GameState, viewer?: number | null): Promise<GameState> {
  const seen = await port.observe(state, viewer ?? state.active_player_id ?? 0);
  if (hidesCards(info)) return { ...(filled(state, { ...seen, seed: 0 }) as GameState), warnings: seen.warnings };
  return { ...seen, seed: state.seed === undefined ? 0 : state.seed } as GameState;
}

/** What was left out, from what the engine sees; what was given stays as it is. */
function filled(given: unknown, seen: unknown): unknown {
  if (given === undefined) return seen;
  if (Array.isArray(given)) return given.map((part, at) => filled(part, Array.isArray(seen) ? seen[at] : undefined));
  if (typeof given !== "object" || given === null || typeof seen !== "object" || seen === null) return given;
  const more = seen as Record<string, unknown>;
  const own = given as Record<string, unknown>;
  return Object.fromEntries([...new Set([...Object.keys(more), ...Object.keys(own)])].map((key) => [key, filled(own[key], more[key])]));
}

/**
 * Plays a record again.
 *
 * @param trusted take over evaluations and luck, too: only for what this browser saved itself
 * @throws ImportProblem naming the first move that cannot be played, or the engine's own error
 */
export async function replay(port: EnginePort, info: GameInfo, record: GameRecord, trusted: boolean): Promise<Session> {
  let state = await completed(port, info, record.initial_state);
  const states: GameState[] = [state];
  for (const [index, action] of record.actions.entries()) {
    try {
      state = await port.applyAction(state, action);
    } catch (error) {
      if (isEngineGone(error)) throw error;
      const reason = error instanceof Error ? ` ${error.message}` : "";
      throw new ImportProblem(`Move ${index + 1} of this game cannot be played.${reason}`);
    }
    states.push(state);
  }
  const session = sessionOf(states, record.actions);
  const decisions = session.decisions.map((decision, index) => ({
    ...decision,
    evaluation: trusted ? (record.evaluations?.[index] ?? null) : null,
    luck: trusted ? (record.luck?.[index] ?? null) : null,
  }));
  return { decisions, cursor: record.cursor };
}
