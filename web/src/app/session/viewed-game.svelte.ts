/** A game on screen: its session, and the index of the position shown. */
import { annotate, decisionAt, standing, type Decision, type GameState, type Session } from "../../core/session";
import type { GameContext } from "./context";
import { playersOf } from "./seats";
import { viewerOf } from "./secrecy";

export class ViewedGame {
  #session = $state.raw<Session | null>(null);
  #view = $state(0);
  #claimed = $state.raw<ReadonlySet<GameState>>(new Set());
  #fromStart = false;
  #dealt = false;
  readonly context: GameContext;
  readonly #onChange: (session: Session) => void;

  /** @param onChange called after every change of the session */
  constructor(context: GameContext, onChange: (session: Session) => void) {
    this.context = context;
    this.#onChange = onChange;
  }

  get session(): Session | null {
    return this.#session;
  }

  /** The index of the position on screen. */
  get view(): number {
    return this.#view;
  }

  /** Whether the first position is the start of the game. */
  get fromStart(): boolean {
    return this.#fromStart;
  }

  /** Whether the first position was just dealt, so that the luck of the deal counts. */
  get dealt(): boolean {
    return this.#dealt;
  }

  /** Positions whose move was made for the person after a claim: nobody decided there. */
  get claimed(): ReadonlySet<GameState> {
    return this.#claimed;
  }

  /** The decision on screen. */
  get decision(): Decision | null {
    return this.decisionAt(this.view);
  }

  /** The decision at `index`, without its move if that was undone. */
  decisionAt(index: number): Decision | null {
    return this.session === null ? null : standing(this.session, index);
  }

  get state(): GameState | null {
    return this.decision?.state ?? null;
  }

  /** Whether the position on screen is the current one of the game. */
  get atCursor(): boolean {
    return this.session !== null && this.view === this.session.cursor;
  }

  /** The number of players. */
  get players(): number {
    return playersOf(this.session === null ? null : decisionAt(this.session, 0).state, this.context.info.players);
  }

  /**
   * Whether there is nothing to decide, evaluate or grade in a position: a throw is to be entered, or the player to move holds
   * cards that the position hides.
   */
  enters(state: GameState | null): boolean {
    if (state === null) return false;
    const { ui } = this.context;
    return ui.chance?.awaitsEntry?.(state) === true || (viewerOf(ui, state) ?? state.active_player_id) !== state.active_player_id;
  }

  /** Whether somebody decides something in a position. */
  decides(state: GameState): boolean {
    return !this.enters(state) && !this.claimed.has(state);
  }

  /** Stores findings about the decision at `index`, unless it has changed since. */
  annotate(
    index: number,
    state: GameState,
    action: unknown,
    found: Partial<Pick<Decision, "evaluation" | "luck" | "luckUnit" | "luckStderr">>,
  ): void {
    if (this.session?.decisions[index]?.state !== state) return;
    const annotated = annotate(this.session, index, action, found);
    if (annotated === this.session) return;
    this.update(annotated);
    if (found.evaluation) this.context.graded?.({ state, action, luck: null, evaluation: found.evaluation });
  }

  /** Takes the game off the screen without a change event, so that the saved game stays. */
  clear(): void {
    this.#session = null;
  }

  /** Marks positions whose move is made for the person. */
  markClaimed(states: Iterable<GameState>): void {
    this.#claimed = new Set([...this.#claimed, ...states]);
  }

  /** Unmarks positions: there the person decides again. */
  unmarkClaimed(states: Iterable<GameState>): void {
    const back = new Set(states);
    this.#claimed = new Set([...this.#claimed].filter((state) => !back.has(state)));
  }

  /** Resets the notes for another game, before its session is known. */
  protected begin(fromStart: boolean, dealt: boolean): void {
    this.#fromStart = fromStart;
    this.#dealt = dealt;
    this.#claimed = new Set();
  }

  protected update(session: Session): void {
    this.#session = session;
    this.#onChange(session);
  }

  /** Shows the position at `index`, clamped to the existing ones. */
  protected lookAt(index: number, { decisions }: Session): void {
    this.#view = Math.max(0, Math.min(index, decisions.length - 1));
  }
}
