/** A game as a list of decisions with a cursor: play, undo, redo, jump. Pure functions over plain data. */
import type { EvaluationView } from "./types";
import type { GameState } from "../engine/types";

export type { GameState };

/** A position, the move played from it (null at the end), and what is known about that move. */
export interface Decision {
  readonly state: GameState;
  readonly action: unknown;
  readonly evaluation: EvaluationView | null;
  /** Each player's gain by chance between this position and the next; null if there was no chance, or while unknown. */
  readonly luck: readonly number[] | null;
  /** The unit of the luck; left out where a game has one unit, and by earlier versions. */
  readonly luckUnit?: string;
  /** The standard errors of the luck, by player; left out where it is exact, and by earlier versions. */
  readonly luckStderr?: readonly number[];
}

export interface Session {
  readonly decisions: readonly Decision[];
  /** The index of the current position; later decisions can be redone. */
  readonly cursor: number;
}

/** A session of one position. */
export function startSession(state: GameState): Session {
  return { decisions: [bare(state)], cursor: 0 };
}

function bare(state: GameState): Decision {
  return { state, action: null, evaluation: null, luck: null };
}

/** A session made of states and the moves between them. */
export function sessionOf(states: readonly GameState[], actions: readonly unknown[]): Session {
  const decisions = states.map((state, index) => ({ ...bare(state), action: actions[index] ?? null }));
  return { decisions, cursor: decisions.length - 1 };
}

/** The decision at `index`; the last one when `index` is beyond the end. */
export function decisionAt(session: Session, index: number): Decision {
  const decision = session.decisions[Math.max(0, Math.min(index, session.decisions.length - 1))];
  if (decision === undefined) throw new Error("A session has at least one position.");
  return decision;
}

/** The decision at `index` as the game stands: without its move if that was undone. */
export function standing(session: Session, index: number): Decision {
  const decision = decisionAt(session, index);
  return index < session.cursor || decision.action === null ? decision : { ...decision, action: null };
}

/** The position at the cursor. */
export function currentState(session: Session): GameState {
  return decisionAt(session, session.cursor).state;
}

/** Plays `action`, which leads to `next`; moves that could have been redone are dropped. */
export function play(session: Session, action: unknown, next: GameState): Session {
  const before = session.decisions.slice(0, session.cursor);
  const decision = { ...decisionAt(session, session.cursor), action, evaluation: null, luck: null };
  return { decisions: [...before, decision, bare(next)], cursor: session.cursor + 1 };
}

/** Moves the cursor, clamped to the game. */
export function jump(session: Session, index: number): Session {
  return { ...session, cursor: Math.max(0, Math.min(index, session.decisions.length - 1)) };
}

/**
 * Where undo leads: back to the last position for which `stops` holds (a person acts there).
 *
 * @returns the index, or null if there is nothing to undo
 */
export function undoTarget(session: Session, stops: (state: GameState) => boolean): number | null {
  for (let index = session.cursor - 1; index >= 0; index -= 1) {
    if (stops(decisionAt(session, index).state)) return index;
  }
  return null;
}

/** Where redo leads: to the next position for which `stops` holds, else to the last one; null if there is nothing to redo. */
export function redoTarget(session: Session, stops: (state: GameState) => boolean): number | null {
  const last = session.decisions.length - 1;
  if (session.cursor >= last) return null;
  for (let index = session.cursor + 1; index < last; index += 1) {
    if (stops(decisionAt(session, index).state)) return index;
  }
  return last;
}

/** Adds findings to a decision, unless its move has changed since. */
export function annotate(
  session: Session,
  index: number,
  action: unknown,
  found: Partial<Pick<Decision, "evaluation" | "luck" | "luckUnit" | "luckStderr">>,
): Session {
  const decision = session.decisions[index];
  if (decision === undefined || decision.action !== action) return session;
  const decisions = session.decisions.slice();
  decisions[index] = { ...decision, ...found };
  return { ...session, decisions };
}

/** The decisions made up to the cursor. */
export function played(session: Session): Decision[] {
  return session.decisions.slice(0, session.cursor);
}

/** Whether a chance event lies between two positions. */
export function chanceBetween(before: GameState, after: GameState): boolean {
  return (before.chance_counter ?? 0) !== (after.chance_counter ?? 0);
}
