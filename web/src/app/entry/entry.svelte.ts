/** A game from a table that is being entered: the person says what chance gave, and plays the moves of all players. */
import { sentenceOf } from "../../core/errors";
import { chanceBetween, sessionOf, type GameState, type Session } from "../../core/session";
import type { About } from "../../store";
import { aboutCopy, type SavedCopy } from "../record/copy";
import { evaluated } from "../record/findings";
import { writeGame, type Reading } from "../record/notation";
import { toRecord, type Entering, type GameRecord } from "../record/record";
import { replay } from "../record/replay";
import type { GameContext } from "../session/context";

export class TableEntry {
  /** The positions so far; `actions` are the moves between them. */
  states = $state.raw<readonly GameState[]>([]);
  actions = $state.raw<readonly unknown[]>([]);
  legal = $state.raw<readonly unknown[]>([]);
  /** Whether the latest position waits for what chance gave. */
  due = $state(false);
  busy = $state(false);
  /** Why the last step was refused, as one sentence; else empty. */
  problem = $state("");
  /** What the game's own screen has gathered, where cards are hidden; null before its first change. */
  seen: unknown = null;
  /** Takes back the last step on the game's own screen, or what was given of chance; null where there is nothing of that. */
  back: (() => boolean) | null = null;
  /** The key of the game in the library; null until there is something to save. */
  kept = $state<string | null>(null);
  /** When the game began, in milliseconds since 1970. */
  begun = Date.now();
  readonly #context: GameContext;
  /** Null where games are not saved. */
  readonly #copy: SavedCopy | null;
  /** The game on its own screen as the engine read it last. */
  #read: { text: string; reading: Reading } | null = null;

  constructor(context: GameContext, copy: SavedCopy | null = null) {
    this.#context = context;
    this.#copy = copy;
  }

  /** Its copy in the library; null where it is not saved. */
  get copy(): SavedCopy | null {
    return this.#copy;
  }

  /** The latest position, as far as it is known; null before the game has begun. */
  get state(): GameState | null {
    return this.states.at(-1) ?? null;
  }

  /** The position to show: the one before chance while that is not known. */
  get shown(): GameState | null {
    return this.due ? (this.states.at(-2) ?? null) : this.state;
  }

  /** The number of moves; what chance gave is none, also where it is entered like a move. */
  get moves(): number {
    return this.states.slice(0, this.actions.length).filter(this.#decides).length;
  }

  get session(): Session {
    return sessionOf(this.#known.states, this.#known.actions);
  }

  /** Whether there is a game to review. */
  get ready(): boolean {
    return this.#known.actions.length > 0;
  }

  /** The game up to the last position that is known. */
  get #known(): { states: readonly GameState[]; actions: readonly unknown[] } {
    return this.due ? { states: this.states.slice(0, -1), actions: this.actions.slice(0, -1) } : this;
  }

  /** Whether somebody decides something in a position. */
  readonly #decides = (state: GameState): boolean => this.#context.ui.chance?.awaitsEntry?.(state) !== true;

  /** Whether chance has to be entered in this game. */
  get #chance(): boolean {
    return this.#context.ui.chance?.given !== undefined;
  }

