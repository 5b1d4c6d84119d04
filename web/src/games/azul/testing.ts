/** Positions for the tests of the board. */
import type { AzulAction, AzulEvent, AzulState, Color, Destination, Player, Source } from "./types";

export function emptyPlayer(): Player {
  return {
    score: 0,
    pattern_lines: [1, 2, 3, 4, 5].map((capacity) => ({ capacity, color: null, count_filled: 0 })),
    wall: Array.from({ length: 5 }, () => [false, false, false, false, false]),
    floor_line: { tiles: [], has_first_player_token: false },
  };
}

/** An opening position: 20 tiles on the table, 80 in the bag. */
export function startState(patch: Partial<AzulState> = {}): AzulState {
  return {
    state_version: 1,
    ruleset_id: "azul_v1_2p",
    active_player_id: 0,
    round_number: 1,
    bag: { Blue: 16, Yellow: 16, Red: 16, Black: 16, White: 16 },
    lid: {},
    factories: [
      { Blue: 2, Red: 1, White: 1 },
      { Yellow: 3, Black: 1 },
      { Blue: 1, Yellow: 1, Red: 1, Black: 1 },
      { Red: 2, White: 2 },
      { Blue: 1, Black: 2, White: 1 },
    ],
    center: { tiles: {}, has_first_player_token: true },
    players: [emptyPlayer(), emptyPlayer()],
    last_events: [],
    ...patch,
  };
}

export function move(source: Source, color: Color, destination: Destination): AzulAction {
  return { source, color, destination };
}

/** The position after some events; a test patches only what it checks. */
export function after(state: AzulState, events: AzulEvent[], patch: Partial<AzulState>): AzulState {
  return { ...state, ...patch, last_events: events };
}
