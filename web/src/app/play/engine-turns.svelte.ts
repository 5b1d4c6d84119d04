/** The engine's turns: those of the opponents, and the rest of a claimed hand. */
import type { Params } from "../../core/engine-port";
import { isStopped, sentenceOf } from "../../core/errors";
import { currentState, type GameState } from "../../core/session";
import { levelParams } from "../session/params";
import { claimParams } from "./claim.svelte";
import { machineMove } from "./machine";
import { claimedSentence, moveSentence } from "./narration";
import { SPOKEN } from "../words/narration";
import { PLAY } from "../words/play";
import type { SeatedGame } from "./seated-game.svelte";

/** Instant replies are hard to follow: the opponents' moves together take at least this long. */
const MIN_OPPONENTS_MS = 700;

/** Callbacks into the game. */
export interface EngineTurnsParts {
  /** Whether there is a game, and this tab plays it. */
  isMine(): boolean;
  /** Called when it is a person's turn. */
  onMine(): void;
}

export class EngineTurns {
  /** True while a move is being chosen. */
  thinks = $state(false);
  readonly #game: SeatedGame;
  readonly #parts: EngineTurnsParts;
  #turn = new AbortController();

  constructor(game: SeatedGame, parts: EngineTurnsParts) {
    this.#game = game;
    this.#parts = parts;
  }

  /** Stops the turn in progress; its result is ignored. */
  stop(): void {
    this.#turn.abort();
    this.thinks = false;
    this.#game.claiming = false;
  }

  /** Plays the opponents' moves until it is a person's turn. Call again after an error. */
  async run(): Promise<void> {
    const game = this.#game;
    const signal = this.#newTurn();
    const { settings, announce } = game.table.context;
    const pause = settings.animations ? MIN_OPPONENTS_MS / Math.max(1, game.seats.length - game.persons.length) : 0;
    // Moves in a row are announced together, when it is the person's turn.
    const moves: string[] = [];
    while (game.phase === "theirs" && this.#parts.isMine() && !signal.aborted) {
      const index = await this.#move(signal, pause);
      if (index === null) break;
      moves.push(moveSentence(game, index));
    }
    if (signal.aborted) return;
    if (moves.length > 0) announce(moves.join(" "));
    if (game.phase === "over") announce(SPOKEN.over(game.resultText, game.matchText));
    else if (game.phase === "mine") this.#parts.onMine();
  }

  /** Plays the claimed hand to its end, without pauses and without grades. */
  async claimRest(): Promise<void> {
    const game = this.#game;
    const { table } = game;
    const signal = this.#newTurn();
    const part = game.partInPlay;
    game.claiming = true;
    while (!signal.aborted && table.session !== null && game.phase === "theirs" && game.partInPlay === part) {
      const state: GameState = currentState(table.session);
      const mine = game.seats[state.active_player_id] === null;
      if (mine) table.markClaimed([state]);
      if ((await this.#move(signal, 0, mine ? claimParams(state) : undefined)) !== null) continue;
      if (mine) table.unmarkClaimed([state]);
      break;
    }
    if (signal.aborted) return;
    game.claiming = false;
    if (table.error !== null) return;
    table.context.announce(claimedSentence(game));
    void this.run();
  }

  #newTurn(): AbortSignal {
    this.#turn.abort();
    this.#turn = new AbortController();
    return this.#turn.signal;
  }

  /** Makes one move, by default with the params of the seat's level. Returns its index, or null when none was made. */
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
      if (!isStopped(error)) table.error = PLAY.opponentFailed(sentenceOf(error));
      return null;
    } finally {
      if (this.#turn.signal === signal) this.thinks = false;
    }
  }
}
