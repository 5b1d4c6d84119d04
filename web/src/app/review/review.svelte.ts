/** The mode "Review": a finished or pasted game move by move, with background grading, mistakes, side lines and an editor. */
import { nextMistake } from "../../coach/game/account";
import { ReviewAddress, stepBack } from "./address.svelte";
import { BackgroundGrading, ungradedIn } from "./background.svelte";
import { ReviewEditor } from "./editor.svelte";
import { OwnFindings, type OwnGames } from "./own-findings";
import { followTabs } from "./other-tabs";
import { ReviewReader, type ReadGame, type Twin } from "./reader.svelte";
import { ReviewCopy, type Whole } from "./review-copy.svelte";
import { WrittenGame } from "./written.svelte";
import type { Copies } from "../record/copy";
import type { Autosave } from "../record/autosave";
import { gameMistakes } from "../mistakes/drills";
import { sentenceOf } from "../../core/errors";
import { importAny } from "../record/notation";
import { importPacked, toRecord, type GameRecord, type Imported } from "../record/record";
import type { Source } from "../../store";
import { namesOf, personsOf, type Seats } from "../session/seats";
import { hidesCards, isSealed, viewerOf } from "../session/secrecy";
import { currentState, decisionAt, type GameState, type Session } from "../../core/session";
import type { GameContext } from "../session/context";
import type { TableEntry } from "../entry/entry.svelte";
import { Table } from "../session/table.svelte";

export class Review {
  readonly table: Table;
  readonly reader: ReviewReader;
  readonly editor: ReviewEditor;
  /** The game from which a side line was started. */
  main = $state.raw<{ session: Session; view: number } | null>(null);
  readonly grading: BackgroundGrading;
  readonly address = new ReviewAddress();
  /** Puts the game whose position was edited back on the table; null where there is none. */
  back = $state.raw<(() => void) | null>(null);
  /** A game from a table that is being entered, kept while its screen is closed; else null. */
  entry = $state.raw<TableEntry | null>(null);
  /** The key of a saved game whose entering is to go on, until its screen has it; else null. */
  resuming = $state<string | null>(null);
  /** The library's copy of the game on the table, if it was not played here. */
  readonly copy: ReviewCopy;
  /** Saves what is found out about a game that was played here. */
  readonly findings: OwnFindings;
  /** The moves on the board that the engine has not answered yet; other grading waits for them. */
  moving = $state(0);
  seats = $state.raw<Seats>([]);
  /** The names that the people gave, by player; empty ones do not count. */
  given = $state.raw<readonly string[]>([]);
  /** Whether it is the person's own game, which may still be in progress. */
  #own = $state(false);
  readonly #written: WrittenGame;
  readonly #context: GameContext;

