/** The coach's evaluations of the decisions of a game on screen: requested, in progress, or stored. */
import { ungraded } from "../../coach/decision/grades";
import { PANEL_WORDS } from "../../coach/text/decision";
import { moveText } from "../../coach/text/words";
import type { EvaluateOptions, Preset } from "../../core/engine-port";
import type { EvaluationView } from "../../core/types";
import { decisionAt, type Decision, type GameState } from "../../core/session";
import { GradeQueue, MoveGrade } from "./grading.svelte";
import { chosenUnit, coachParams, inChosenUnit, longerParams, steadyParams } from "./params";
import { SPOKEN } from "../words/narration";
import { Thinking } from "./thinking.svelte";
import type { ViewedGame } from "./viewed-game.svelte";

/** What is shown of an evaluation, as text to compare. */
const figures = ({ candidates, deltaEv, deltaStderr, worse, verdict, feedback, metadata }: EvaluationView): string =>
  JSON.stringify([
    candidates.map(({ action, ev }) => [action, ev.toFixed(1)]),
    [deltaEv, deltaStderr].map((each) => each?.toFixed(1)),
    [worse?.toFixed(2), verdict, feedback, metadata.depth, metadata.solved],
  ]);

export class Coaching {
  /** The index of the decision with a hint, or null. */
  hintAt = $state<number | null>(null);
  /** The result of longer thinking that shows nothing new, or null. */
  unchanged = $state.raw<EvaluationView | null>(null);
  readonly thinking: Thinking;
  readonly grades: GradeQueue;
  readonly #game: ViewedGame;
  /** What was to be judged by when the coach began to think, where people choose between two units. */
  #unit: Preset["scale"] = null;

  constructor(game: ViewedGame) {
    this.#game = game;
    this.thinking = new Thinking(game.context.engine);
    this.grades = new GradeQueue(game.context.engine);
  }

  /** The latest evaluation of the decision at `index`, updated while it streams; null if there is none. */
  evaluationAt(index: number): EvaluationView | null {
    const decision = this.#game.decisionAt(index);
    if (decision === null) return null;
    const current = this.#isAsked(decision) ? this.thinking.result : null;
    const known = current ?? decision.evaluation ?? this.gradeAt(index)?.result ?? null;
    // The grade of an undone move does not apply to the next one.
    return known !== null && decision.action === null ? ungraded(known) : known;
  }

  /** The queued grade of the move at `index`, or null. */
  gradeAt(index: number): MoveGrade | null {
    const decision = this.#game.decisionAt(index);
    return decision === null || decision.action === null ? null : this.grades.find(decision.state, decision.action);
  }

