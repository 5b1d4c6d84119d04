/** The board of a saved game, read before the engine is ready. */
import { recordOf } from "../record/autosave";
import type { Still } from "../record/still";
import type { Store } from "../../store";

/**
 * What to draw of a saved game until the engine has replayed it; null where nothing is known. A game that the page died of
 * is not drawn.
 *
 * @param first its first position in place of the current one
 */
export async function stillOf({ games, attempts }: Pick<Store, "games" | "attempts">, key: string, first: boolean): Promise<Still | null> {
  try {
    const game = await games.read(key);
    if (game === undefined || game.aside || attempts.deaths(game.table) > 0) return null;
    const { still, initial_state: start } = recordOf(game);
    if (still === undefined) return null;
    return first ? { ...still, state: start } : still;
  } catch {
    return null;
  }
}
