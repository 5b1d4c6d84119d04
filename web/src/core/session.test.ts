import { describe, expect, it } from "vitest";
import {
  annotate,
  chanceBetween,
  currentState,
  decisionAt,
  jump,
  play,
  played,
  redoTarget,
  startSession,
  undoTarget,
  type GameState,
} from "./session";
import { evaluation, pileState } from "./testing/fake-engine";

/** 0: player 0, 1: player 1, 2: player 1 again, 3: player 0. */
function game() {
  let session = startSession(pileState(0, 0));
  session = play(session, { add: 1 }, pileState(1, 1));
  session = play(session, { add: 2 }, pileState(3, 1));
  return play(session, { add: 3 }, pileState(6, 0));
}

/** A predicate for positions in which one of these players is to move. */
function of(...players: number[]) {
  return (state: GameState): boolean => players.includes(state.active_player_id);
}

describe("session", () => {
  it("plays on from the cursor and drops the redo moves", () => {
    const back = jump(game(), 1);
    const other = play(back, { add: 3 }, pileState(4, 0));
    expect(other.decisions).toHaveLength(3);
    expect(currentState(other)).toMatchObject({ pile: 4 });
    expect(decisionAt(other, 1).action).toEqual({ add: 3 });
  });

  it("undoes to the player's own last decision, past the opponent's moves", () => {
    expect(undoTarget(game(), of(0))).toBe(0);
    expect(undoTarget(game(), of(1))).toBe(2);
    expect(undoTarget(game(), of(0, 1))).toBe(2);
    expect(undoTarget(jump(game(), 0), of(0))).toBeNull();
  });

  it("redoes to the player's next decision, or to the end", () => {
    expect(redoTarget(jump(game(), 0), of(0))).toBe(3);
    expect(redoTarget(jump(game(), 0), of(1))).toBe(1);
    expect(redoTarget(game(), of(0))).toBeNull();
  });

  it("annotates a decision only while its move is the same", () => {
    const session = game();
    const { action } = decisionAt(session, 1);
    const found = evaluation({ add: 2 });
    expect(decisionAt(annotate(session, 1, action, { evaluation: found }), 1).evaluation).toBe(found);
    expect(annotate(session, 1, { add: 2 }, { evaluation: found })).toBe(session);
    expect(annotate(session, 9, action, { evaluation: found })).toBe(session);
  });

  it("clamps jumps to the game, and lists the moves played", () => {
    expect(jump(game(), 99).cursor).toBe(3);
    expect(jump(game(), -4).cursor).toBe(0);
    expect(played(jump(game(), 2))).toHaveLength(2);
  });

  it("detects chance by the counter", () => {
    expect(chanceBetween(pileState(4), pileState(5))).toBe(true);
    expect(chanceBetween(pileState(1), pileState(2))).toBe(false);
  });
});
