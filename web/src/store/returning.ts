/** Whether there was something to come back to, so that the start page takes the right shape before the database answers. */
import { readText, writeText } from "./texts";

const KEY = "hindsight:returning";

/** Games were found in this browser before. */
export function hadGames(): boolean {
  return readText(KEY) !== null;
}

/** Notes that there are games, if there are any. Call wherever all games have been read. */
export function noteGames({ length }: readonly unknown[]): void {
  if (length > 0) writeText(KEY, "yes");
}
