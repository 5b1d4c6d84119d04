/**
 * The queue of moves to be graded, independent of what is on screen.
 *
 * The engine grades them in order. A move leaves the queue when it is graded or taken back. A stopped or failed one
 * stays in it until it is requested again.
 */
import type { EvaluateOptions, EvaluationTask, Params, Snapshot } from "../../core/engine-port";
import { isStopped, sentenceOf } from "../../core/errors";
import type { EvaluationView } from "../../core/types";
import type { GameState } from "../../core/session";
import type { EngineStore } from "./engine.svelte";

/** A move in the queue, with the progress of its grade. */
export class MoveGrade {
  readonly index: number;
  readonly state: GameState;
  readonly action: unknown;
  /** The latest evaluation. */
  result = $state.raw<EvaluationView | null>(null);
  /** 0 to 1. */
  progress = $state(0);
  /** False once it was stopped or has failed. */
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

  /** The entry of a move, or null. */
  find(state: GameState, action: unknown): MoveGrade | null {
    return this.#moves.find((move) => move.state === state && move.action === action) ?? null;
  }

  /**
   * Requests the grade of a move, or requests it again; an earlier evaluation stays on screen meanwhile.
   *
   * @param goOn continues an evaluation of the position as the grading, if there is one
   * @param keep called with the grade before the move leaves the queue
   * @returns the grade, or null when it was stopped, taken back or failed
   */
  async ask(
    move: MoveGrade,
    params: Params,
    goOn: ((options: EvaluateOptions) => EvaluationTask) | null,
    keep: (graded: Graded) => Promise<void>,
  ): Promise<EvaluationView | null> {
    const before = this.find(move.state, move.action);
    move.result = before?.result ?? null;
    if (before !== null) this.#remove(before);
    this.#moves = [...this.#moves, move];
    try {
      const { state, action, stop } = move;
      const options = {
        signal: stop.signal,
        onProgress: (snapshot: Snapshot<EvaluationView>): void => {
          move.progress = snapshot.progress;
          if (snapshot.candidates !== undefined) move.result = snapshot as EvaluationView;
        },
      };
      const { port } = this.#engine;
      const task = goOn?.(options) ?? port.gradeUserAction(state, state.active_player_id, action, params, options);
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

  /** Stops a grade at the person's request; the latest evaluation stays on screen. */
  cancel(move: MoveGrade): void {
    move.running = false;
    move.stop.abort();
  }

  /** Drops a move that was not made. */
  drop(state: GameState, action: unknown): void {
    const move = this.find(state, action);
    if (move !== null) this.#remove(move);
  }

  /** Drops the grades of moves from `index` on, which were taken back. */
  dropFrom(index: number): void {
    for (const move of this.#moves) if (move.index >= index) this.#remove(move);
  }

  #remove(move: MoveGrade): void {
    this.#moves = this.#moves.filter((other) => other !== move);
    move.stop.abort();
  }
}
