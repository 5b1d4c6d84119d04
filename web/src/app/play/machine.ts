/** A move made by the engine. */
import type { Params } from "../../core/engine-port";
import { currentState } from "../../core/session";
import type { Table } from "../session/table.svelte";

/**
 * Has the engine choose a move for the player to move, and makes it.
 *
 * @param pauseMs the minimum duration in milliseconds: an instant move is hard to follow
 * @returns the index of the decision, or null when it was stopped or refused
 * @throws the engine's error
 */
export async function machineMove(table: Table, params: Params, pauseMs: number, signal: AbortSignal): Promise<number | null> {
  const { session } = table;
  if (session === null) return null;
  const state = currentState(session);
  const pause = new Promise((resolve) => setTimeout(resolve, pauseMs));
  const { port } = table.context.engine;
  const result = await port.evaluateBestMove(state, state.active_player_id, params, { signal, urgent: true });
  await pause;
  if (signal.aborted) return null;
  // The person may be viewing an earlier move, which stays on screen.
  const view = table.atCursor ? null : table.view;
  if ((await table.apply(result.bestAction)) === null) return null;
  if (view !== null) table.show(view);
  return session.cursor;
}
