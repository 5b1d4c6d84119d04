/** A game as a list of decisions with a cursor: play, undo, redo, jump. Pure functions over plain data. */
import type { EvaluationView } from "./types";
import type { GameState } from "../engine/types";

export type { GameState };

/** A position, the move that was played from it (null at the end), and what was found out about that move. */
export interface Decision {
  readonly state: GameState;
  readonly action: unknown;
  readonly evaluation: EvaluationView | null;
  /** What chance gave each player between this position and the next; null: no chance, or not known yet. */
  readonly luck: readonly number[] | null;
}

export interface Session {
  readonly decisions: readonly Decision[];
  /** The position that play goes on from; what lies behind it can be redone. */
  readonly cursor: number;
}

/** A session of one position. */
export function startSession(state: GameState): Session {
  return { decisions: [bare(state)], cursor: 0 };
}

function bare(state: GameState): Decision {
  return { state, action: null, evaluation: null, luck: null };
}

/** A session from its states and the moves between them. */
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

/** The decision at `index` as the game stands: a move that was undone has not been made. */
export function standing(session: Session, index: number): Decision {
  const decision = decisionAt(session, index);
  return index < session.cursor || decision.action === null ? decision : { ...decision, action: null };
}

/** The position that play goes on from. */
export function currentState(session: Session): GameState {
  return decisionAt(session, session.cursor).state;
}

/** Plays `action`, which leads to `next`; what could have been redone is gone. */
export function play(session: Session, action: unknown, next: GameState): Session {
  const before = session.decisions.slice(0, session.cursor);
  const decision = { ...decisionAt(session, session.cursor), action, evaluation: null, luck: null };
  return { decisions: [...before, decision, bare(next)], cursor: session.cursor + 1 };
}

/** Moves the cursor, within the game. */
export function jump(session: Session, index: number): Session {
  return { ...session, cursor: Math.max(0, Math.min(index, session.decisions.length - 1)) };
}

/**
 * Where undo leads: back to the last position that `stops` says a person acts in.
 *
 * @returns the index, or null when there is nothing to undo
 */
export function undoTarget(session: Session, stops: (state: GameState) => boolean): number | null {
  for (let index = session.cursor - 1; index >= 0; index -= 1) {
    if (stops(decisionAt(session, index).state)) return index;
  }
  return null;
}

/** Where redo leads: on to the next position that `stops` says a person acts in, or to the end of what is known. */
export function redoTarget(session: Session, stops: (state: GameState) => boolean): number | null {
  const last = session.decisions.length - 1;
  if (session.cursor >= last) return null;
  for (let index = session.cursor + 1; index < last; index += 1) {
    if (stops(decisionAt(session, index).state)) return index;
  }
  return last;
}

/** Puts what was found out at its decision, if that decision still is the same. */
export function annotate(session: Session, index: number, action: unknown, found: Partial<Pick<Decision, "evaluation" | "luck">>): Session {
  const decision = session.decisions[index];
  if (decision === undefined || decision.action !== action) return session;
  const decisions = session.decisions.slice();
  decisions[index] = { ...decision, ...found };
  return { ...session, decisions };
}

/** The session up to its cursor, as a game that was played. */
export function played(session: Session): Decision[] {
  return session.decisions.slice(0, session.cursor);
}

/** Whether chance had a hand between two positions. */
export function chanceBetween(before: GameState, after: GameState): boolean {
  return (before.chance_counter ?? 0) !== (after.chance_counter ?? 0);
}
