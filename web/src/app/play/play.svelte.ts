/** A game of people and levels: turns, grades in the background, claims, undo and redo. */
import { gradeView, worseText } from "../../coach/decision/grades";
import { scaleOf } from "../../coach/decision/scale";
import { costText } from "../../coach/text/words";
import type { Autosave } from "../record/autosave";
import { annotateGame, learnFrom, type Finding } from "../record/findings";
import type { GameRecord } from "../record/record";
import { Claim, claimStarts } from "./claim.svelte";
import { EngineTurns } from "./engine-turns.svelte";
import { gameMistakes } from "../mistakes/drills";
import type { LiveMistakes } from "../mistakes/learning";
import { sentenceOf } from "../../core/errors";
import { dailyOf } from "../new-game/challenge";
import { swapped } from "./match";
import { moveSentence, startSentence } from "./narration";
import { engineOptions, isLevel, namesFrom, newSeats, playerOf, type NewGameChoice } from "../new-game/choice";
import { optionsFrom } from "../new-game/options";
import { replay } from "../record/replay";
import { KeptGame } from "./kept-game.svelte";
import { SavedGame } from "./saved-game.svelte";
import { SeatedGame, type Phase } from "./seated-game.svelte";
import { playersOf, seatsFor, type Seats } from "../session/seats";
import type { PlayedGame } from "../review/own-findings";
import { hidesCards } from "../session/secrecy";
import { SPOKEN } from "../words/narration";
import { currentState, decisionAt, played, redoTarget, startSession, undoTarget, type GameState, type Session } from "../../core/session";
import type { GameContext } from "../session/context";

/** How often a position that the engine died on is retried automatically: it may be what kills the engine. */
const MAX_REVIVALS = 2;

export class PlayGame extends SeatedGame implements PlayedGame {
  /** True while the engine applies a person's move. */
  moving = $state(false);
  readonly kept: KeptGame;
  /** The saved game in this browser. */
  readonly saved: SavedGame;
  readonly claim: Claim;
  readonly #turns: EngineTurns;
  readonly #learning: LiveMistakes | null;
  /** The position a move is being made from; a second move from it, as by a double click, is ignored. */
  #leaving: GameState | null = null;
  /** True while a saved game is put on the table, which is no change to it. */
  #putting = false;
  readonly #revivals = new WeakMap<GameState, number>();

  /** @param learning keeps the clear mistakes of the only person who plays; null keeps none */
  constructor(context: GameContext, autosave: Autosave, learning: LiveMistakes | null = null) {
    super(context);
    this.kept = new KeptGame(this, autosave);
    this.saved = new SavedGame(autosave, {
      show: (record, wanted) => this.#putBack(record, wanted),
      begun: () => this.table.session !== null,
      learn: (record) => learnFrom(this.table, record),
      stop: () => this.#interrupt(),
      clear: () => this.#clear(),
      resume: () => this.#resumeSaved(),
      engineReady: () => context.engine.whenReady(),
    });
    this.#turns = new EngineTurns(this, { isMine: () => this.#isMine, onMine: () => this.#mine() });
    this.#learning = learning;
    this.claim = new Claim(context);
    context.engine.onBack(() => this.#revive());
  }

  protected changed(session: Session): void {
    if (!this.saved.watching && !this.#putting) this.kept.follow(session);
  }

  /** The phase; a game played in another tab is never the person's turn here. */
  override get phase(): Phase {
    const phase = super.phase;
    return phase === "mine" && !this.#isMine ? "theirs" : phase;
  }

  get opponentThinks(): boolean {
    return this.#turns.thinks;
  }

  /** The index of the decision that the coach comments on: the one on screen, else a person's last one. */
  get focus(): number | null {
    const { session, view, atCursor, coaching } = this.table;
    if (session === null) return null;
    if (!atCursor || coaching.hintAt === view) return view;
    return undoTarget(session, (state) => this.decides(state));
  }

  get canUndo(): boolean {
    return this.#isMine && undoTarget(this.table.session!, (state) => this.acts(state)) !== null;
  }

  get canRedo(): boolean {
    return this.#isMine && redoTarget(this.table.session!, (state) => this.acts(state)) !== null;
  }

  /** The claim on offer now, as a sentence, or null. */
  get claimText(): string | null {
    const { session, atCursor } = this.table;
    return session === null || !atCursor || this.phase !== "mine" ? null : this.claim.textAt(currentState(session));
  }

  /** Whether there is a game, and this tab plays it. */
  get #isMine(): boolean {
    return this.table.session !== null && !this.saved.watching && !this.saved.restoring;
  }

  /** Clear mistakes of the people who play, the costliest first. */
  get mistakes(): { index: number; loss: number }[] {
    const { session } = this.table;
    return session === null ? [] : gameMistakes(this.context.info, played(session), this.persons);
  }

  /** Puts the saved game back on the table, if there is one. */
  async restore(): Promise<void> {
    await this.saved.restore();
  }

  async #putBack(record: GameRecord, wanted: () => boolean): Promise<void> {
    const { engine, info } = this.context;
    const session = await replay(engine.port, info, record, true);
    if (!wanted()) return;
    const players = playersOf(decisionAt(session, 0).state, info.players);
    this.seats = seatsFor(record.seats, players, info.levels, hidesCards(info));
    this.given = record.names ?? [];
    this.kept.takeOver(record);
    this.match = record.match?.seats.length === players ? record.match : null;
    const fromStart = record.from_start !== false;
    this.#putting = true;
    try {
      this.table.set(session, session.cursor, fromStart, fromStart || this.kept.again !== null);
      this.table.markClaimed((record.given ?? []).flatMap((index) => session.decisions[index]?.state ?? []));
    } finally {
      this.#putting = false;
    }
  }