  /**
   * @param copies where games that were not played here are saved; null saves none
   * @param own the games that were played here, where findings about them are saved; null saves none
   */
  constructor(context: GameContext, copies: Copies | null = null, own: OwnGames | null = null) {
    this.#context = context;
    this.#written = new WrittenGame(context);
    this.copy = new ReviewCopy(context, copies, () => this.#whole);
    const counts = (state: GameState): boolean => this.seats[state.active_player_id] === null && this.table.decides(state);
    this.findings = new OwnFindings(own, { info: context.info, counts }, () => this.#game);
    this.table = new Table(context, {
      onChange: () => {
        this.copy.follow();
        this.findings.follow();
      },
      sealed: (state) => this.sealed(state),
      // In one player's view moves are possible only on that player's turn.
      wantsLegal: (state) => (viewerOf(context.ui, state) ?? state.active_player_id) === state.active_player_id,
    });
    this.grading = new BackgroundGrading(context, this.table, () => this.ungraded);
    this.reader = new ReviewReader(context, {
      putGame: (game) => this.#putGame(game),
      putPosition: (position) => this.#putPosition(position),
    });
    this.editor = new ReviewEditor(context);
    const store = copies?.store ?? own?.store;
    if (store !== undefined) followTabs(store, this);
  }

  get context(): GameContext {
    return this.#context;
  }

  /** The seat from which the board is seen: the person's; else, where cards are hidden, the viewer's. */
  get home(): number {
    const me = this.seats.indexOf(null);
    const first = this.table.session?.decisions[0]?.state ?? null;
    if (me >= 0 || first === null || !hidesCards(this.#context.info)) return Math.max(0, me);
    return viewerOf(this.#context.ui, first) ?? first.active_player_id;
  }

  /** The players' names. */
  get names(): string[] {
    const { info, ui } = this.#context;
    const own = this.#own || this.seats.length === 0;
    return namesOf(this.seats, this.table.players, info.levels, info.roles, ui.words.seatName, this.given, own);
  }

  /** The game itself, without a side line. */
  get #game(): Session | null {
    return this.main?.session ?? this.table.session;
  }

  /** Whether the game on the table is still in progress in the mode "Play". */
  get running(): boolean {
    const session = this.#game;
    return this.#own && session !== null && decisionAt(session, session.decisions.length - 1).state.game_over !== true;
  }

  /** Whether the cards of a position are secret because the person is still playing that hand. */
  sealed(state: GameState): boolean {
    const session = this.#game;
    if (!this.running || session === null) return false;
    const { info, ui } = this.#context;
    return isSealed(info, ui, decisionAt(session, session.decisions.length - 1).state, state);
  }

  /** Whether the coach would give away an opponent's cards by commenting on a position. */
  secret(state: GameState): boolean {
    return this.seats[state.active_player_id] !== null && this.sealed(state);
  }

  /** The public part of an opponent's move; null where the whole move is public. */
  secretText(state: GameState, action: unknown): string | null {
    return action !== null && this.secret(state) ? (this.#context.ui.hidden?.publicText(action, state) ?? null) : null;
  }

  /** The faults of the people who play (of all where nobody is known), the worst first. */
  get mistakes(): { index: number; loss: number }[] {
    const { session } = this.table;
    return session === null ? [] : gameMistakes(this.#context.info, session.decisions, this.learners);
  }

  /** The people who played; null where that is not known. */
  get learners(): readonly number[] | null {
    return this.seats.includes(null) ? personsOf(this.seats) : null;
  }

  /** The indexes of moves without a verdict, the people's first; entered throws do not count. */
  get ungraded(): number[] {
    return ungradedIn(this.#context.info, this);
  }

  /** Opens a game or a position. A game is saved in the library; one that is there already is opened from there. */
  async openText(text: string, entry: TableEntry | null = null): Promise<boolean> {
    const read = (): Promise<Imported> => importAny(this.#context.engine.port, this.#context.info, text);
    if (!(await (entry === null ? this.#openAndKeep(read, "pasted") : this.reader.open(read)))) return false;
    if (entry !== null) this.copy.takeOver(entry);
    await this.address.find(this.table);
    return true;
  }

  /** Opens a game and saves it in the library; one that is there already is opened from there, at the same move. */
  async #openAndKeep(read: () => Promise<Imported>, source: Source): Promise<boolean> {
    let own = false;
    const twin = async (record: GameRecord): Promise<Twin | null> => {
      const key = await this.copy.twin(record);
      // The link of a game that was played here shows what it holds, and leaves that game as it is.
      own = key !== null && source === "shared" && !this.copy.has(key);
      if (key === null || own) return null;
      // A link stays in the address, so that it can be passed on.
      if (source !== "shared") this.address.opened = key;
      return this.#saved(key);
    };
    if (!(await this.reader.open(read, { twin }))) return false;
    if (!own && this.copy.key === null && this.findings.key === null) this.copy.keep(source);
    return true;
  }

  /** A game of the library. */
  async #saved(key: string): Promise<Twin> {
    const copy = this.copy.has(key);
    const record = copy ? await this.copy.find(key) : await this.findings.read(key);
    return { record, trusted: true, key: copy ? undefined : key };
  }

  /** Opens a game of the library that was not played here. */
  openCopy(key: string): Promise<boolean> {
    this.address.open(key);
    return this.reader.open(async () => ({ kind: "game", record: (await this.#saved(key)).record }), { trusted: true });
  }

  /** Opens what a link holds; a game is saved in the library like one from text. */
  async openPacked(packed: string): Promise<boolean> {
    this.address.open(packed, packed);
    return this.#openAndKeep(() => importPacked(packed), "shared");
  }

  /**
   * Opens a game that is on another table.
   *
   * @param view the index of the position to show first
   * @param fromStart its first position is the start of a game
   * @param own it was played here, and may still be in progress
   * @param dealt its first position was just dealt
   * @param given the names that the people gave, by player
   * @param key its key in the library; undefined for the game in the mode "Play"
   */
  take(
    session: Session,
    seats: Seats,
    view: number,
    fromStart: boolean,
    own = true,
    dealt = fromStart,
    given: readonly string[] = [],
    key?: string | null,
  ): void {
    this.address.open(null);
    this.#leave();
    this.#own = own;
    this.findings.begin(session, own ? key : null);
    this.seats = seats;
    this.given = given;
    this.table.set({ ...session, cursor: session.decisions.length - 1 }, view, fromStart, dealt);
    this.table.luck.countAll();
  }

  /** Opens a saved game by its key. */
  async openKept(key: string, autosave: Autosave): Promise<boolean> {
    if (this.copy.has(key)) return this.openCopy(key);
    this.address.open(key);
    return this.reader.open(async () => ({ kind: "game", record: await autosave.recordAt(key) }), { trusted: true, key });
  }

  /** Opens the saved game. */
  openLast(autosave: Autosave): Promise<boolean> {
    this.address.open(null);
    return this.reader.open(async () => ({ kind: "game", record: await autosave.latest() }), { trusted: true });
  }

  #putGame({ session, record, text, trusted, key, at }: ReadGame): void {
    // A whole game opens at its first decision; one copied at a certain move opens there.
    const first = Math.max(
      0,
      session.decisions.findIndex(({ state }) => !this.table.enters(state)),
    );
    const fromStart = record.from_start !== false;
    const own = trusted && record.source === undefined;
    const dealt = fromStart || record.again !== undefined;
    const { opened, link } = this.address;
    this.take(session, record.seats, at ?? first, fromStart, own, dealt, record.names, key);
    this.address.open(opened, link);
    this.#written.begin(text, session, record.seats, fromStart);
    this.copy.opened(record);
  }

  #putPosition(position: Session): void {
    this.#leave();
    this.#own = false;
    this.seats = [];
    this.given = [];
    this.table.set(position);
  }

  #leave(): void {
    this.reader.supersede();
    this.grading.pause();
    this.copy.leave();
    this.findings.leave();
    this.main = null;
    this.back = null;
    this.editor.close();
    this.#written.record = null;
  }

  /** Plays a move on the board: the game's own move steps forward, another one starts a side line. */
  async move(action: unknown): Promise<void> {
    const { session, view } = this.table;
    if (session === null) return;
    const { ui } = this.#context;
    const here = decisionAt(session, view);
    if (here.action !== null && ui.sameAction(here.action, action)) {
      this.table.show(view + 1);
      return;
    }
    this.moving += 1;
    try {
      await this.#branch(session, view, action);
    } finally {
      this.moving -= 1;
    }
  }

  /** Plays a move that is not in the record. */
  async #branch(session: Session, view: number, action: unknown): Promise<void> {
    const here = decisionAt(session, view);
    this.grading.pause();
    this.table.moveCursor(view);
    const next = await this.table.apply(action);
    if (next === null) {
      // Refused, or overtaken by another game.
      const now = this.table.session;
      if (now?.cursor === view && now.decisions[view]?.state === here.state) this.table.moveCursor(session.cursor);
      this.table.show(view);
      return;
    }
    // At the end of the record a move simply extends it.
    if (here.action !== null) this.main ??= { session, view };
    else if (this.main === null) void this.#writeAgain();
    // An entered throw is no decision to look back at.
    if (this.table.enters(here.state)) return;
    this.table.show(view);
    await this.table.coaching.evaluate(view);
  }

  /** Writes the text of a game from text again, which a move has extended. */
  async #writeAgain(): Promise<void> {
    const { session } = this.table;
    if (session === null) return;
    try {
      if (await this.#written.extend(session, () => (this.#game?.decisions.length ?? 0) - 1)) this.copy.follow();
    } catch (error) {
      this.table.error = sentenceOf(error);
    }
  }

  /** Returns from a side line, or from an edited position, to the game. */
  backToGame(): void {
    if (this.main === null) {
      const { back } = this;
      // The way back is gone once, also by two presses.
      this.back = null;
      return back?.();
    }
    const { session, view } = this.main;
    this.main = null;
    this.table.set(session, view, this.table.fromStart, this.table.dealt);
    // Luck that was still being counted when the side line began.
    this.table.luck.countAll();
  }

  step(by: number): void {
    this.table.show(this.table.view + by);
  }

  /** Goes to the next mistake by size. Returns false when there is none. */
  nextMistake(): boolean {
    const index = nextMistake(this.mistakes, this.table.view);
    if (index === null) return false;
    this.table.show(index);
    return true;
  }

  /** Opens the editor on the position on screen. */
  edit(): void {
    this.editor.open(this.table.state);
  }

  /** Opens the edited position. Returns false, with the errors shown, if it is invalid. */
  async accept(): Promise<boolean> {
    const state = await this.editor.finished();
    const back = this.#wayBack();
    if (state === null || !(await this.reader.openPosition(state))) return false;
    this.back = back;
    await this.address.find(this.table, true);
    return true;
  }

  /** Puts the game on the table back there; of a position, the game that it was made from. */
  #wayBack(): (() => void) | null {
    const session = this.#game;
    if (this.back !== null || session === null || session.decisions.length === 1) return this.back;
    const { seats, given } = this;
    const { opened, link } = this.address;
    const { fromStart, dealt } = this.table;
    const { view } = this.main ?? this.table;
    const own = this.#own;
    const [{ record }, { key }] = [this.#written, this.findings];
    const keepOn = this.copy.held();
    const { hash } = location;
    const put = (): void => {
      this.take(session, seats, view, fromStart, own, dealt, given, key);
      this.#written.record = record;
      keepOn();
      this.address.open(opened, link);
    };
    return () => stepBack(hash, put);
  }

  /** The game to save in the library, with evaluations; null while it cannot be saved. */
  get #whole(): Whole | null {
    const session = this.#game;
    if (session === null) return null;
    const still = { state: currentState(session), perspective: this.home, names: this.names };
    const record = toRecord(session, this.seats, true, { fromStart: this.table.fromStart, still, names: this.given });
    const written = this.#written.record;
    if (written === null) return { session, record };
    // Until its text is written again, a longer game cannot be saved.
    const { notation, actions } = written;
    return actions.length === record.actions.length ? { session, record: { ...record, notation: notation ?? "" } } : null;
  }

  record(full = false): GameRecord | null {
    const { session } = this.table;
    const written = this.#written.record;
    if (written !== null) {
      // A side line of such a game cannot be replayed: its moves were followed by other chance.
      return written.actions.length === (this.#game?.decisions.length ?? 0) - 1 ? written : null;
    }
    return session === null ? null : toRecord(session, this.seats, full, { fromStart: this.table.fromStart });
  }
}
