/** A game on screen that can be played and browsed, with its coaching, luck, forecast and line preview. */
import { sentenceOf } from "../../core/errors";
import { currentState, jump, play, type GameState, type Session } from "../../core/session";
import { Chances } from "./chances.svelte";
import { Coaching } from "./coaching.svelte";
import type { GameContext } from "./context";
import { Forecast } from "./forecast.svelte";
import { LegalMoves } from "./legal.svelte";
import { LinePreview } from "./line.svelte";
import { Luck } from "./luck.svelte";
import { viewerOf } from "./secrecy";
import { ViewedGame } from "./viewed-game.svelte";

/** Options that depend on the mode. */
export interface TableOptions {
  /** Whether the legal moves of a position are wanted; default always. */
  wantsLegal?: (state: GameState) => boolean;
  /** Whether the cards of a position are secret; default never. */
  sealed?: (state: GameState) => boolean;
  /** Called after every change of the session. */
  onChange?: (session: Session) => void;
}

export class Table extends ViewedGame {
  /** The last failure as one sentence, or null. */
  error = $state<string | null>(null);
  readonly coaching: Coaching;
  readonly luck: Luck;
  readonly forecast: Forecast;
  readonly chances: Chances;
  /** The preview of a candidate's line. */
  readonly line: LinePreview;
  readonly #legal: LegalMoves;

  constructor(context: GameContext, { wantsLegal = () => true, sealed = () => false, onChange = () => undefined }: TableOptions = {}) {
    super(context, onChange);
    this.coaching = new Coaching(this);
    this.luck = new Luck(this, sealed);
    this.forecast = new Forecast(context);
    this.chances = new Chances(context);
    this.line = new LinePreview(context);
    this.#legal = new LegalMoves(context, wantsLegal);
  }

  /** The legal moves of the position on screen; empty until they are known. */
  get legal(): unknown[] {
    return this.#legal.of(this.state);
  }

  /**
   * Puts another game on the table.
   *
   * @param fromStart its first position is the start of a game
   * @param dealt its first position was just dealt
   */
  set(session: Session, view = session.cursor, fromStart = false, dealt = fromStart): void {
    this.begin(fromStart, dealt);
    this.coaching.hintAt = null;
    this.coaching.thinking.clear();
    this.coaching.grades.dropFrom(0);
    this.error = null;
    this.update(session);
    this.show(view);
    void this.luck.countOpening();
  }

  /** Shows another position. */
  show(index: number): void {
    if (this.session === null) return;
    this.line.drop();
    this.lookAt(index, this.session);
    void this.#askLegal();
  }

  /** Moves the cursor, for undo and redo. */
  moveCursor(index: number): void {
    if (this.session === null) return;
    this.coaching.thinking.cancel();
    this.coaching.grades.dropFrom(index);
    this.update(jump(this.session, index));
    this.show(index);
  }

  /** Plays a move at the cursor. Returns the position after it, or null when the engine refused. */
  async apply(action: unknown): Promise<GameState | null> {
    const before = this.session;
    if (before === null) return null;
    this.error = null;
    try {
      const next = await this.context.engine.port.applyAction(currentState(before), action);
      // The game was replaced or changed meanwhile: the answer is obsolete.
      if (this.session === null || currentState(this.session) !== currentState(before)) return null;
      this.update(play(this.session, action, next));
      this.show(this.session.cursor);
      void this.luck.count(this.session.cursor - 1);
      return next;
    } catch (error) {
      this.error = sentenceOf(error);
      return null;
    }
  }

  /** Plays an answer in practice. From one player's view the next position is unknown, so the position stays. */
  async answer(action: unknown): Promise<GameState | null> {
    const { session } = this;
    if (session === null || viewerOf(this.context.ui, currentState(session)) === null) return this.apply(action);
    const state = { ...currentState(session) };
    this.update(play(session, action, state));
    this.show(session.cursor + 1);
    return state;
  }

  /** The engine's reason why a move is illegal here, or null. The game does not change. */
  async reasonAgainst(action: unknown): Promise<string | null> {
    if (this.session === null) return null;
    try {
      await this.context.engine.port.applyAction(currentState(this.session), action);
      return null;
    } catch (error) {
      return sentenceOf(error);
    }
  }

  /**
   * Shows the decision at `index` and picks a candidate of it, or unpicks it.
   *
   * @param names the players' names for the sentences of its line
   * @param open show its line on the board
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
      const found = this.coaching.evaluationAt(index)?.candidates.find((candidate) => ui.sameAction(candidate.action, action));
      this.line.pick(decision.state, action, found?.line ?? [], names);
    }
    if (open) void this.line.go(1);
  }

  async #askLegal(): Promise<void> {
    const { state } = this;
    if (state === null) return;
    try {
      await this.#legal.ask(state, () => this.state === state);
    } catch (error) {
      if (this.state === state) this.error = sentenceOf(error);
    }
  }
}
