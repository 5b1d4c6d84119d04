/** A game of people and levels: turns, grades in the background, undo and redo, saving. */
import { gradeView } from "../coach/grades";
import { costText } from "../coach/words";
import { Autosave } from "./autosave";
import { mistakesOf } from "./drills";
import { isStopped, sentenceOf, type Level } from "../core/engine-port";
import { dailyOf } from "./challenge";
import { matchText, swapped } from "./match";
import { engineOptions, newSeats, playerOf, type NewGameChoice } from "./new-game";
import { optionsFrom } from "./options";
import { levelParams } from "./params";
import { replay } from "./replay";
import { toRecord, type FirstGame, type GameRecord, type Setup } from "./record";
import { namesOf, personsOf, playersOf, seatsFor, withRoles, type Seats } from "./seats";
import { currentState, decisionAt, played, redoTarget, startSession, undoTarget, type GameState, type Session } from "../core/session";
import { Table, type GameContext } from "./table.svelte";

/** Whose turn it is: of a person at this screen, or of a level. */
export type Phase = "none" | "mine" | "theirs" | "over";

/** An opponent that answers at once is hard to follow: a move takes at least this long. */
const MIN_OPPONENT_MS = 700;

export class PlayGame {
  readonly table: Table;
  readonly autosave: Autosave;
  /** Who sits where. */
  seats = $state.raw<Seats>([]);
  /** How the game was begun, if that is known. */
  setup = $state.raw<Setup | null>(null);
  /** The first game of the match, while the second one is on the table. */
  match = $state.raw<FirstGame | null>(null);
  opponentThinks = $state(false);
  /** A sentence about the saved game, or null. */
  savedNotice = $state<string | null>(null);
  restoring = $state(true);
  /** The position for which a hint was asked for. */
  hintAt = $state<number | null>(null);
  readonly #context: GameContext;
  #turn = new AbortController();
  /** The position that a move is being made from: a second one from there, as by a double click, is not meant. */
  #leaving: GameState | null = null;

  constructor(context: GameContext, autosave: Autosave) {
    this.#context = context;
    this.table = new Table(context);
    this.autosave = autosave;
    this.table.wantsLegal = (state) => this.acts(state);
    this.table.onChange = (session) => this.autosave.save(this.#record(session, true));
  }

  #record(session: Session, full: boolean): GameRecord {
    const { setup, match } = this;
    return toRecord(session, this.seats, full, { fromStart: this.table.fromStart, setup, match });
  }

  /** The game as far as it stands, for others. */
  get shared(): GameRecord | null {
    const { session } = this.table;
    if (session === null) return null;
    return this.#record({ ...session, decisions: session.decisions.slice(0, session.cursor + 1) }, false);
  }

  get phase(): Phase {
    const { session } = this.table;
    if (session === null) return "none";
    const state = currentState(session);
    if (state.game_over === true) return "over";
    return this.acts(state) ? "mine" : "theirs";
  }

  /** The players who are people. */
  get persons(): number[] {
    return personsOf(this.seats);
  }

  /** The one person who plays, or null when there are several. */
  get onlyPerson(): number | null {
    const [first = 0, second] = this.persons;
    return second === undefined ? first : null;
  }

  /** The person in focus in a position: the only one, or whoever is to move. */
  personAt(state: GameState | null): number {
    return this.onlyPerson ?? state?.active_player_id ?? 0;
  }

  /** Whether a person decides in a position. */
  decides(state: GameState): boolean {
    return this.seats[state.active_player_id] === null && this.table.decides(state);
  }

  /** Whether a person is to do something in a position: a throw is entered by people, whoever's it is. */
  acts(state: GameState): boolean {
    return this.seats[state.active_player_id] === null || this.table.enters(state);
  }

  /** The level that plays for a player, if one does. */
  levelOf(player: number): Level | undefined {
    const seat = this.seats[player];
    return this.#context.info.levels.find(({ id }) => id === seat);
  }

  /** The opponent that the engine plays, if it plays one. */
  get level(): Level | undefined {
    return this.seats.map((_, player) => this.levelOf(player)).find((level) => level !== undefined);
  }

  get playerNames(): string[] {
    const { info } = this.#context;
    return namesOf(this.seats, this.seats.length, info.levels, info.roles);
  }

