/** A finished or pasted game, move by move: grading in the background, mistakes, side lines, editing. */
import { nextMistake } from "../../coach/game/account";
import type { FieldError } from "../../games/types";
import type { Autosave } from "../record/autosave";
import { mistakesOf } from "../mistakes/drills";
import { isStopped, sentenceOf } from "../../core/errors";
import { coachParams, freshSeed } from "../session/params";
import { importPacked, importText, toRecord, type GameRecord, type Imported } from "../record/record";
import { completed, replay } from "../record/replay";
import type { Seats } from "../session/seats";
import { hidesCards, isSealed, viewerOf } from "../session/secrecy";
import { decisionAt, startSession, type GameState, type Session } from "../../core/session";
import type { GameContext } from "../session/context";
import { Table } from "../session/table.svelte";

export interface Grading {
  done: number;
  total: number;
}

export class Review {
  readonly table: Table;
  loading = $state(false);
  /** One sentence about a link, a text or a file that could not be read. */
  problem = $state<string | null>(null);
  /** The game that a side line was started from. */
  main = $state.raw<{ session: Session; view: number } | null>(null);
  grading = $state.raw<Grading | null>(null);
  /** The position in the editor, or null. */
  draft = $state.raw<GameState | null>(null);
  draftErrors = $state.raw<FieldError[]>([]);
  /** A packed position of the address that was opened already. */
  opened: string | null = null;
  seats = $state.raw<Seats>([]);
  /** The game is the person's own, which may still be going on. */
  #own = $state(false);
  readonly #context: GameContext;
  #stop: AbortController | null = null;
  #checked = 0;

  constructor(context: GameContext) {
    this.#context = context;
    this.table = new Table(context, {
      sealed: (state) => this.sealed(state),
      // Of a view there is something to be moved only where it is that player's turn.
      wantsLegal: (state) => (viewerOf(context.ui, state) ?? state.active_player_id) === state.active_player_id,
    });
  }