  /** Whether the coach is working on the decision at `index` or has it queued. */
  thinkingAt(index: number): boolean {
    const decision = this.#game.decisionAt(index);
    if (decision === null) return false;
    return this.gradeAt(index)?.running === true || (this.thinking.running && this.#isAsked(decision));
  }

  /** The progress of that work, 0 to 1. */
  progressAt(index: number): number {
    const grade = this.gradeAt(index);
    return grade?.running === true ? grade.progress : this.thinking.progress;
  }

  /** Why there is no evaluation of the decision at `index`, as a sentence; else null. */
  errorAt(index: number): string | null {
    const decision = this.#game.decisionAt(index);
    if (decision === null) return null;
    if (this.#isAsked(decision)) return this.thinking.error;
    return decision.evaluation === null ? (this.gradeAt(index)?.error ?? null) : null;
  }

  /** Stops the work on the decision at `index`. A hint that has found nothing yet is then none. */
  cancelAt(index: number): void {
    const grade = this.gradeAt(index);
    if (grade?.running === true) {
      this.grades.cancel(grade);
      return;
    }
    this.thinking.cancel();
    if (this.evaluationAt(index) === null) this.hintAt = null;
  }

  #isAsked(decision: Decision): boolean {
    const { question } = this.thinking;
    return question !== null && question.state === decision.state && question.action === decision.action;
  }

  /** Shows the best move of the decision at `index`, and says why; what is known to the end is only announced again. */
  hint(index: number): void {
    this.hintAt = index;
    if (this.thinkingAt(index)) return;
    const known = this.evaluationAt(index);
    if (known === null || known.metadata.endedBy === null || known.feedback.length === 0 || this.otherUnitAt(index))
      void this.evaluate(index);
    else this.#announce(this.#game.decisionAt(index)!.state, known);
  }

  /**
   * Whether the hint or grade at `index` is, or is becoming, in another unit than the person has chosen since: to win, or for points.
   * A grade in the queue is not yet.
   */
  otherUnitAt(index: number): boolean {
    const decision = this.#game.decisionAt(index);
    if (decision === null) return false;
    if (this.thinking.running && this.#isAsked(decision)) return this.#unit !== this.#chosenUnit;
    const known = this.gradeAt(index)?.running === true ? null : this.evaluationAt(index);
    const { settings, info } = this.#game.context;
    return known !== null && !inChosenUnit(settings, info, this.#game.players, known);
  }

  get #chosenUnit(): Preset["scale"] {
    const { settings, info } = this.#game.context;
    return chosenUnit(settings, info, this.#game.players);
  }

  /** Has the hint or grade at `index` follow the choice between two units. */
  follow(index: number): void {
    if (this.otherUnitAt(index)) void this.evaluate(index);
  }

  /** Stops what is on screen as a move is made in its place; the grading of that move for a hint goes on for its grade. */
  leave(action: unknown): void {
    this.thinking.cancel((move) => this.#game.context.ui.sameAction(move, action));
  }

  /** Evaluates the decision at `index` on screen: grades its move, or finds the best one if none was made. */
  async evaluate(index: number): Promise<EvaluationView | null> {
    const decision = this.#game.decisionAt(index);
    if (decision === null) return null;
    const { state, action } = decision;
    if (state.game_over === true || this.#game.enters(state)) return null;
    const { settings, info } = this.#game.context;
    const params = action === null ? coachParams(settings, info, state) : steadyParams(settings, info, state);
    this.#unit = this.#chosenUnit;
    const result = await this.thinking.ask({ state, action }, params, this.evaluationAt(index), this.#keep(index, state, action));
    if (result !== null && action === null) this.#announce(state, result);
    return result;
  }

  /**
   * Queues the grade of a move, independent of what is on screen.
   *
   * @param made resolves when the move is applied; grading starts before that
   */
  async grade(index: number, action: unknown, made: Promise<unknown> = Promise.resolve()): Promise<EvaluationView | null> {
    if (this.#game.session === null) return null;
    const { state } = decisionAt(this.#game.session, index);
    if (this.#game.enters(state)) return null;
    const { settings, info } = this.#game.context;
    const params = coachParams(settings, info, state);
    // A hint, or the grade of a move that was taken back, and the grade of the move are one evaluation: longer thinking is not lost.
    const last = this.thinking.finishedFor(state, params);
    // The move of a hint has been graded for its reasons; a best move beside another one has not.
    const named = last?.action === null && this.#game.context.ui.sameAction(action, last.best);
    const goOn = last && ((options: EvaluateOptions) => last.task.grade(named ? last.best : action, options, named ? undefined : params));
    const unit = this.#chosenUnit;
    const graded = await this.grades.ask(new MoveGrade(index, state, action), params, goOn, async ({ result, task }) => {
      await made;
      this.thinking.remember({ state, action }, task, result.bestAction, params);
      this.store(index, state, action, result);
    });
    // The coach may be thinking about the next move by now, which then comes first.
    if (graded !== null && unit !== this.#chosenUnit && !this.thinking.running) this.follow(index);
    return graded;
  }

  /** Continues the evaluation of `index` with a longer think time. */
  async longer(index: number): Promise<void> {
    const decision = this.#game.decisionAt(index);
    if (decision === null) return;
    const { state, action } = decision;
    const { settings, info } = this.#game.context;
    const before = this.evaluationAt(index);
    const params = longerParams(settings, info, state, before?.metadata.elapsedMs);
    this.#unit = this.#chosenUnit;
    const result = await this.thinking.longer({ state, action }, params, before, this.#keep(index, state, action));
    this.unchanged = before !== null && result !== null && figures(before) === figures(result) ? result : null;
    if (this.unchanged !== null) this.#game.context.announce(PANEL_WORDS.unchanged);
    else if (result !== null && action === null) this.#announce(state, result);
  }

  #keep(index: number, state: GameState, action: unknown): (found: EvaluationView) => void {
    return (found) => this.store(index, state, action, found);
  }

  #announce(state: GameState, result: EvaluationView): void {
    const { announce, ui } = this.#game.context;
    const why = result.feedback.slice(0, 2).map(({ text }) => text);
    announce(SPOKEN.hint(moveText(ui, result.bestAction, state, "words"), why.join(" ")));
  }

  /** Stores an evaluation, unless the decision has changed since. */
  store(index: number, state: GameState, action: unknown, evaluation: EvaluationView): void {
    this.#game.annotate(index, state, action, { evaluation });
  }
}