  /** Continues the game on the table. */
  #resumeSaved(): void {
    this.table.luck.countAll();
    this.#gradeMissing();
    void this.#turns.run();
  }

  /** Starts another game. */
  async start(choice: NewGameChoice, seed: number): Promise<void> {
    if (this.saved.watching || this.saved.restoring) return;
    this.#interrupt();
    this.table.error = null;
    this.saved.notice = null;
    try {
      await this.#keep();
      const { engine, info } = this.context;
      const state = await engine.port.newGame(info.rulesetId, seed, engineOptions(info, choice));
      // A saved game may have been restored in the meantime.
      if (this.saved.watching || this.saved.restoring) return;
      const players = playersOf(state, info.players);
      this.seats = newSeats(choice, players, playerOf(choice.side, players, state.active_player_id));
      this.given = isLevel(choice.opponent) ? [] : namesFrom(choice.names, players);
      this.kept.setUp({ options: optionsFrom(info, choice.options), daily: dailyOf(seed, new Date()) });
      this.match = null;
      this.#begin(state, true, SPOKEN.newGame, null);
    } catch (error) {
      this.table.error = sentenceOf(error);
    }
  }

  /** Keeps the game on the table beside the next one, if a person has moved in it. */
  async #keep(): Promise<void> {
    const { session } = this.table;
    if (session === null || undoTarget(session, (state) => this.acts(state)) === null) return;
    await this.kept.autosave.makeRoom();
  }

  /** @param again the number of the part that is played again; null for a whole game */
  #begin(state: GameState, fromStart: boolean, what: string, again: number | null): void {
    this.saved.begin();
    this.kept.begin(again);
    this.table.set(startSession(state), 0, fromStart, fromStart || again !== null);
    this.context.announce(startSentence(this, state, what));
    void this.#turns.run();
  }

  /**
   * Plays a part of a game (a hand) again, from the same deal, in place of the game on the table.
   * That game is kept: a finished one by itself, an unfinished one as the game to return to.
   *
   * @param state the first position of the part
   */
  async playAgain(state: GameState, seats: Seats): Promise<void> {
    const { info, ui } = this.context;
    const { session } = this.table;
    if (this.saved.watching || this.saved.restoring) return;
    this.#interrupt();
    const unfinished = this.kept.again === null && this.partInPlay !== null;
    if (!unfinished && this.kept.again === null) await this.#keep();
    this.kept.leave(unfinished ? session : null);
    this.seats = seatsFor(seats, playersOf(state, info.players), info.levels, hidesCards(info));
    this.match = null;
    this.saved.notice = null;
    this.#begin({ ...state, last_events: [] }, false, SPOKEN.sameDeal, ui.parts?.of(state) ?? 1);
  }

  /** Returns to the game that was left to play a deal again. */
  async backToLeft(): Promise<void> {
    const { left } = this.kept;
    if (left === null || !this.#isMine) return;
    this.#interrupt();
    this.saved.begin();
    try {
      await this.#putBack(left, () => this.#isMine);
    } catch (error) {
      this.table.error = sentenceOf(error);
      return;
    }
    if (this.table.session !== null) this.changed(this.table.session);
    this.#resumeSaved();
  }

  /** Starts the second game of a match: the same start and random draws, with the roles swapped. */
  async swap(): Promise<void> {
    const { session } = this.table;
    if (session === null || !this.canSwap || !this.#isMine) return;
    this.#interrupt();
    await this.#keep();
    if (session !== this.table.session) return;
    this.match = { seats: this.seats, returns: (currentState(session).returns ?? []).map((value) => value ?? 0) };
    this.seats = swapped(this.seats);
    this.given = swapped(this.given);
    this.saved.notice = null;
    this.#begin(decisionAt(session, 0).state, this.table.fromStart, SPOKEN.secondGame, null);
  }

  /** Plays a person's move, or enters a throw. */
  async move(action: unknown): Promise<void> {
    if (this.phase !== "mine" || !this.table.atCursor || this.table.session === null) return;
    const index = this.table.session.cursor;
    const state = currentState(this.table.session);
    if (state === this.#leaving) return;
    this.#leaving = state;
    this.table.coaching.leave(action);
    this.moving = true;
    const applied = this.table.apply(action).finally(() => {
      if (state === this.#leaving) this.#leaving = null;
      this.moving = false;
    });
    if (this.context.settings.coach && this.decides(state)) void this.#grade(index, action, applied);
    if ((await applied) === null) {
      this.table.coaching.grades.drop(state, action);
      return;
    }
    this.table.coaching.hintAt = null;
    this.context.announce(moveSentence(this, index));
    void this.#turns.run();
  }

  async #grade(index: number, action: unknown, applied?: Promise<unknown>): Promise<void> {
    const result = await this.table.coaching.grade(index, action, applied);
    const { info, announce } = this.context;
    const made = this.table.session === null ? undefined : played(this.table.session)[index];
    // The move may have been taken back meanwhile.
    if (made !== undefined && made.evaluation === result) this.#learning?.keep([made], this.onlyPerson, this.kept.began);
    const grade = gradeView(result, scaleOf(info, result));
    if (result !== null && grade !== null) announce(`${grade.word}. ${costText(result, scaleOf(info, result).unit, worseText(result))}`);
  }

  /** Queues people's ungraded moves: redone ones, and those saved before the coach had finished. */
  #gradeMissing(): void {
    const { session } = this.table;
    if (session === null || !this.context.settings.coach) return;
    played(session).forEach(({ state, action, evaluation }, index) => {
      if (!this.decides(state) || evaluation !== null) return;
      const grade = this.table.coaching.gradeAt(index);
      if (grade === null || (grade.error !== null && this.#mayRevive(state))) void this.#grade(index, action);
    });
  }

  /** Repeats unanswered requests after the engine was lost and restarted. */
  #revive(): void {
    const { session, view, error } = this.table;
    if (session === null || !this.#isMine) return;
    this.#gradeMissing();
    this.table.luck.countAll();
    if (error === null) return;
    this.table.error = null;
    this.table.show(view);
    if (this.phase === "theirs" && !this.opponentThinks && this.#mayRevive(currentState(session))) this.resume();
  }

  #mayRevive(state: GameState): boolean {
    const times = (this.#revivals.get(state) ?? 0) + 1;
    this.#revivals.set(state, times);
    return times <= MAX_REVIVALS;
  }

  /** Called when it is a person's turn. */
  #mine(): void {
    const { session } = this.table;
    if (session === null) return;
    const state = currentState(session);
    if (this.context.settings.hints) this.hint();
    void this.claim.ask(state, state.active_player_id);
  }

  /** Claims the rest of the hand, if that is on offer. */
  async claimRest(): Promise<void> {
    if (this.claimText === null) return;
    this.#interrupt();
    await this.#turns.claimRest();
  }

  /** Continues after an error. */
  resume(): void {
    this.table.error = null;
    void this.#turns.run();
  }

  /** Takes back a person's last action; a claim is taken back as a whole. */
  undo(): void {
    const { session, claimed } = this.table;
    if (session === null || !this.#isMine) return;
    const starts = claimStarts(session.decisions, claimed, (state) => this.acts(state));
    this.#step(undoTarget(session, (state) => this.acts(state) && (!claimed.has(state) || starts.has(state))));
  }

  /**
   * Takes back the last decision of one of several people at this screen, and what came after it; null where there is none.
   * Redo brings everything back until another move is made.
   */
  undoOf(player: number): (() => void) | null {
    const { session } = this.table;
    if (session === null || !this.#isMine || this.seats[player] !== null) return null;
    const index = undoTarget(session, (state) => state.active_player_id === player && this.decides(state));
    return index === null ? null : () => this.#step(index);
  }

  redo(): void {
    const { session } = this.table;
    if (session === null || !this.#isMine) return;
    const index = redoTarget(session, (state) => this.acts(state));
    this.#step(index);
    this.#learning?.keep(session.decisions.slice(session.cursor, index ?? session.cursor), this.onlyPerson, this.kept.began);
  }

  #step(index: number | null): void {
    if (index === null) return;
    this.#goBackTo(index);
    this.context.announce(SPOKEN.at(index + 1));
    this.#gradeMissing();
    void this.#turns.run();
  }

  #goBackTo(index: number): void {
    this.#interrupt();
    const undone = this.table.session?.decisions.slice(index) ?? [];
    // From here on the person decides again, also where a claim had decided before.
    this.table.unmarkClaimed(undone.map(({ state }) => state));
    this.#learning?.takeBack(undone, this.kept.began);
    this.table.moveCursor(index);
  }

  /** Continues play from the position at `index`. */
  takeBackTo(index: number): void {
    if (!this.#isMine) return;
    this.#goBackTo(index);
    void this.#turns.run();
  }

  /** Whether a hint can be given: a person is to decide in the position on screen. */
  get canHint(): boolean {
    const { state } = this.table;
    return this.phase === "mine" && this.table.atCursor && state !== null && this.decides(state);
  }

  /** Shows the best move before the person has moved. */
  hint(): void {
    if (this.canHint) this.table.coaching.hint(this.table.view);
  }

  takeFindings(start: string, actions: readonly unknown[], findings: readonly Finding[]): boolean {
    return !this.saved.watching && annotateGame(this.table, start, actions, findings);
  }

  #clear(): void {
    this.#interrupt();
    this.table.clear();
  }

  #interrupt(): void {
    this.#turns.stop();
    this.table.coaching.hintAt = null;
    this.table.coaching.thinking.cancel();
  }
}
