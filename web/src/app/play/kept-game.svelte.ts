/** The stored side of the game on the table: how it was set up, its record and autosave, and its share of the statistics. */
import { currentState, decisionAt, played, type GameState, type Session } from "../../core/session";
import type { Sketch } from "../../core/sketch";
import type { About } from "../../store";
import { playedIdentity } from "../record/copy";
import { evaluated } from "../record/findings";
import { lossesIn } from "../record/losses";
import { opponentsOf } from "../session/seats";
import type { Autosave } from "../record/autosave";
import { countedOf, toRecord, type Counted, type GameRecord, type Setup } from "../record/record";
import type { SeatedGame } from "./seated-game.svelte";
import { NOTHING_COUNTED, Statistics } from "./statistics.svelte";

export class KeptGame {
  readonly autosave: Autosave;
  readonly statistics: Statistics;
  readonly #game: SeatedGame;
  #setup = $state.raw<Setup | null>(null);
  #again = $state<number | null>(null);
  #left = $state.raw<GameRecord | null>(null);
  /** When the game on the table began, in milliseconds since 1970; null if unknown. */
  #begun: number | null = null;
  /** What the statistics have counted of the game on the table. */
  #counted: Counted = NOTHING_COUNTED;

  constructor(game: SeatedGame, autosave: Autosave) {
    this.#game = game;
    this.autosave = autosave;
    const { info, ui } = game.table.context;
    this.statistics = new Statistics(info.rulesetId, ui.statistics, {
      onReset: () => (this.#counted = { ...this.#counted, reported: {} }),
    });
  }

  /** When the game began, in milliseconds since 1970; 0 if that is not known. */
  get began(): number {
    return this.#begun ?? 0;
  }

  /** How the game was set up, or null if that is not known. */
  get setup(): Setup | null {
    return this.#setup;
  }

  /** The number of the part (a hand) that is being played again, or null. */
  get again(): number | null {
    return this.#again;
  }

  /** The game that was left to play a part again, or null. */
  get left(): GameRecord | null {
    return this.#left;
  }

  /** The record to share: the game up to the current position. */
  get shared(): GameRecord | null {
    const { session } = this.#game.table;
    if (session === null) return null;
    return this.#record({ ...session, decisions: session.decisions.slice(0, session.cursor + 1) }, false);
  }

  /** The record to save: the whole game with evaluations, or null. */
  get full(): GameRecord | null {
    const { session } = this.#game.table;
    return session === null ? null : this.#record(session, true);
  }

  /** Restores the notes of a saved game. */
  takeOver(record: GameRecord): void {
    this.#setup = record.setup ?? null;
    this.#again = record.again ?? null;
    this.#left = record.left ?? null;
    this.#begun = record.begun ?? null;
    this.#counted = record.counted === undefined ? NOTHING_COUNTED : countedOf(record.counted);
  }

  /** Notes the set-up of a game from the form; no other game waits for its end. */
  setUp(setup: Setup): void {
    this.#setup = setup;
    this.#left = null;
  }

  /** Notes that a part is played again, which has no set-up of its own; an unfinished game waits until then. */
  leave(unfinished: Session | null): void {
    if (unfinished !== null) this.#left = this.#record(unfinished, true);
    this.#setup = null;
  }

  /**
   * Starts counting another game from nothing.
   *
   * @param again the number of the part that is played again, or null
   */
  begin(again: number | null): void {
    this.#again = again;
    this.#begun = Date.now();
    this.#counted = NOTHING_COUNTED;
  }

  /** Counts and saves the game. Call after every change of its session. */
  follow(session: Session): void {
    this.#count(session);
    const summarize = (evaluations: GameRecord["evaluations"]): About => this.#about(evaluated(session, evaluations));
    this.autosave.save(this.#record(session, true), this.#about(session), summarize);
  }

  /** @param full include evaluations, luck and statistics */
  #record(session: Session, full: boolean): GameRecord {
    const { table, seats, match } = this.#game;
    const state = currentState(session);
    const given = session.decisions.flatMap(({ state }, index) => (table.claimed.has(state) ? [index] : []));
    const { fromStart } = table;
    return toRecord(session, seats, full, {
      fromStart,
      setup: this.#setup,
      names: this.#game.given,
      match,
      begun: this.#begun,
      again: this.#again,
      given,
      counted: this.#counted,
      left: this.#left,
      still: { state, perspective: this.#game.viewerAt(state), names: this.#game.playerNames },
    });
  }

  #about(session: Session): About {
    const game = this.#game;
    const end = currentState(session);
    const over = end.game_over === true;
    const { info } = game.table.context;
    return {
      begun: this.#begun,
      moves: played(session).filter(({ state }) => !game.table.enters(state)).length,
      identity: playedIdentity(
        decisionAt(session, 0).state,
        session.decisions.slice(0, -1).map(({ action }) => action),
      ),
      opponents: opponentsOf(game.seats, info.levels).map(({ name }) => name),
      daily: this.#setup?.daily ?? null,
      over,
      outcome: over ? game.outcomeAt(end) : null,
      result: over ? game.scoreAt(end) : "",
      ...lossesIn(info, played(session), (state) => game.decides(state)),
      luck: over ? this.#luck() : null,
      score: over ? this.#score(end) : null,
      mover: over ? null : (game.playerNames[end.active_player_id] ?? null),
      sketch: over ? null : this.#sketch(end),
    };
  }

  /** What chance gave the only person; null where that is unknown, or there is no chance. */
  #luck(): number | null {
    const { onlyPerson, table } = this.#game;
    const { luck, withheld, chance } = table.luck.account;
    return onlyPerson === null || !chance || withheld !== "none" ? null : (luck[onlyPerson] ?? null);
  }

  #score({ returns }: GameState): number | null {
    const { onlyPerson, table } = this.#game;
    const player = table.context.ui.finalScore?.shared === true ? 0 : onlyPerson;
    return player === null ? null : (returns?.[player] ?? null);
  }

  /** A picture of a position; null where the game has none, or it cannot be drawn. */
  #sketch(state: GameState): Sketch | null {
    try {
      return this.#game.table.context.ui.board.sketch?.(state, this.#game.onlyPerson) ?? null;
    } catch {
      return null;
    }
  }

  /** Updates the statistics, except for hands that were seen before and games of two people. */
  #count({ decisions, cursor }: Session): void {
    const { table, onlyPerson: player } = this.#game;
    if (player === null || this.#again !== null) return;
    const partOf = table.context.ui.parts?.of;
    const game = { decisions: decisions.slice(0, cursor + 1), player, partOf, decides: (state: GameState) => table.decides(state) };
    this.#counted = this.statistics.follow(game, this.#counted);
  }
}
