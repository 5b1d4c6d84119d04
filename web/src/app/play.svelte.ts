/** A game against an opponent: turns, grades in the background, undo and redo, saving. */
import { gradeView } from "../coach/grades";
import { YOU } from "../games/types";
import { Autosave } from "./autosave";
import { mistakesOf } from "./drills";
import { isStopped, sentenceOf, type Level } from "../core/engine-port";
import { levelParams } from "./params";
import { replay } from "./replay";
import { toRecord, type GameRecord, type Seats } from "./record";
import { currentState, decisionAt, played, redoTarget, startSession, undoTarget } from "../core/session";
import { Table, type GameContext } from "./table.svelte";

export type Side = "first" | "second" | "random";
export type Phase = "none" | "mine" | "theirs" | "over";

/** An opponent that answers at once is hard to follow: a move takes at least this long. */
const MIN_OPPONENT_MS = 450;

export class PlayGame {
  readonly table: Table;
  readonly autosave: Autosave;
  /** The person's player id. */
  human = $state(0);
  levelId = $state("");
  opponentThinks = $state(false);
  /** A sentence about the saved game, or null. */
  savedNotice = $state<string | null>(null);
  restoring = $state(true);
  /** The position for which a hint was asked for. */
  hintAt = $state<number | null>(null);
  readonly #context: GameContext;
  #turn = new AbortController();

  constructor(context: GameContext, autosave: Autosave) {
    this.#context = context;
    this.table = new Table(context);
    this.autosave = autosave;
    this.table.wantsLegal = (state) => state.active_player_id === this.human;
    this.table.onChange = (session) => this.autosave.save(toRecord(session, this.seats, true));
  }

  get phase(): Phase {
    const { session } = this.table;
    if (session === null) return "none";
    const state = currentState(session);
    if (state.game_over === true) return "over";
    return state.active_player_id === this.human ? "mine" : "theirs";
  }

  get level(): Level | undefined {
    const { levels } = this.#context.info;
    return levels.find(({ id }) => id === this.levelId) ?? levels[0];
  }

