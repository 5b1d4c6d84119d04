/** Evaluation of the position on screen, one at a time: it streams, can be cancelled, and can be continued. */
import { ungraded } from "../../coach/decision/grades";
import { gradesBest } from "../../coach/decision/verdicts";
import type { EvaluationView } from "../../core/types";
import type { EngineStore } from "./engine.svelte";
import type { EvaluateOptions, EvaluationTask, Params, Snapshot } from "../../core/engine-port";
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
  params: Params;
  /** The best move, as the engine writes it. */
  best: unknown;
}

/** How often a hint is graded for its reasons: a grading measures again, and may come to another best move. */
const GRADINGS = 2;

type Options = EvaluateOptions & { signal: AbortSignal; onProgress: (snapshot: Snapshot<EvaluationView>) => void };
type Start = (options: Options) => EvaluationTask;
type Keep = (found: EvaluationView) => void;

export class Thinking {
  question = $state.raw<Question | null>(null);
  result = $state.raw<EvaluationView | null>(null);
  running = $state(false);
  /** 0 to 1. */
  progress = $state(0);
  error = $state<string | null>(null);
  readonly #engine: EngineStore;
  #stop: AbortController | null = null;
  /** The move that is being graded for the reasons of a hint; undefined while none is. */
  #explaining: unknown = undefined;
  /** What is known to the end of the question: it comes back on screen where the coach is stopped before it knows more. */
  #known: EvaluationView | null = null;
  /** What was on screen when the question was asked, if only for a while. */
  #before: EvaluationView | null = null;
  /** Finished evaluations by position, which can be continued. */
  readonly #finished = new WeakMap<GameState, Finished>();

  constructor(engine: EngineStore) {
    this.#engine = engine;
  }

  /**
   * Starts an evaluation; a running one is cancelled. The search for the best move goes on from what is known of the position.
   *
   * @param known the evaluation on screen, or null
   * @param keep gets every finished result: that of a search comes before its reasons
   * @returns the finished evaluation, or null when it was stopped or failed
   */
  ask(question: Question, params: Params, known: EvaluationView | null, keep: Keep): Promise<EvaluationView | null> {
    const { port } = this.#engine;
    const { state, action } = question;
    const player = state.active_player_id;
    const last = this.#finished.get(state);
    return this.#run(question, params, known, keep, (options) => {
      if (action !== null) return port.gradeUserAction(state, player, action, params, options);
      if (last !== undefined && serves(last.params, params)) return last.task.grade(last.best, options, params);
      return port.evaluateBestMove(state, player, params, { ...options, replace: true });
    });
  }

  /**
   * Continues a finished evaluation; the result on screen stays until there is a better one.
   *
   * @param params the longer think time, or the params of a new evaluation if there is none to continue
   */
  longer(question: Question, params: Params, known: EvaluationView | null, keep: Keep): Promise<EvaluationView | null> {
    const last = this.#finished.get(question.state);
    if (last === undefined || last.action !== question.action) return this.ask(question, params, known, keep);
    const { evaluatorSeed: _seed, ...more } = params;
    return this.#run(question, params, known, keep, (options) => last.task.thinkLonger(more, options));
  }

  /**
   * The finished evaluation of a position with such params, or larger budgets, which can go on as the grading of a move, also where it
   * graded one that was taken back; or null.
   */
  finishedFor(state: GameState, params: Params): Omit<Finished, "params"> | null {
    const last = this.#finished.get(state);
    return last !== undefined && serves(last.params, params) ? last : null;
  }

  /** Registers a finished evaluation, so that it can be continued. */
  remember({ state, action }: Question, task: EvaluationTask, best: unknown, params: Params): void {
    this.#finished.set(state, { action, task, params, best });
  }

  async #run(question: Question, params: Params, known: EvaluationView | null, keep: Keep, start: Start): Promise<EvaluationView | null> {
    this.cancel();
    const stop = new AbortController();
    this.#stop = stop;
    this.#before = known;
    this.#known = known?.metadata.endedBy === null ? null : known;
    this.question = question;
    this.result = this.#known;
    this.running = true;
    this.progress = 0;
    this.error = null;
    const onProgress = (snapshot: Snapshot<EvaluationView>): void => {
      if (this.#stop !== stop) return;
      this.progress = snapshot.progress;
      if (snapshot.candidates !== undefined) this.result = snapshot as EvaluationView;
    };
    const hint = question.action === null;
    const found = (task: EvaluationTask, result: EvaluationView): void => {
      this.result = this.#known = result;
      this.remember(question, task, result.bestAction, params);
      keep(result);
    };
    try {
      const task = start({ signal: stop.signal, onProgress, hint });
      const result: EvaluationView = await task;
      if (this.#stop !== stop) return null;
      found(task, hint ? ungraded(result) : result);
      if (hint) await this.#explain(question, params, task, stop, found);
      return this.#stop === stop ? this.result : null;
    } catch (error) {
      if (this.#stop === stop && !isStopped(error)) this.error = sentenceOf(error);
      return null;
    } finally {
      if (this.#stop === stop) this.#ended();
    }
  }

  /**
   * Finds the reasons for the best move of a hint: those of the move's grade, as which the same evaluation goes on.
   *
   * Where the grading finds another move better, that one is the hint. Without a grading the hint stays without reasons.
   */
  async #explain(
    question: Question,
    params: Params,
    task: EvaluationTask,
    stop: AbortController,
    found: (task: EvaluationTask, result: EvaluationView) => void,
  ): Promise<void> {
    const onProgress = ({ progress }: Snapshot<EvaluationView>): void => {
      if (this.#stop === stop) this.progress = progress;
    };
    try {
      for (let times = 0; times < GRADINGS && this.result?.feedback.length === 0; times += 1) {
        const { bestAction } = this.result;
        task = task.grade(bestAction, { signal: stop.signal, onProgress, hint: true });
        // The grade of the same move goes on from its grading.
        this.remember(question, task, bestAction, params);
        this.#explaining = bestAction;
        const graded: EvaluationView = await task;
        if (this.#stop !== stop) return;
        found(task, ungraded(graded));
        if (gradesBest(graded)) return;
      }
    } catch (error) {
      if (isStopped(error)) throw error;
    }
  }

  /**
   * Stops at once; what is known stays on screen.
   *
   * @param made whether a move is the one that is made now: where the coach is grading it for the reasons of a hint, it goes on,
   *   for the grade
   */
  cancel(made: (move: unknown) => boolean = () => false): void {
    if (this.#explaining === undefined || !made(this.#explaining)) this.#stop?.abort();
    this.#ended();
  }

  /** Stops and clears the result. */
  clear(): void {
    this.cancel();
    this.question = null;
    this.result = this.#known = this.#before = null;
    this.error = null;
    this.progress = 0;
  }

  #ended(): void {
    this.#stop = null;
    this.#explaining = undefined;
    this.running = false;
    if (this.result?.metadata.endedBy === null && this.#known !== null) this.result = this.#known;
    this.result ??= this.#before;
  }
}