  /** The names with the roles that are played: "You (Order)". */
  get labels(): string[] {
    return withRoles(this.playerNames, this.#context.info.roles);
  }

  /** The decision that the coach talks about: the one on screen, else the last one of a person. */
  get focus(): number | null {
    const { session, view, atCursor } = this.table;
    if (session === null) return null;
    if (!atCursor || this.hintAt === view) return view;
    return undoTarget(session, (state) => this.decides(state));
  }

  get canUndo(): boolean {
    return this.table.session !== null && undoTarget(this.table.session, (state) => this.acts(state)) !== null;
  }

  get canRedo(): boolean {
    return this.table.session !== null && redoTarget(this.table.session, (state) => this.acts(state)) !== null;
  }

  /** Decisions of people that went clearly wrong, the dearest first. */
  get mistakes(): { index: number; loss: number }[] {
    const { session } = this.table;
    return session === null ? [] : mistakesOf(played(session), this.persons, this.#context.info.grades);
  }

  /** Puts the saved game back on the table, if there is one. */
  async restore(): Promise<void> {
    const restored = await this.autosave.restore();
    if (restored.kind === "aside") this.savedNotice = restored.sentence;
    if (restored.kind === "game") {
      try {
        const { engine, info } = this.#context;
        const { record } = restored;
        const session = await replay(engine.port, info, record, true);
        const players = playersOf(decisionAt(session, 0).state, info.players);
        this.seats = seatsFor(record.seats, players, info.levels);
        this.setup = record.setup ?? null;
        this.match = record.match?.seats.length === players ? record.match : null;
        this.table.set(session, session.cursor, record.from_start !== false);
        await restored.loaded();
      } catch {
        await restored.failed();
        this.savedNotice = "Your saved game could not be opened, so it was set aside.";
      }
    }
    this.restoring = false;
    this.table.countAllLuck();
    this.#gradeMissing();
    void this.#goOn();
  }

  /** Starts another game. */
  async start(choice: NewGameChoice, seed: number): Promise<void> {
    this.#interrupt();
    this.table.error = null;
    this.savedNotice = null;
    try {
      const { engine, info } = this.#context;
      const { company, side } = choice;
      const state = await engine.port.newGame(info.rulesetId, seed, engineOptions(info, choice));
      const players = playersOf(state, info.players);
      this.seats = newSeats(company, players, playerOf(side, players, state.active_player_id));
      this.setup = { options: optionsFrom(info, choice.options), daily: dailyOf(seed, new Date()) };
      this.match = null;
      this.#begin(state, true, "New game");
    } catch (error) {
      this.table.error = sentenceOf(error);
    }
  }

  #begin(state: GameState, fromStart: boolean, what: string): void {
    this.table.set(startSession(state), 0, fromStart);
    const { level } = this;
    const role = level === undefined ? undefined : this.#context.info.roles[this.personAt(null)];
    const mine = level !== undefined && this.seats[state.active_player_id] === null;
    const against = level === undefined ? "" : ` against ${level.name}`;
    this.#context.announce(`${what}${against}.${role === undefined ? "" : ` You are ${role}.`}${mine ? " You begin." : ""}`);
    void this.#goOn();
  }

  /** Whether the same game can be played again with the roles swapped, which makes a match of the two. */
  get canSwap(): boolean {
    return this.phase === "over" && this.match === null && this.#context.info.roles.length > 1;
  }

  /** Starts the second game of a match: the same start, with the same chance to come, in each other's roles. */
  swap(): void {
    const { session } = this.table;
    if (session === null || !this.canSwap) return;
    this.#interrupt();
    this.match = { seats: this.seats, returns: (currentState(session).returns ?? []).map((value) => value ?? 0) };
    this.seats = swapped(this.seats);
    this.savedNotice = null;
    this.#begin(decisionAt(session, 0).state, this.table.fromStart, "The second game of the match");
  }

  /** Who won the match, in words; empty while it goes on, or where there is none. */
  get matchText(): string {
    const { session } = this.table;
    const { roles, levels } = this.#context.info;
    if (session === null || this.match === null || this.phase !== "over") return "";
    const returns = (currentState(session).returns ?? []).map((value) => value ?? 0);
    return matchText(this.match, { seats: this.seats, returns }, levels, roles[0] ?? "");
  }

  /** Plays a person's move, or enters a throw. */
  async move(action: unknown): Promise<void> {
    if (this.phase !== "mine" || !this.table.atCursor || this.table.session === null) return;
    const index = this.table.session.cursor;
    const state = currentState(this.table.session);
    if (state === this.#leaving) return;
    this.#leaving = state;
    this.table.thinking.cancel();
    const applied = this.table.apply(action).finally(() => {
      if (state === this.#leaving) this.#leaving = null;
    });
    if (this.#context.settings.coach && this.decides(state)) void this.#grade(index, action, applied);
    if ((await applied) === null) {
      this.table.grades.drop(state, action);
      return;
    }
    this.hintAt = null;
    this.#announceMove(index);
    void this.#goOn();
  }

  async #grade(index: number, action: unknown, applied?: Promise<unknown>): Promise<void> {
    const result = await this.table.grade(index, action, applied);
    const { info, announce } = this.#context;
    const grade = gradeView(result, info.grades);
    if (result !== null && grade !== null) announce(`${grade.word}. ${costText(result, info.unit)}`);
  }

  /** Queues people's moves that have no grade: redone, or saved before the coach was through with them. */
  #gradeMissing(): void {
    const { session } = this.table;
    if (session === null || !this.#context.settings.coach) return;
    played(session).forEach(({ state, action, evaluation }, index) => {
      if (!this.decides(state) || evaluation !== null) return;
      if (this.table.gradeAt(index) === null) void this.#grade(index, action);
    });
  }

  /** Lets levels move until it is a person's turn; to be called again after an error. */
  async #goOn(): Promise<void> {
    this.#turn.abort();
    const turn = new AbortController();
    this.#turn = turn;
    while (this.phase === "theirs" && !turn.signal.aborted) {
      if (!(await this.#opponentMove(turn.signal))) return;
    }
    if (turn.signal.aborted) return;
    if (this.phase === "over") this.#announceEnd();
    else if (this.phase === "mine" && this.#context.settings.hints) this.hint();
  }

  /** One move of the opponent. Returns whether it was made. */
  async #opponentMove(signal: AbortSignal): Promise<boolean> {
    const { engine, settings } = this.#context;
    const { session } = this.table;
    if (session === null) return false;
    const state = currentState(session);
    const level = this.levelOf(state.active_player_id);
    if (level === undefined) return false;
    this.opponentThinks = true;
    this.table.error = null;
    try {
      const pause = new Promise((resolve) => setTimeout(resolve, settings.animations ? MIN_OPPONENT_MS : 0));
      const params = levelParams(level, state);
      const result = await engine.port.evaluateBestMove(state, state.active_player_id, params, { signal, urgent: true });
      await pause;
      if (signal.aborted) return false;
      const index = session.cursor;
      // The person may be looking at an earlier move: what happens now must not pull them away.
      const view = this.table.atCursor ? null : this.table.view;
      const next = await this.table.apply(result.bestAction);
      if (next === null) return false;
      if (view !== null) this.table.show(view);
      this.#announceMove(index);
      return true;
    } catch (error) {
      if (!isStopped(error)) this.table.error = `${sentenceOf(error)} The opponent could not move.`;
      return false;
    } finally {
      if (this.#turn.signal === signal) this.opponentThinks = false;
    }
  }

  /** Goes on after an error. */
  resume(): void {
    this.table.error = null;
    void this.#goOn();
  }

  /** Takes back to the last thing that a person did. */
  undo(): void {
    this.#step(undoTarget);
  }

  redo(): void {
    this.#step(redoTarget);
  }

  #step(target: typeof undoTarget): void {
    const { session } = this.table;
    const index = session === null ? null : target(session, (state) => this.acts(state));
    if (index === null) return;
    this.#interrupt();
    this.table.moveCursor(index);
    this.#context.announce(`Move ${index + 1}.`);
    this.#gradeMissing();
    void this.#goOn();
  }

  /** Makes the position on screen the one that play goes on from. */
  takeBackTo(index: number): void {
    this.#interrupt();
    this.table.moveCursor(index);
    void this.#goOn();
  }

  /** Whether a person is to decide in the position on screen, and may be helped. */
  get canHint(): boolean {
    const { state } = this.table;
    return this.phase === "mine" && this.table.atCursor && state !== null && this.decides(state);
  }

  /** Shows the best move before the person has moved. */
  hint(): void {
    if (!this.canHint) return;
    this.hintAt = this.table.view;
    if (this.table.evaluationAt(this.table.view) === null) void this.table.evaluate(this.table.view);
  }

  #interrupt(): void {
    this.#turn.abort();
    this.opponentThinks = false;
    this.hintAt = null;
    this.table.thinking.cancel();
  }

  #announceMove(index: number): void {
    const { session } = this.table;
    if (session === null) return;
    const { state, action } = decisionAt(session, index);
    const { ui, announce } = this.#context;
    const names = this.playerNames;
    const events = ui.eventsText(decisionAt(session, index + 1).state, names).slice(1);
    announce([`${names[state.active_player_id] ?? "The opponent"}: ${ui.actionText(action, state)}.`, ...events].join(" "));
  }

  #announceEnd(): void {
    const { session } = this.table;
    if (session !== null) this.#context.announce(`The game is over. ${this.resultText} ${this.matchText}`.trimEnd());
  }

  /** Who won, in a sentence; empty while the game goes on. */
  get resultText(): string {
    const { session } = this.table;
    if (session === null || this.phase !== "over") return "";
    return this.#context.ui.resultText(currentState(session), this.playerNames);
  }
}
