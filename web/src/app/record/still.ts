/** What a saved game's board looks like: enough to draw it before the engine has replayed the game. */
import type { GameState } from "../../core/session";

export interface Still {
  /** The current position. */
  state: GameState;
  /** The player whose view the board shows. */
  perspective: number;
  /** The players' names. */
  names: string[];
}

const MOST_NAMES = 6;
const MOST_CHARS = 120;

/** The picture in a record, if it has the right shape; the board itself may still refuse the position. */
export function readStill(value: unknown, ruleset: string): Still | null {
  if (typeof value !== "object" || value === null) return null;
  const { state, perspective, names } = value as Partial<Record<keyof Still, unknown>>;
  const here = typeof state === "object" && state !== null && (state as Partial<GameState>).ruleset_id === ruleset;
  const named = Array.isArray(names) && names.length <= MOST_NAMES && names.every((name) => typeof name === "string");
  if (!here || !named || !Number.isInteger(perspective) || (perspective as number) < 0) return null;
  const short = (names as string[]).map((name) => name.slice(0, MOST_CHARS));
  return { state: state as GameState, perspective: perspective as number, names: short };
}
