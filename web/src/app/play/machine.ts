/** A move that the engine makes for a player. */
import type { Params } from "../../core/engine-port";
import { currentState } from "../../core/session";
import type { Table } from "../session/table.svelte";

/**
 * Has the engine choose a move for whoever is to move, and makes it.
 *
 * @param pauseMs it takes at least so long: a move that comes at once is hard to follow
 * @returns the index of the decision, or null when it was stopped or refused
 * @throws whatever the engine says
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
  // The person may be looking at an earlier move: what happens now must not pull them away.
  const view = table.atCursor ? null : table.view;
  if ((await table.apply(result.bestAction)) === null) return null;
  if (view !== null) table.show(view);
  return session.cursor;
}