  /** Starts a game. */
  begin(options: Record<string, unknown>): Promise<void> {
    return this.#step(async () => {
      const { engine, info } = this.#context;
      this.states = [await engine.port.newGame(info.rulesetId, 0, options)];
      this.actions = [];
      this.due = this.#chance;
    });
  }

  /** Continues a saved game. */
  resume(record: GameRecord): Promise<void> {
    const { pending, seen } = record.entering ?? {};
    this.kept = this.#copy?.key ?? null;
    this.begun = record.begun ?? this.begun;
    this.seen = seen ?? null;
    if (this.seen !== null) return Promise.resolve();
    return this.#step(async () => {
      const { engine, info } = this.#context;
      const { decisions } = await replay(engine.port, info, record, false);
      const states = decisions.map(({ state }) => state);
      this.states = pending === undefined ? states : [...states, pending.state];
      this.actions = pending === undefined ? record.actions : [...record.actions, pending.action];
      this.due = pending !== undefined;
    });
  }

  /** Plays a move of the player whose turn it is. */
  play(action: unknown): Promise<void> {
    const before = this.state;
    if (before === null || this.due) return Promise.resolve();
    return this.#step(async () => {
      const after = await this.#context.engine.port.applyAction(before, action);
      this.actions = [...this.actions, action];
      this.states = [...this.states, after];
      this.due = this.#chance && after.game_over !== true && chanceBetween(before, after);
    });
  }

  /** Says what chance gave, in the words of the notation. */
  give(chance: string): Promise<void> {
    const state = this.state;
    if (state === null || !this.due) return Promise.resolve();
    return this.#step(async () => {
      const { engine, info } = this.#context;
      const args = { states: this.states.slice(-2), chance };
      const found = await engine.port.query<{ state: GameState }>(info.rulesetId, "with_chance", args);
      this.states = [...this.states.slice(0, -1), found.state];
      this.due = false;
    });
  }

  /** Takes the last step back: a part of what chance gave, a move, or what chance gave at the start. */
  undo(): Promise<void> {
    if ((this.due || this.seen !== null) && this.back?.() === true) return Promise.resolve();
    if (this.seen !== null || this.state === null || (this.actions.length === 0 && this.due)) return Promise.resolve();
    return this.#step(() => {
      if (this.actions.length > 0) {
        this.actions = this.actions.slice(0, -1);
        this.states = this.states.slice(0, -1);
        this.due = false;
      } else this.due = this.#chance;
      return Promise.resolve();
    });
  }

  /** The game as text; null when it could not be written. */
  async text(): Promise<string | null> {
    let text: string | null = null;
    await this.#step(async () => {
      text = await writeGame(this.#context.engine.port, this.#context.info.rulesetId, this.session);
    });
    return text;
  }

  /** Reads the text of the game for its own screen. */
  async read(read: Promise<Reading>, text: string): Promise<Reading> {
    const reading = await read;
    if (reading.faults.length === 0) this.#read = { text, reading };
    return reading;
  }

  /**
   * Keeps what the game's own screen has gathered.
   *
   * @param text the game as far as it can be read; null before the first card
   */
  keepSeen(entered: unknown, text: string | null): void {
    this.seen = entered;
    this.problem = "";
    if (text === null) return;
    const reading = this.#read?.text === text ? this.#read.reading : null;
    const { rulesetId } = this.#context.info;
    const start = { ruleset_id: rulesetId, active_player_id: 0, returns: [] } as unknown as GameState;
    const session = sessionOf(reading?.states ?? [start], reading?.actions ?? []);
    this.#save(session, reading === null ? {} : { notation: text });
  }

  /** What is needed to go on besides the moves. */
  get entering(): Entering {
    if (this.seen !== null) return { seen: $state.snapshot(this.seen) };
    const { state, due } = this;
    return due && state !== null ? { pending: { action: this.actions.at(-1), state } } : {};
  }

  #save(session: Session, more: Partial<GameRecord>): void {
    if (this.#copy === null) return;
    const { begun, entering } = this;
    const about = (evaluations: GameRecord["evaluations"]): About =>
      aboutCopy(this.#context, evaluated(session, evaluations), { source: "entered", begun });
    this.#copy.save({ ...toRecord(session, [], true, { begun }), source: "entered", entering, ...more }, about, true);
    this.kept = this.#copy.key;
  }

  /** The engine's reason against an illegal move. */
  async refuse(plain: string, action: unknown): Promise<void> {
    this.problem = plain;
    try {
      if (this.state !== null) await this.#context.engine.port.applyAction(this.state, action);
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  /** Runs one step at a time: saves the game if it changed, and fetches the legal moves. */
  async #step(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    try {
      const before = this.states;
      await work();
      const { state } = this;
      // A game without moves or chance entered is not worth saving.
      const begun = this.actions.length > 0 || (!this.due && (this.#chance || this.kept !== null));
      if (before !== this.states && state !== null && begun) this.#save(this.session, { positions: [...this.#known.states] });
      const moves =
        state === null || this.due || state.game_over === true
          ? []
          : this.#context.engine.port.listLegalActions(state, state.active_player_id);
      this.legal = await moves;
    } catch (error) {
      this.problem = sentenceOf(error);
    } finally {
      this.busy = false;
    }
  }
}
