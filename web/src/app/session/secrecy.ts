/** Secrecy in games with hidden cards: what must not be shown of the hand in play. */
import type { EnginePort, GameInfo } from "../../core/engine-port";
import type { GameState } from "../../core/session";
import type { GameUi } from "../../games/types";

/** Whether the game has hidden information. */
export function hidesCards({ capabilities }: Pick<GameInfo, "capabilities">): boolean {
  return capabilities.includes("hidden_information");
}

/**
 * Whether the hidden cards of a position are still secret, because its hand is not over.
 *
 * @param now the current position of the game, or null when no game is in progress
 */
export function isSealed(info: GameInfo, ui: Pick<GameUi, "parts">, now: GameState | null, state: GameState): boolean {
  if (!hidesCards(info) || now === null || now.game_over === true) return false;
  return ui.parts === undefined || ui.parts.of(state) >= ui.parts.of(now);
}

/**
 * A position to share: one player's view while the game is in progress.
 *
 * That holds for finished hands, too: their positions hold the seed, and so the cards to come.
 *
 * @param viewer that player, or null where everything may be shown
 */
export async function shareable(port: Pick<EnginePort, "observe">, state: GameState, viewer: number | null): Promise<GameState> {
  return viewer === null ? state : port.observe(state, viewer);
}

/** The player whose view a position is; null for a complete position. */
export function viewerOf(ui: Pick<GameUi, "hidden">, state: GameState | null): number | null {
  try {
    return state === null ? null : (ui.hidden?.viewerOf(state) ?? null);
  } catch {
    return null;
  }
}
