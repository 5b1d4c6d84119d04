/** Evaluation of the position on screen, one at a time: it streams, can be cancelled, and can be continued. */
import { ungraded } from "../../coach/decision/grades";
import type { EvaluationView } from "../../core/types";
import type { EngineStore } from "./engine.svelte";
import type { EvaluationTask, Params, Snapshot } from "../../core/engine-port";
import { isStopped, sentenceOf } from "../../core/errors";
import type { GameState } from "../../core/session";
import { serves } from "./params";

export interface Question {
  state: GameState;
  /** The move to grade, or null to look for the best one. */
  action: unknown;
}

/** A finished evaluation, which can be continued. */
interface Finished {
  action: unknown;
  task: EvaluationTask;
  params: Params | null;
  /** The best move, as the engine writes it. */
  best: unknown;
}

/** How often a hint is graded for its reasons: a grading measures again, and may come to another best move. */
const GRADINGS = 2;

type Start = (stop: { signal: AbortSignal; onProgress: (snapshot: Snapshot<EvaluationView>) => void }) => EvaluationTask;

export class Thinking {
  question = $state.raw<Question | null>(null);
  result = $state.raw<EvaluationView | null>(null);
  running = $state(false);
  /** 0 to 1. */
  progress = $state(0);
  error = $state<string | null>(null);
  readonly #engine: EngineStore;
  #stop: AbortController | null = null;
  /** Finished evaluations by position, which can be continued. */
  readonly #finished = new WeakMap<GameState, Finished>();

  constructor(engine: EngineStore) {
    this.#engine = engine;
  }

  /**
   * Starts an evaluation; a running one is cancelled.
   *
   * @returns the finished evaluation, or null when it was stopped or failed
   */
  ask(question: Question, params: Params): Promise<EvaluationView | null> {
    this.result = null;
    const { port } = this.#engine;
    const { state, action } = question;
    const player = state.active_player_id;
    return this.#run(question, params, (options) =>
      action === null
        ? port.evaluateBestMove(state, player, params, { ...options, replace: true })
        : port.gradeUserAction(state, player, action, params, options),
    );
  }

  /**
   * Continues a finished evaluation; the result on screen stays until there is a better one.
   *
   * @param params the longer think time, or the params of a new evaluation if there is none to continue
   */
  longer(question: Question, params: Params): Promise<EvaluationView | null> {
    const last = this.#finished.get(question.state);
    if (last === undefined || last.action !== question.action) return this.ask(question, params);
    // The result of another question must not stay on screen.
    if (this.question?.state !== question.state || this.question.action !== question.action) this.result = null;
    const { evaluatorSeed: _seed, ...more } = params;
    return this.#run(question, params, (options) => last.task.thinkLonger(more, options));
  }

  /** The finished search for the best move of a position with such params, or larger budgets, which can go on as the grading of a move; or null. */
  hintFor(state: GameState, params: Params): Pick<Finished, "task" | "best"> | null {
    const last = this.#finished.get(state);
    return last?.action === null && last.params !== null && serves(last.params, params) ? last : null;
  }

  /** Registers a finished evaluation, so that it can be continued. */
  remember({ state, action }: Question, task: EvaluationTask, best: unknown, params: Params | null = null): void {
    this.#finished.set(state, { action, task, params, best });
  }

  async #run(question: Question, params: Params, start: Start): Promise<EvaluationView | null> {
    this.cancel();
    const stop = new AbortController();
    this.#stop = stop;
    this.question = question;
    this.running = true;
    this.progress = 0;
    this.error = null;
    const onProgress = (snapshot: Snapshot<EvaluationView>): void => {
      if (this.#stop !== stop) return;
      this.progress = snapshot.progress;
      if (snapshot.candidates === undefined) return;
      const result = snapshot as EvaluationView;
      this.result = question.action === null ? ungraded(result) : result;
    };
    try {
      let task = start({ signal: stop.signal, onProgress });
      let result: EvaluationView = await task;
      if (question.action === null) ({ task, result } = await explained(task, result, stop.signal));
      if (this.#stop === stop) {
        this.result = result;
        this.remember(question, task, result.bestAction, params);
      }
      return result;
    } catch (error) {
      if (this.#stop === stop && !isStopped(error)) this.error = sentenceOf(error);
      return null;
    } finally {
      if (this.#stop === stop) this.#ended();
    }
  }

  /** Stops at once; the latest result stays on screen. */
  cancel(): void {
    this.#stop?.abort();
    this.#ended();
  }

  /** Stops and clears the result. */
  clear(): void {
    this.cancel();
    this.question = null;
    this.result = null;
    this.error = null;
    this.progress = 0;
  }

  #ended(): void {
    this.#stop = null;
    this.running = false;
  }
}

/**
 * A hint with the reasons for its best move: those of the move's grade, as which the same evaluation goes on.
 *
 * Where the grading finds another move better, that one is the hint. Without a grading the hint stays without reasons.
 */
async function explained(
  task: EvaluationTask,
  result: EvaluationView,
  signal: AbortSignal,
): Promise<{ task: EvaluationTask; result: EvaluationView }> {
  for (let times = 0; times < GRADINGS; times += 1) {
    const move = JSON.stringify(result.bestAction);
    const grading = task.grade(result.bestAction, { signal });
    let graded: EvaluationView;
    try {
      graded = await grading;
    } catch (error) {
      if (isStopped(error)) throw error;
      break;
    }
    task = grading;
    result = ungraded(graded);
    if (JSON.stringify(graded.bestAction) === move) return { task, result: { ...result, feedback: graded.feedback } };
  }
  return { task, result: ungraded(result) };
}
