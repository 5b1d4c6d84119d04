/** A short hash of a position. */
import type { GameState } from "./session";
import { shortHash } from "./short-hash";

/** The hash of a position; events and warnings do not change it. */
export function fingerprint(state: GameState): string {
  const { last_events: _events, warnings: _warnings, ...rest } = state;
  return shortHash(JSON.stringify(rest));
}
