/** The legal moves of the position on screen. */
import type { GameState } from "../../core/session";
import type { GameContext } from "./context";

const NO_ACTIONS: unknown[] = [];

export class LegalMoves {
  #known = $state.raw<{ state: GameState; actions: unknown[] } | null>(null);
  readonly #context: GameContext;
  readonly #wanted: (state: GameState) => boolean;

  /** @param wanted whether to ask for the legal moves of a position */
  constructor(context: GameContext, wanted: (state: GameState) => boolean) {
    this.#context = context;
    this.#wanted = wanted;
  }

  /** The legal moves of a position; empty until they are known. */
  of(state: GameState | null): unknown[] {
    return this.#known !== null && this.#known.state === state ? this.#known.actions : NO_ACTIONS;
  }

  /**
   * Queries the legal moves of a position.
   *
   * @param current whether the position is still on screen when the answer arrives
   * @throws the engine's error
   */
  async ask(state: GameState, current: () => boolean): Promise<void> {
    if (this.#known?.state === state || !this.#wanted(state)) return;
    if (state.game_over === true) {
      this.#known = { state, actions: [] };
      return;
    }
    const actions = await this.#context.engine.port.listLegalActions(state, state.active_player_id);
    if (current()) this.#known = { state, actions };
  }
}
