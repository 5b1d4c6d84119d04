/** A game on screen: its session, the position being looked at, its legal moves, and what the coach found out. */
import { accountOf, type Account } from "../../coach/game/account";
import { ungraded } from "../../coach/decision/grades";
import type { EvaluationView } from "../../core/types";
import type { GameContext } from "./context";
import { Forecast } from "./forecast.svelte";
import { GradeQueue, MoveGrade } from "./grading.svelte";
import { LinePreview } from "./line.svelte";
import { isStopped, sentenceOf, type AccountResult } from "../../core/engine-port";
import { coachParams, longerParams } from "./params";
import { annotate, chanceBetween, currentState, decisionAt, jump, play, played, standing } from "../../core/session";
import type { Decision, GameState, Session } from "../../core/session";
import { playersOf } from "./seats";
import { viewerOf } from "./secrecy";
import { Thinking } from "./thinking.svelte";

const NO_ACTIONS: unknown[] = [];

export class Table {
  session = $state.raw<Session | null>(null);
  /** The index of the position on screen. */
  view = $state(0);
  /** One sentence about what could not be done, or null. */
  error = $state<string | null>(null);
  readonly thinking: Thinking;
  readonly grades: GradeQueue;
  readonly forecast: Forecast;
  /** The line of a candidate, while it is looked at. */
  readonly line: LinePreview;
  readonly context: GameContext;
  /** Whether the legal moves of a position are wanted. */
  wantsLegal: (state: GameState) => boolean = () => true;
  /** Whether the game on the table was seen from its start. */
  fromStart = false;
  /** Whether its first position was just dealt, so that the luck of it counts, too. */
  dealt = false;
  /** Positions whose move was made for the person, who had claimed the rest: nobody decided there. */
  given = $state.raw<ReadonlySet<GameState>>(new Set());
  /** Whether the cards of a position are a secret: then the luck of its deal is one, too. */
  sealed: (state: GameState) => boolean = () => false;
  /** Called after every change of the session. */
  onChange: (session: Session) => void = () => undefined;
  #opening = $state.raw<{ state: GameState; luck: readonly number[] } | null>(null);
  #legal = $state.raw<{ state: GameState; actions: unknown[] } | null>(null);
  /** The moves whose luck is being asked for, by position. */
  #counting = new Map<GameState, unknown>();

  constructor(context: GameContext) {
    this.context = context;
    this.thinking = new Thinking(context.engine);
    this.grades = new GradeQueue(context.engine);
    this.forecast = new Forecast(context);
    this.line = new LinePreview(context);
  }

  /** The decision on screen. */
  get decision(): Decision | null {
    return this.decisionAt(this.view);
  }

  /** The decision at `index` as the game stands: a move that was undone has not been made. */
  decisionAt(index: number): Decision | null {
    return this.session === null ? null : standing(this.session, index);
  }

  get state(): GameState | null {
    return this.decision?.state ?? null;
  }

  /** The legal moves of the position on screen; empty until they are known. */
  get legal(): unknown[] {
    return this.#legal !== null && this.#legal.state === this.state ? this.#legal.actions : NO_ACTIONS;
  }

  /** Whether the position on screen is the one that play goes on from. */
  get atCursor(): boolean {
    return this.session !== null && this.view === this.session.cursor;
  }

