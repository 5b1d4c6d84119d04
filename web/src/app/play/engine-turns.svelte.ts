/** The turns that the engine takes: those of levels, one after the other, and a hand that a person has claimed. */
import type { Params } from "../../core/engine-port";
import { isStopped, sentenceOf } from "../../core/errors";
import { currentState, type GameState } from "../../core/session";
import { levelParams } from "../session/params";
import { claimParams } from "./claim.svelte";
import { machineMove } from "./machine";
import { claimedSentence, moveSentence } from "./narration";
import type { SeatedGame } from "./seated-game.svelte";

/** Opponents that answer at once are hard to follow: their moves, all together, take at least this long. */
const MIN_OPPONENTS_MS = 700;

/** What the game itself knows and does. */
export interface EngineTurnsParts {
  /** Whether there is a game, and this tab plays it. */
  isMine(): boolean;
  /** It is a person's turn. */
  onMine(): void;
}

export class EngineTurns {
  /** A move is being chosen. */
  thinks = $state(false);
  readonly #game: SeatedGame;
  readonly #parts: EngineTurnsParts;
  #turn = new AbortController();

  constructor(game: SeatedGame, parts: EngineTurnsParts) {
    this.#game = game;
    this.#parts = parts;
  }

  /** Ends what is under way: nothing more comes of it. */
  stop(): void {
    this.#turn.abort();
    this.thinks = false;
    this.#game.claiming = false;
  }

  /** Lets levels move until it is a person's turn; to be called again after an error. */
  async goOn(): Promise<void> {
    const game = this.#game;
    const signal = this.#newTurn();
    const { settings, announce } = game.table.context;
    const pause = settings.animations ? MIN_OPPONENTS_MS / Math.max(1, game.seats.length - game.persons.length) : 0;
    // Moves in a row are told in one go, when it is the person's turn.
    const told: string[] = [];
    while (game.phase === "theirs" && this.#parts.isMine() && !signal.aborted) {
      const index = await this.#move(signal, pause);
      if (index === null) break;
      told.push(moveSentence(game, index));
    }
    if (signal.aborted) return;
    if (told.length > 0) announce(told.join(" "));
    if (game.phase === "over") announce(`The game is over. ${game.resultText} ${game.matchText}`.trimEnd());
    else if (game.phase === "mine") this.#parts.onMine();
  }

  /** Plays the hand to its end, as nothing depends on how: nobody waits, and nothing is graded. */
  async claimRest(): Promise<void> {
    const game = this.#game;
    const { table } = game;
    const signal = this.#newTurn();
    const part = game.partInPlay;
    game.claiming = true;
    while (!signal.aborted && table.session !== null && game.phase === "theirs" && game.partInPlay === part) {
      const state: GameState = currentState(table.session);
      const mine = game.seats[state.active_player_id] === null;
      if (mine) table.give([state]);
      if ((await this.#move(signal, 0, mine ? claimParams(state) : undefined)) !== null) continue;
      if (mine) table.takeBack([state]);
      break;
    }
    if (signal.aborted) return;
    game.claiming = false;
    if (table.error !== null) return;
    table.context.announce(claimedSentence(game));
    void this.goOn();
  }

  #newTurn(): AbortSignal {
    this.#turn.abort();
    this.#turn = new AbortController();
    return this.#turn.signal;
  }

  /** One move by the engine; default as the level that sits there. Returns its index, or null when none was made. */
  async #move(signal: AbortSignal, pauseMs: number, own?: Params): Promise<number | null> {
    const { table } = this.#game;
    if (table.session === null) return null;
    const state = currentState(table.session);
    const level = this.#game.levelOf(state.active_player_id);
    const params = own ?? (level === undefined ? null : levelParams(level, state));
    if (params === null) return null;
    this.thinks = true;
    table.error = null;
    try {
      return await machineMove(table, params, pauseMs, signal);
    } catch (error) {
      if (!isStopped(error)) table.error = `${sentenceOf(error)} The opponent could not move.`;
      return null;
    } finally {
      if (this.#turn.signal === signal) this.thinks = false;
    }
  }
}
