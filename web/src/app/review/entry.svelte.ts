/** A game from a table that is being entered: the person says what chance gave, and plays the moves of all players. */
import { sentenceOf } from "../../core/errors";
import { chanceBetween, sessionOf, type GameState, type Session } from "../../core/session";
import { writeGame } from "../record/notation";
import type { GameContext } from "../session/context";

export class TableEntry {
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
  readonly #context: GameContext;

  constructor(context: GameContext) {
    this.#context = context;
  }

  /** The latest position, as far as it is known; null before the game has begun. */
  get state(): GameState | null {
    return this.states.at(-1) ?? null;
  }

  /** The position to show: the one before chance while that is not known. */
  get shown(): GameState | null {
    return this.due ? (this.states.at(-2) ?? null) : this.state;
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

  /** Takes the last step back: a move, or what chance gave at the start. */
  undo(): Promise<void> {
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

  /** The engine's reason against an illegal move. */
  async refuse(plain: string, action: unknown): Promise<void> {
    this.problem = plain;
    try {
      if (this.state !== null) await this.#context.engine.port.applyAction(this.state, action);
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  async #step(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    try {
      await work();
      const { state } = this;
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
