/**
 * The moves that wait for their grade, whatever is on screen meanwhile.
 *
 * The engine grades them in the order they were asked. A move leaves the queue when it is graded, or taken back. One
 * that the person stopped, or that failed, stays as it is until it is asked for again.
 */
import type { EvaluationTask, Params } from "../../core/engine-port";
import { isStopped, sentenceOf } from "../../core/errors";
import type { EvaluationView } from "../../core/types";
import type { GameState } from "../../core/session";
import type { EngineStore } from "./engine.svelte";

/** One move and how far its grade is. */
export class MoveGrade {
  readonly index: number;
  readonly state: GameState;
  readonly action: unknown;
  /** What is known so far. */
  result = $state.raw<EvaluationView | null>(null);
  /** 0 to 1. */
  progress = $state(0);
  /** False once it was stopped, or has failed. */
  running = $state(true);
  error = $state<string | null>(null);
  readonly stop = new AbortController();

  constructor(index: number, state: GameState, action: unknown) {
    this.index = index;
    this.state = state;
    this.action = action;
  }
}

export interface Graded {
  result: EvaluationView;
  task: EvaluationTask;
}

export class GradeQueue {
  #moves = $state.raw<readonly MoveGrade[]>([]);
  readonly #engine: EngineStore;

  constructor(engine: EngineStore) {
    this.#engine = engine;
  }

  /** The entry of a move, if it has one. */
  find(state: GameState, action: unknown): MoveGrade | null {
    return this.#moves.find((move) => move.state === state && move.action === action) ?? null;
  }

  /**
   * Asks for the grade of a move, again if it was stopped; what is known of it stays on screen meanwhile.
   *
   * @param keep called with the grade before the move leaves the queue
   * @returns the grade, or null when it was stopped, taken back, or failed
   */
  async ask(move: MoveGrade, params: Params, keep: (graded: Graded) => Promise<void>): Promise<EvaluationView | null> {
    const before = this.find(move.state, move.action);
    move.result = before?.result ?? null;
    if (before !== null) this.#remove(before);
    this.#moves = [...this.#moves, move];
    try {
      const { state, action, stop } = move;
      const task = this.#engine.port.gradeUserAction(state, state.active_player_id, action, params, {
        signal: stop.signal,
        onProgress: (snapshot) => {
          move.progress = snapshot.progress;
          if (snapshot.candidates !== undefined) move.result = snapshot as EvaluationView;
        },
      });
      const result = await task;
      if (!stop.signal.aborted) await keep({ result, task });
      if (stop.signal.aborted) return null;
      this.#remove(move);
      return result;
    } catch (error) {
      move.running = false;
      if (!isStopped(error)) move.error = sentenceOf(error);
      return null;
    }
  }

  /** Stops a grade at once, because the person wants it so: what was found out stays on screen. */
  cancel(move: MoveGrade): void {
    move.running = false;
    move.stop.abort();
  }

  /** Drops a move that was not made. */
  drop(state: GameState, action: unknown): void {
    const move = this.find(state, action);
    if (move !== null) this.#remove(move);
  }

  /** Drops the grades of moves from `index` on: they were taken back. */
  dropFrom(index: number): void {
    for (const move of this.#moves) if (move.index >= index) this.#remove(move);
  }

  #remove(move: MoveGrade): void {
    this.#moves = this.#moves.filter((other) => other !== move);
    move.stop.abort();
  }
}