  get account(): Account {
    // What was undone costs nothing, until it is done again.
    const decisions = this.session === null ? [] : played(this.session);
    const told = decisions.map((decision, index) => (this.#tellsLuck(index + 1) ? decision : { ...decision, luck: null }));
    const account = { ...accountOf(told, this.players, (state) => this.decides(state)), untold: this.#untold };
    const opening = this.#opening?.state === this.session?.decisions[0]?.state ? this.#opening?.luck : undefined;
    // The luck of the first move, once it is known, holds what the beginning gave.
    if (opening === undefined || (decisions[0]?.luck ?? null) !== null || !this.#tellsLuck(0)) return account;
    return { ...account, luck: account.luck.map((luck, player) => luck + (opening[player] ?? 0)) };
  }

  /** Whether it may be said what chance gave on the way to the position at `index`: it values cards that nobody else sees. */
  #tellsLuck(index: number): boolean {
    const state = this.session?.decisions[index]?.state;
    return state === undefined || !this.sealed(state);
  }

  /** What of the luck is kept back as long as its hand goes on. */
  get #untold(): Account["untold"] {
    if (this.session === null || !this.sealed(currentState(this.session))) return "none";
    return this.#tellsLuck(0) ? "some" : "all";
  }

  /** How many play. */
  get players(): number {
    return playersOf(this.session === null ? null : decisionAt(this.session, 0).state, this.context.info.players);
  }

  /** Whether the position waits for a throw to be entered: there is nothing to decide, to evaluate or to grade. */
  enters(state: GameState | null): boolean {
    return state !== null && this.context.ui.entersChance?.(state) === true;
  }

  /** Whether somebody decides something in a position. */
  decides(state: GameState): boolean {
    return !this.enters(state) && !this.given.has(state);
  }

  /**
   * Puts another game on the table.
   *
   * @param fromStart its first position is the start of a game
   * @param dealt its first position is that of a deal
   */
  set(session: Session, view = session.cursor, fromStart = false, dealt = fromStart): void {
    this.fromStart = fromStart;
    this.dealt = dealt;
    this.given = new Set();
    this.thinking.clear();
    this.grades.dropFrom(0);
    this.error = null;
    this.#update(session);
    this.show(view);
    void this.#countOpening();
  }

  /** Looks at another position. */
  show(index: number): void {
    if (this.session === null) return;
    this.line.drop();
    this.view = Math.max(0, Math.min(index, this.session.decisions.length - 1));
    void this.#askLegal();
  }

  /** Moves the cursor, for undo and redo. */
  moveCursor(index: number): void {
    if (this.session === null) return;
    this.thinking.cancel();
    this.grades.dropFrom(index);
    this.#update(jump(this.session, index));
    this.show(index);
  }

  /** Plays a move at the cursor. Returns the position after it, or null when the engine refused. */
  async apply(action: unknown): Promise<GameState | null> {
    const before = this.session;
    if (before === null) return null;
    this.error = null;
    try {
      const next = await this.context.engine.port.applyAction(currentState(before), action);
      // Undone or replaced in the meantime: the answer is about a game that is no more.
      if (this.session === null || currentState(this.session) !== currentState(before)) return null;
      this.#update(play(this.session, action, next));
      this.show(this.session.cursor);
      void this.#countLuck(this.session.cursor - 1);
      return next;
    } catch (error) {
      this.error = sentenceOf(error);
      return null;
    }
  }

  /** The same for an answer: of what one player sees nobody can say what follows, so the position stays. */
  async answer(action: unknown): Promise<GameState | null> {
    const { session } = this;
    if (session === null || viewerOf(this.context.ui, currentState(session)) === null) return this.apply(action);
    const state = { ...currentState(session) };
    this.#update(play(session, action, state));
    this.show(session.cursor + 1);
    return state;
  }

  /** Why the engine refuses a move here; null when it does not say. The game stays as it is. */
  async reasonAgainst(action: unknown): Promise<string | null> {
    if (this.session === null) return null;
    try {
      await this.context.engine.port.applyAction(currentState(this.session), action);
      return null;
    } catch (error) {
      return sentenceOf(error);
    }
  }

  /** What is known about the decision at `index`, as it streams in. */
  evaluationAt(index: number): EvaluationView | null {
    const decision = this.decisionAt(index);
    if (decision === null) return null;
    const asked = this.#isAsked(decision) ? this.thinking.result : null;
    const known = asked ?? decision.evaluation ?? this.gradeAt(index)?.result ?? null;
    // The grade of a move that was undone is not one of the move to come.
    return known !== null && decision.action === null ? ungraded(known) : known;
  }

  /** The move of the decision at `index` on its way to a grade, or null. */
  gradeAt(index: number): MoveGrade | null {
    const decision = this.decisionAt(index);
    return decision === null || decision.action === null ? null : this.grades.find(decision.state, decision.action);
  }

  /** Whether the coach is at work on the decision at `index`, or will be in its turn. */
  thinkingAt(index: number): boolean {
    const decision = this.decisionAt(index);
    if (decision === null) return false;
    return this.gradeAt(index)?.running === true || (this.thinking.running && this.#isAsked(decision));
  }

  /** How far that is, 0 to 1. */
  progressAt(index: number): number {
    const grade = this.gradeAt(index);
    return grade?.running === true ? grade.progress : this.thinking.progress;
  }

  /** Why there is nothing to show about the decision at `index`, or null. */
  errorAt(index: number): string | null {
    const decision = this.decisionAt(index);
    if (decision === null) return null;
    if (this.#isAsked(decision)) return this.thinking.error;
    return decision.evaluation === null ? (this.gradeAt(index)?.error ?? null) : null;
  }

  /**
   * Picks a candidate of the decision at `index`, which comes on screen; picked already, it is let go.
   *
   * @param names who is called what in its line
   * @param open its line is shown on the board
   */
  pick(index: number, action: unknown, names: readonly string[], open = false): void {
    const decision = this.decisionAt(index);
    if (decision === null) return;
    const { ui } = this.context;
    if (this.view !== index) this.show(index);
    const picked = this.line.pickedAt(decision.state);
    const same = picked !== null && ui.sameAction(picked, action);
    if (same && !open) this.line.drop();
    else if (!same || !this.line.isOpen) {
      const found = this.evaluationAt(index)?.candidates.find((candidate) => ui.sameAction(candidate.action, action));
      this.line.pick(decision.state, action, found?.line ?? [], names);
    }
    if (open) void this.line.go(1);
  }

  /** Stops whatever the coach does about the decision at `index`. */
  cancelAt(index: number): void {
    const grade = this.gradeAt(index);
    if (grade?.running === true) this.grades.cancel(grade);
    else this.thinking.cancel();
  }

  #isAsked(decision: Decision): boolean {
    const { question } = this.thinking;
    return question !== null && question.state === decision.state && question.action === decision.action;
  }

  /** Says what is known about the decision at `index` on screen: the grade of its move, or the best one where none was. */
  async evaluate(index: number): Promise<EvaluationView | null> {
    const decision = this.decisionAt(index);
    if (decision === null) return null;
    const { state, action } = decision;
    if (state.game_over === true || this.enters(state)) return null;
    const { settings, info } = this.context;
    const result = await this.thinking.ask({ state, action }, coachParams(settings, info, state));
    if (result !== null) this.store(index, state, action, result);
    return result;
  }

  /**
   * Queues the grade of a move, whatever is on screen.
   *
   * @param made the move on its way to the board at `index`: grading need not wait for that
   */
  async grade(index: number, action: unknown, made: Promise<unknown> = Promise.resolve()): Promise<EvaluationView | null> {
    if (this.session === null) return null;
    const { state } = decisionAt(this.session, index);
    if (this.enters(state)) return null;
    const { settings, info } = this.context;
    return this.grades.ask(new MoveGrade(index, state, action), coachParams(settings, info, state), async ({ result, task }) => {
      await made;
      this.thinking.remember({ state, action }, task);
      this.store(index, state, action, result);
    });
  }

  /** Goes on with the evaluation of `index` from where it stopped. */
  async longer(index: number): Promise<void> {
    const decision = this.decisionAt(index);
    if (decision === null) return;
    const { state, action } = decision;
    const { settings, info } = this.context;
    const params = longerParams(settings, info, state, this.evaluationAt(index)?.metadata.elapsedMs);
    const result = await this.thinking.longer({ state, action }, params);
    if (result !== null) this.store(index, state, action, result);
  }

  /** Keeps what was found out, unless the decision has changed since. */
  store(index: number, state: GameState, action: unknown, evaluation: EvaluationView): void {
    if (this.session === null || this.session.decisions[index]?.state !== state) return;
    this.#update(annotate(this.session, index, action, { evaluation }));
  }

  /** Asks for whatever luck is not known yet. */
  countAllLuck(): void {
    this.session?.decisions.forEach((_, index) => void this.#countLuck(index));
  }

  /** What the first throw or deal gave, while no move has been made. */
  async #countOpening(): Promise<void> {
    const state = this.session?.decisions[0]?.state;
    const { engine, info } = this.context;
    const asked = info.decisions.length > 0 && info.queries.some(({ name }) => name === "account");
    if (state === undefined || !asked || !this.#opens(0) || this.#opening?.state === state) return;
    try {
      const args = { states: [state], actions: [], deltas: [], opening: true };
      const { luck } = await engine.port.query<AccountResult>(info.rulesetId, "account", args);
      if (this.session?.decisions[0]?.state === state) this.#opening = { state, luck };
    } catch (error) {
      if (!isStopped(error)) console.info("The luck of the beginning could not be counted:", sentenceOf(error));
    }
  }

  async #countLuck(index: number): Promise<void> {
    const { session } = this;
    if (session === null || !this.#luckAfter(index)) return;
    const { state, action, luck } = decisionAt(session, index);
    const { engine, info } = this.context;
    const counting = this.#counting.has(state) && this.#counting.get(state) === action;
    if (luck !== null || counting || !info.queries.some(({ name }) => name === "account")) return;
    this.#counting.set(state, action);
    const states = [state, decisionAt(session, index + 1).state];
    const args = { states, actions: [action], deltas: [null], opening: this.#opens(index) };
    try {
      const found = await engine.port.query<AccountResult>(info.rulesetId, "account", args);
      if (this.session?.decisions[index]?.state === state) {
        this.#update(annotate(this.session, index, action, { luck: found.luck }));
      }
    } catch (error) {
      if (!isStopped(error)) console.info("Luck could not be counted:", sentenceOf(error));
    } finally {
      // Undone and played otherwise meanwhile: then another answer is on its way.
      if (this.#counting.get(state) === action) this.#counting.delete(state);
    }
  }

  /** Whether the luck of the opening is counted with the move at `index`. */
  #opens(index: number): boolean {
    return index === 0 && this.dealt;
  }

  /** Whether there may be luck to count with the move at `index`. */
  #luckAfter(index: number): boolean {
    const here = this.session?.decisions[index];
    const next = this.session?.decisions[index + 1];
    if (here === undefined || next === undefined || here.action === null) return false;
    return this.#opens(index) || chanceBetween(here.state, next.state);
  }

  #update(session: Session): void {
    this.session = session;
    this.onChange(session);
  }

  async #askLegal(): Promise<void> {
    const { state } = this;
    if (state === null || this.#legal?.state === state || !this.wantsLegal(state)) return;
    if (state.game_over === true) {
      this.#legal = { state, actions: [] };
      return;
    }
    try {
      const actions = await this.context.engine.port.listLegalActions(state, state.active_player_id);
      if (this.state === state) this.#legal = { state, actions };
    } catch (error) {
      if (this.state === state) this.error = sentenceOf(error);
    }
  }
}
