/** How a line of play ends: the result of the round, without the factories of the next one, which are still unknown. */
import { plain } from "../../../core/format";
import type { LineEnd } from "../../types";
import { COLORS } from "../types";
import type { AzulEvent, AzulState, Tiles } from "../types";
import { nameOf } from "../../shared/words/players";
import { eventText, tilesText } from "./phrases";

const BY_CHANCE = "The next round is dealt at random.";

const ofType = <T extends AzulEvent["type"]>(events: readonly AzulEvent[], type: T) =>
  events.filter((event): event is Extract<AzulEvent, { type: T }> => event.type === type);

/** The position at the end of a round, and its points as sentences, read from `last_events`. */
export function lineEnd(state: AzulState, names: readonly string[]): LineEnd<AzulState> {
  const events = state.last_events ?? [];
  const points = state.players.map((_, player) => pointsText(events, player, names));
  const over = ofType(events, "game_over")[0];
  if (over !== undefined) {
    const scores = state.players.map((player) => player.score ?? 0);
    return { state, notes: [...points, eventText(over, names, scores)] };
  }
  return { state: undealt(state), notes: [...points, BY_CHANCE] };
}

/** "You: 3 tiles to the wall +9, floor line −2." */
function pointsText(events: readonly AzulEvent[], player: number, names: readonly string[]): string {
  const tiles = ofType(events, "tile").filter((event) => event.player_id === player);
  const parts = [tiles.length === 0 ? "nothing to the wall" : `${tilesText(tiles.length)} to the wall +${total(tiles)}`];
  const penalty = total(ofType(events, "penalty").filter((event) => event.player_id === player));
  if (penalty < 0) parts.push(`floor line ${plain(penalty, 0)}`);
  const bonus = total(ofType(events, "bonus").filter((event) => event.player_id === player));
  if (bonus > 0) parts.push(`bonuses +${bonus}`);
  return `${nameOf(names, player)}: ${parts.join(", ")}.`;
}

function total(events: readonly { points: number }[]): number {
  return events.reduce((sum, { points }) => sum + points, 0);
}

/** The position before the factories are dealt, with their tiles back in the bag. */
function undealt(state: AzulState): AzulState {
  const bag: Tiles = { ...state.bag };
  for (const factory of state.factories) {
    for (const color of COLORS) {
      const count = (bag[color] ?? 0) + (factory[color] ?? 0);
      if (count > 0) bag[color] = count;
    }
  }
  const events = (state.last_events ?? []).filter(({ type }) => type !== "refill");
  const round = state.round_number === undefined ? {} : { round_number: state.round_number - 1 };
  return { ...state, ...round, bag, factories: state.factories.map(() => ({})), last_events: events };
}