  get playerNames(): string[] {
    const names = new Array<string>(this.#context.info.players).fill(this.level?.name ?? "Opponent");
    names[this.human] = YOU;
    return names;
  }

  /** The decision that the coach talks about: the one on screen, else the last one of the person. */
  get focus(): number | null {
    const { session, view, atCursor } = this.table;
    if (session === null) return null;
    if (!atCursor || this.hintAt === view) return view;
    return undoTarget(session, this.human);
  }

  get canUndo(): boolean {
    return this.table.session !== null && undoTarget(this.table.session, this.human) !== null;
  }

  get canRedo(): boolean {
    return this.table.session !== null && redoTarget(this.table.session, this.human) !== null;
  }

  /** The person's decisions that went clearly wrong, the dearest first. */
  get mistakes(): { index: number; loss: number }[] {
    const { session } = this.table;
    return session === null ? [] : mistakesOf(played(session), this.human, this.#context.info.grades);
  }

  /** Puts the saved game back on the table, if there is one. */
  async restore(): Promise<void> {
    const restored = await this.autosave.restore();
    if (restored.kind === "aside") this.savedNotice = restored.sentence;
    if (restored.kind === "game") {
      try {
        const session = await replay(this.#context.engine.port, restored.record, true);
        this.#sit(restored.record);
        this.table.set(session);
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

  #sit(record: GameRecord): void {
    const human = record.seats.indexOf(null);
    this.human = human < 0 ? 0 : human;
    this.levelId = record.seats.find((seat) => seat !== null) ?? "";
  }

  /** Who sits where. */
  get seats(): Seats {
    const seats: Seats = new Array<string>(this.#context.info.players).fill(this.levelId);
    seats[this.human] = null;
    return seats;
  }

  /** Starts another game. */
  async start(levelId: string, side: Side, seed: number): Promise<void> {
    this.#interrupt();
    this.table.error = null;
    this.savedNotice = null;
    try {
      const { engine, info } = this.#context;
      const state = await engine.port.newGame(info.rulesetId, seed, {});
      this.levelId = levelId;
      // "First" is whoever has the first move, which some games draw by lot.
      const first = state.active_player_id;
      const mine = side === "random" ? Math.random() < 0.5 : side === "first";
      this.human = mine ? first : (first + 1) % info.players;
      this.table.set(startSession(state));
      this.#context.announce(`New game against ${this.level?.name ?? "the opponent"}. ${mine ? "You begin." : ""}`);
      void this.#goOn();
    } catch (error) {
      this.table.error = sentenceOf(error);
    }
  }

  /** Plays the person's move. */
  async move(action: unknown): Promise<void> {
    if (this.phase !== "mine" || !this.table.atCursor || this.table.session === null) return;
    const index = this.table.session.cursor;
    const state = currentState(this.table.session);
    this.table.thinking.cancel();
    const applied = this.table.apply(action);
    if (this.#context.settings.coach) void this.#grade(index, action, applied);
    if ((await applied) === null) {
      this.table.grades.drop(state, action);
      return;
    }
    this.hintAt = null;
    this.#announceMove(YOU, index);
    void this.#goOn();
  }

  async #grade(index: number, action: unknown, applied?: Promise<unknown>): Promise<void> {
    const result = await this.table.grade(index, action, applied);
    const { info, ui, announce } = this.#context;
    const grade = gradeView(result, info.grades);
    if (result === null || grade === null) return;
    const delta = result.deltaEv ?? 0;
    announce(`${grade.word}. ${delta < -0.05 ? `It cost ${ui.unitText(Math.round(-delta * 10) / 10)}.` : "It cost nothing."}`);
  }

  /** Queues the person's moves that have no grade: redone, or saved before the coach was through with them. */
  #gradeMissing(): void {
    const { session } = this.table;
    if (session === null || !this.#context.settings.coach) return;
    played(session).forEach(({ state, action, evaluation }, index) => {
      if (state.active_player_id !== this.human || evaluation !== null) return;
      if (this.table.gradeAt(index) === null) void this.#grade(index, action);
    });
  }

  /** Lets the opponent move until it is the person's turn; to be called again after an error. */
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
    const { level } = this;
    if (session === null || level === undefined) return false;
    const state = currentState(session);
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
      this.#announceMove(level.name, index);
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

  /** Takes back to the person's own last decision. */
  undo(): void {
    this.#step(undoTarget);
  }

  redo(): void {
    this.#step(redoTarget);
  }

  #step(target: typeof undoTarget): void {
    const { session } = this.table;
    const index = session === null ? null : target(session, this.human);
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

  /** Shows the best move before the person has moved. */
  hint(): void {
    if (this.phase !== "mine" || !this.table.atCursor) return;
    this.hintAt = this.table.view;
    if (this.table.evaluationAt(this.table.view) === null) void this.table.evaluate(this.table.view);
  }

  #interrupt(): void {
    this.#turn.abort();
    this.opponentThinks = false;
    this.hintAt = null;
    this.table.thinking.cancel();
  }

  #announceMove(who: string, index: number): void {
    const { session } = this.table;
    if (session === null) return;
    const { state, action } = decisionAt(session, index);
    const { ui, announce } = this.#context;
    const events = ui.eventsText(decisionAt(session, index + 1).state, this.playerNames).slice(1);
    announce([`${who}: ${ui.actionText(action, state)}.`, ...events].join(" "));
  }

  #announceEnd(): void {
    const { session } = this.table;
    if (session !== null) this.#context.announce(`The game is over. ${this.resultText}`);
  }

  /** Who won, in a sentence; empty while the game goes on. */
  get resultText(): string {
    const { session } = this.table;
    if (session === null || this.phase !== "over") return "";
    return this.#context.ui.resultText(currentState(session), this.playerNames);
  }
}
