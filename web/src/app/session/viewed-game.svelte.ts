/** A game on screen as it stands: its session, and the position being looked at. */
import { annotate, decisionAt, standing, type Decision, type GameState, type Session } from "../../core/session";
import type { GameContext } from "./context";
import { playersOf } from "./seats";

export class ViewedGame {
  #session = $state.raw<Session | null>(null);
  #view = $state(0);
  #given = $state.raw<ReadonlySet<GameState>>(new Set());
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

  /** Whether the game was seen from its start. */
  get fromStart(): boolean {
    return this.#fromStart;
  }

  /** Whether its first position was just dealt, so that the luck of it counts, too. */
  get dealt(): boolean {
    return this.#dealt;
  }

  /** Positions whose move was made for the person, who had claimed the rest: nobody decided there. */
  get given(): ReadonlySet<GameState> {
    return this.#given;
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

  /** Whether the position on screen is the one that play goes on from. */
  get atCursor(): boolean {
    return this.session !== null && this.view === this.session.cursor;
  }

  /** How many play. */
  get players(): number {
    return playersOf(this.session === null ? null : decisionAt(this.session, 0).state, this.context.info.players);
  }

  /** Whether the position waits for a throw to be entered: there is nothing to decide, to evaluate or to grade. */
  enters(state: GameState | null): boolean {
    return state !== null && this.context.ui.chance?.awaitsEntry?.(state) === true;
  }

  /** Whether somebody decides something in a position. */
  decides(state: GameState): boolean {
    return !this.enters(state) && !this.given.has(state);
  }

  /** Keeps what was found out about the decision at `index`, unless it has changed since. */
  annotate(index: number, state: GameState, action: unknown, found: Partial<Pick<Decision, "evaluation" | "luck">>): void {
    if (this.session?.decisions[index]?.state === state) this.update(annotate(this.session, index, action, found));
  }

  /** Takes the game off the screen; nobody is told of it, so that what was saved stays. */
  clear(): void {
    this.#session = null;
  }

  /** Marks positions as those whose move is made for the person. */
  give(states: Iterable<GameState>): void {
    this.#given = new Set([...this.#given, ...states]);
  }

  /** The same undone: in these positions the person decides. */
  takeBack(states: Iterable<GameState>): void {
    const back = new Set(states);
    this.#given = new Set([...this.#given].filter((state) => !back.has(state)));
  }

  /** Notes how another game came about, before its session is known: no move of it was made for the person. */
  protected begin(fromStart: boolean, dealt: boolean): void {
    this.#fromStart = fromStart;
    this.#dealt = dealt;
    this.#given = new Set();
  }

  protected update(session: Session): void {
    this.#session = session;
    this.#onChange(session);
  }

  /** Brings a position on screen, the nearest that there is. */
  protected lookAt(index: number, { decisions }: Session): void {
    this.#view = Math.max(0, Math.min(index, decisions.length - 1));
  }
}
