/** The JSON of Connect Four, as `rules.py` defines it. */
import type { GameState } from "../../../web/src/engine/types.gen";

export interface Action {
  column: number;
}

export interface DropEvent extends Action {
  type: "drop";
  player_id: number;
}

type Required = "ruleset_id" | "active_player_id";

/** A position. Derived fields may be missing from an edited position. */
export interface State extends Pick<GameState, Required>, Partial<Omit<GameState, Required | "last_events">> {
  /** Row by row from the bottom: 0 is empty, 1 and 2 are discs of players 0 and 1. */
  board: number[];
  last_events?: DropEvent[];
}

export const COLUMNS = [0, 1, 2, 3, 4, 5, 6];

/** The cells of a column by their places on the board, from the top down. */
export function cellsOf(column: number): number[] {
  return [5, 4, 3, 2, 1, 0].map((row) => row * COLUMNS.length + column);
}
