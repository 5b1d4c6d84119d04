/** From a record back to a game: every move is played again by the engine, which so checks it. */
import type { EnginePort } from "../core/engine-port";
import { ImportProblem, type GameRecord } from "./record";
import { sessionOf, type GameState, type Session } from "../core/session";

/**
 * Plays a record again.
 *
 * @param trusted take over evaluations and luck, too: only for what this browser saved itself
 * @throws ImportProblem naming the first move that cannot be played, or the engine's own error
 */
export async function replay(port: EnginePort, record: GameRecord, trusted: boolean): Promise<Session> {
  // Also checks the first position: what is not one is refused here, with the engine's sentence.
  await port.listLegalActions(record.initial_state, record.initial_state.active_player_id);
  const states: GameState[] = [record.initial_state];
  let state = record.initial_state;
  for (const [index, action] of record.actions.entries()) {
    try {
      state = await port.applyAction(state, action);
    } catch (error) {
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
