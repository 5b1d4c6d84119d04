/** What must not be seen yet in a game of hidden cards: the hand that is being played. */
import type { EnginePort, GameInfo } from "../../core/engine-port";
import type { GameState } from "../../core/session";
import type { GameUi } from "../../games/types";

/** Whether players see less than there is. */
export function hidesCards({ capabilities }: Pick<GameInfo, "capabilities">): boolean {
  return capabilities.includes("hidden_information");
}

/**
 * Whether the hidden cards of a position still are a secret, because its hand goes on.
 *
 * @param now where the game stands, or null when it is no game that is being played
 */
export function isSealed(info: GameInfo, ui: Pick<GameUi, "parts">, now: GameState | null, state: GameState): boolean {
  if (!hidesCards(info) || now === null || now.game_over === true) return false;
  return ui.parts === undefined || ui.parts.of(state) >= ui.parts.of(now);
}

/**
 * A position for others, or for the clipboard: while a game goes on, only what one player knows of it.
 *
 * A position of a hand that is over holds the seed, and so the cards to come: what counts is the game.
 *
 * @param viewer that player, or null where everything may be seen
 */
export async function shareable(port: Pick<EnginePort, "observe">, state: GameState, viewer: number | null): Promise<GameState> {
  return viewer === null ? state : port.observe(state, viewer);
}

/** Whose view a position is that was cut down to one player's knowledge; null for a whole one, or one that is none. */
export function viewerOf(ui: Pick<GameUi, "hidden">, state: GameState | null): number | null {
  try {
    return state === null ? null : (ui.hidden?.viewerOf(state) ?? null);
  } catch {
    return null;
  }
}
