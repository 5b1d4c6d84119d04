/** A short name for a position. */
import type { GameState } from "./session";
import { shortHash } from "./short-hash";

/** The same position has the same name: events and warnings do not make it another one. */
export function fingerprint(state: GameState): string {
  const { last_events: _events, warnings: _warnings, ...rest } = state;
  return shortHash(JSON.stringify(rest));
}
