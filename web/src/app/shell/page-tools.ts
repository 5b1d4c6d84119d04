/** What a page of a game's own gets from the app besides the engine: the finished games of the library. */
import type { FinishedGame } from "../../games/screen-types";
import type { Store } from "../../store";
import { recordOf } from "../record/autosave";
import { personsOf } from "../session/seats";

/**
 * The finished games of a game that were played here by one person, the latest first; records that cannot be read are left out.
 *
 * @param most the number of games after which reading stops
 */
export async function finishedGames(store: Store, slug: string, most: number): Promise<FinishedGame[]> {
  const ended = (await store.games.summaries()).filter(
    ({ table, about }) => table.startsWith(`${slug}:`) && about?.over === true && about.source === undefined,
  );
  const found: FinishedGame[] = [];
  for (const { key } of ended) {
    if (found.length >= most) break;
    const kept = await store.games.readAtLast(key);
    if (kept === undefined) continue;
    try {
      const { initial_state: initial, actions, cursor, notation = null, seats } = recordOf(kept);
      const persons = personsOf(seats);
      // Of several people nobody knows which one is asking.
      if (persons.length === 1) found.push({ initial, actions: actions.slice(0, cursor), notation, persons });
    } catch {
      // A damaged record is shown as such in the library.
    }
  }
  return found;
}
