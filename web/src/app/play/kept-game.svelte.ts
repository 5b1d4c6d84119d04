/** What is kept of the game on the table: how it came to be, its record, saved as it goes on, and what the statistics have of it. */
import type { GameState, Session } from "../../core/session";
import type { Autosave } from "../record/autosave";
import { toRecord, type Counted, type GameRecord, type Setup } from "../record/record";
import type { SeatedGame } from "./seated-game.svelte";
import { NOTHING_COUNTED, Statistics } from "./statistics.svelte";

export class KeptGame {
  readonly autosave: Autosave;
  readonly statistics: Statistics;
  readonly #game: SeatedGame;
  #setup = $state.raw<Setup | null>(null);
  #again = $state<number | null>(null);
  #left = $state.raw<GameRecord | null>(null);
  /** What the statistics have of the game on the table. */
  #counted: Counted = NOTHING_COUNTED;

  constructor(game: SeatedGame, autosave: Autosave) {
    this.#game = game;
    this.autosave = autosave;
    const { info, ui } = game.table.context;
    this.statistics = new Statistics(info.rulesetId, ui.statistics, { onReset: () => (this.#counted = { ...this.#counted, told: {} }) });
  }

  /** How the game was begun, if that is known. */
  get setup(): Setup | null {
    return this.#setup;
  }

  /** The number of the part, a hand, that is played once more, or null. */
  get again(): number | null {
    return this.#again;
  }

  /** The game that was left for that, or null. */
  get left(): GameRecord | null {
    return this.#left;
  }

  /** The game as far as it stands, for others. */
  get shared(): GameRecord | null {
    const { session } = this.#game.table;
    if (session === null) return null;
    return this.#record({ ...session, decisions: session.decisions.slice(0, session.cursor + 1) }, false);
  }

  /** All of the game as it is saved, or null. */
  get full(): GameRecord | null {
    const { session } = this.#game.table;
    return session === null ? null : this.#record(session, true);
  }

  /** Takes over what a saved game says of itself. */
  takeOver(record: GameRecord): void {
    this.#setup = record.setup ?? null;
    this.#again = record.again ?? null;
    this.#left = record.left ?? null;
    this.#counted = record.counted ?? NOTHING_COUNTED;
  }

  /** A game is begun from the form: none waits for it to end. */
  setUp(setup: Setup): void {
    this.#setup = setup;
    this.#left = null;
  }

  /** A part is played again, and nobody knows how a game of it alone was begun; the game that goes on, if one does, waits. */
  leave(goesOn: Session | null): void {
    if (goesOn !== null) this.#left = this.#record(goesOn, true);
    this.#setup = null;
  }

  /**
   * Another game begins, of which nothing was counted.
   *
   * @param again the number of the part that is played once more, or null
   */
  begin(again: number | null): void {
    this.#again = again;
    this.#counted = NOTHING_COUNTED;
  }

  /** Counts and saves the game; to be called after every change of its session. */
  follow(session: Session): void {
    this.#count(session);
    this.autosave.save(this.#record(session, true));
  }

  /** @param full with what was found out about the moves */
  #record(session: Session, full: boolean): GameRecord {
    const { table, seats, match } = this.#game;
    const given = session.decisions.flatMap(({ state }, index) => (table.given.has(state) ? [index] : []));
    const { fromStart } = table;
    return toRecord(session, seats, full, {
      fromStart,
      setup: this.#setup,
      match,
      again: this.#again,
      given,
      counted: this.#counted,
      left: this.#left,
    });
  }

  /** What a person knew beforehand, and what two people did, are nobody's statistics. */
  #count({ decisions, cursor }: Session): void {
    const { table, onlyPerson: player } = this.#game;
    if (player === null || this.#again !== null) return;
    const partOf = table.context.ui.parts?.of;
    const game = { decisions: decisions.slice(0, cursor + 1), player, partOf, decides: (state: GameState) => table.decides(state) };
    this.#counted = this.statistics.follow(game, this.#counted);
  }
}
