/** How a line of play ends: before the next token is drawn, which is still unknown, or with the full board. */
import type { LineEnd } from "../../types";
import type { EntropyState } from "../types";
import { eventText } from "./phrases";

const BY_CHANCE = "The next token is drawn at random.";

/** The position at the end of a line, and why it ends there. */
export function lineEnd(state: EntropyState, names: readonly string[]): LineEnd<EntropyState> {
  const events = state.last_events ?? [];
  const over = events.find(({ type }) => type === "game_over");
  if (over !== undefined) return { state, notes: [eventText(over, names)] };
  const ahead = state.next_token_known === true;
  const drawn = (ahead ? state.next_token : state.token) ?? null;
  const bag = drawn === null || state.bag === undefined ? state.bag : { ...state.bag, [drawn]: (state.bag[drawn] ?? 0) + 1 };
  const shown = { ...state, ...(bag === undefined ? {} : { bag }), ...(ahead ? { next_token: null } : { token: null }) };
  return { state: { ...shown, last_events: events.filter(({ type }) => type !== "draw") }, notes: [BY_CHANCE] };
}
