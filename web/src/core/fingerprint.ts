/** A short name for a position. */
import type { GameState } from "./session";

/** The same position has the same name: events and warnings do not make it another one. */
export function fingerprint(state: GameState): string {
  const { last_events: _events, warnings: _warnings, ...rest } = state;
  const text = JSON.stringify(rest);
  // FNV-1a over two lanes: short, and good enough to tell a few hundred positions apart.
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193) >>> 0;
    high = Math.imul(high ^ (code + at), 0x01000193) >>> 0;
  }
  return low.toString(36) + high.toString(36);
}