  /** The seat that the board is seen from: the person's; else, where cards are hidden, that of whoever sees some. */
  get home(): number {
    const me = this.seats.indexOf(null);
    const first = this.table.session?.decisions[0]?.state ?? null;
    if (me >= 0 || first === null || !hidesCards(this.#context.info)) return Math.max(0, me);
    return viewerOf(this.#context.ui, first) ?? first.active_player_id;
  }

  /** Whether the game on the table goes on in the mode "Play". */
  get running(): boolean {
    const session = this.main?.session ?? this.table.session;
    return this.#own && session !== null && decisionAt(session, session.decisions.length - 1).state.game_over !== true;
  }

  /** Whether the cards of a position are a secret, because the person is still playing with them. */
  sealed(state: GameState): boolean {
    const session = this.main?.session ?? this.table.session;
    if (!this.running || session === null) return false;
    const { info, ui } = this.#context;
    return isSealed(info, ui, decisionAt(session, session.decisions.length - 1).state, state);
  }

  /** Whether what the coach could say of a position would give away an opponent's cards. */
  secret(state: GameState): boolean {
    return this.seats[state.active_player_id] !== null && this.sealed(state);
  }

  /** An opponent's move as far as the person may know it; null where that is all of it. */
  secretText(state: GameState, action: unknown): string | null {
    return action !== null && this.secret(state) ? (this.#context.ui.hidden?.publicText(action, state) ?? null) : null;
  }

  get mistakes(): { index: number; loss: number }[] {
    const { session } = this.table;
    return session === null ? [] : mistakesOf(session.decisions, null, this.#context.info.grades);
  }

  /** Moves that have not been graded; a throw that is entered is none. */
  get ungraded(): number[] {
    return (this.table.session?.decisions ?? []).flatMap(({ state, action, evaluation }, index) =>
      action !== null && this.table.decides(state) && !this.secret(state) && (evaluation?.deltaEv ?? null) === null ? [index] : [],
    );
  }

  openText(text: string): Promise<boolean> {
    return this.#open(() => importText(text));
  }

  openPacked(packed: string): Promise<boolean> {
    this.opened = packed;
    return this.#open(() => importPacked(packed));
  }

  /** Takes over a game that is on another table. */
  take(session: Session, seats: Seats, view: number, fromStart: boolean, own = true, dealt = fromStart): void {
    this.#leave();
    this.#own = own;
    this.seats = seats;
    this.table.set({ ...session, cursor: session.decisions.length - 1 }, view, fromStart, dealt);
    this.table.luck.countAll();
  }

  /** The game that was played last, as it was saved. */
  async openLast(autosave: Autosave): Promise<boolean> {
    await autosave.settled();
    const record = await autosave.look();
    if (record === null) {
      this.problem = "There is no saved game in this browser that could be opened.";
      return false;
    }
    return this.#open(() => Promise.resolve({ kind: "game", record }), true);
  }

  async #open(read: () => Promise<Imported>, trusted = false): Promise<boolean> {
    this.loading = true;
    this.problem = null;
    try {
      const imported = await read();
      const ruleset = imported.kind === "game" ? imported.record.ruleset_id : imported.state.ruleset_id;
      if (ruleset !== this.#context.info.rulesetId) {
        this.problem = `This is a position of “${ruleset.slice(0, 40)}”, not of ${this.#context.info.name}.`;
        return false;
      }
      if (imported.kind === "game") await this.#openGame(imported.record, trusted);
      else await this.#openState(imported.state);
      return true;
    } catch (error) {
      this.problem = sentenceOf(error);
      return false;
    } finally {
      this.loading = false;
    }
  }

  async #openGame(record: GameRecord, trusted: boolean): Promise<void> {
    const { engine, info } = this.#context;
    const session = await replay(engine.port, info, record, trusted);
    // A game is read from its beginning, a place in it from that place.
    const view = trusted || record.cursor === record.actions.length ? 0 : record.cursor;
    const fromStart = record.from_start !== false;
    this.take(session, record.seats, view, fromStart, trusted, fromStart || record.again !== undefined);
  }

  async #openState(state: GameState): Promise<void> {
    const { engine, info } = this.#context;
    const whole = await completed(engine.port, info, state, viewerOf(this.#context.ui, state));
    this.#leave();
    this.#own = false;
    this.seats = [];
    this.table.set(startSession(whole));
  }

  #leave(): void {
    this.cancelGrading();
    this.main = null;
    this.draft = null;
    this.problem = null;
  }

  /** Plays a move on the board: the game's own move goes on in the game, another one starts a side line. */
  async move(action: unknown): Promise<void> {
    const { session, view } = this.table;
    if (session === null) return;
    const { ui } = this.#context;
    const here = decisionAt(session, view);
    if (here.action !== null && ui.sameAction(here.action, action)) {
      this.table.show(view + 1);
      return;
    }
    this.cancelGrading();
    this.table.moveCursor(view);
    const next = await this.table.apply(action);
    if (next === null) {
      // Refused, or overtaken by another game.
      const now = this.table.session;
      if (now?.cursor === view && now.decisions[view]?.state === here.state) this.table.moveCursor(session.cursor);
      this.table.show(view);
      return;
    }
    // At the end of a game a move simply goes on with it.
    if (here.action !== null) this.main ??= { session, view };
    // A throw that was entered is not looked back at.
    if (this.table.enters(here.state)) return;
    this.table.show(view);
    await this.table.coaching.evaluate(view);
  }

  /** Back from a side line to the game. */
  backToGame(): void {
    if (this.main === null) return;
    const { session, view } = this.main;
    this.main = null;
    this.table.set(session, view, this.table.fromStart, this.table.dealt);
    // What was still being counted when the side line began.
    this.table.luck.countAll();
  }

  step(by: number): void {
    this.table.show(this.table.view + by);
  }

  /** Goes to the next mistake by size. */
  nextMistake(): boolean {
    const index = nextMistake(this.mistakes, this.table.view);
    if (index === null) return false;
    this.table.show(index);
    return true;
  }

  /** Grades every move that has no grade yet, one after the other, giving way to what is asked for on screen. */
  async gradeAll(): Promise<void> {
    this.cancelGrading();
    const stop = new AbortController();
    this.#stop = stop;
    const indexes = this.ungraded;
    this.grading = { done: 0, total: indexes.length };
    const { engine, info, settings } = this.#context;
    try {
      for (const [done, index] of indexes.entries()) {
        const { session } = this.table;
        if (session === null) return;
        const { state, action } = decisionAt(session, index);
        const params = coachParams(settings, info, state);
        const options = { signal: stop.signal, background: true };
        const result = await engine.port.gradeUserAction(state, state.active_player_id, action, params, options);
        if (stop.signal.aborted) return;
        this.table.coaching.store(index, state, action, result);
        this.grading = { done: done + 1, total: indexes.length };
      }
      this.#context.announce("Every move is graded.");
    } catch (error) {
      if (!isStopped(error)) this.table.error = sentenceOf(error);
    } finally {
      if (this.#stop === stop) this.cancelGrading();
    }
  }

  cancelGrading(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.grading = null;
  }

  /** Opens the editor on the position on screen. */
  edit(): void {
    this.draft = this.table.state;
    this.draftErrors = [];
  }

  /** Opens the editor on the start of a fresh game. */
  async editStart(): Promise<void> {
    try {
      const { engine, info } = this.#context;
      this.draft = await engine.port.newGame(info.rulesetId, freshSeed());
      this.draftErrors = [];
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  /** A change in the editor: the engine says what is wrong with it, and where. */
  async change(draft: GameState): Promise<void> {
    this.draft = draft;
    const check = ++this.#checked;
    const errors = await this.#check(draft);
    if (check === this.#checked) this.draftErrors = errors;
  }

  async #check(draft: GameState): Promise<FieldError[]> {
    try {
      await this.#context.engine.port.listLegalActions(draft, draft.active_player_id);
      return [];
    } catch (error) {
      return fieldErrors(error);
    }
  }

  /** Takes the edited position; returns false, with the errors named, when it is none. */
  async accept(): Promise<boolean> {
    const { draft } = this;
    if (draft === null) return false;
    const state = { ...draft, last_events: [], warnings: [] } as GameState;
    const errors = await this.#check(state);
    this.draftErrors = errors;
    if (errors.length > 0) return false;
    await this.#openState(state);
    return true;
  }

  closeEditor(): void {
    this.draft = null;
  }

  record(full = false): GameRecord | null {
    const { session } = this.table;
    return session === null ? null : toRecord(session, this.seats, full, { fromStart: this.table.fromStart });
  }
}

/** Where the engine found fault with a position: its context may name places, else the sentence stands alone. */
export function fieldErrors(error: unknown): FieldError[] {
  const context = (error as { context?: Record<string, unknown> } | null)?.context ?? {};
  const listed = Array.isArray(context["errors"]) ? (context["errors"] as unknown[]) : [context];
  const fields = listed.flatMap((entry) => {
    if (typeof entry !== "object" || entry === null) return [];
    const { path, problem } = entry as Record<string, unknown>;
    if (typeof path !== "string") return [];
    return [{ path, text: typeof problem === "string" ? `${problem}.` : sentenceOf(error) }];
  });
  return fields.length > 0 ? fields : [{ path: "", text: sentenceOf(error) }];
}
