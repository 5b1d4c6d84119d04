import { describe, expect, it } from "vitest";
import { totalTiles } from "../layout";
import { lineEnd } from "./line-end";
import { emptyPlayer, startState } from "../testing";
import type { AzulEvent, AzulState, DraftEvent } from "../types";

const NAMES = ["You", "Greedy"];
const DRAFT: DraftEvent = {
  type: "draft",
  player_id: 1,
  source: "Center",
  color: "Red",
  count: 1,
  destination: "Floor",
  placed: 0,
  to_floor: 1,
  to_lid: 0,
  took_token: false,
};
const tile = (player: number, points: number): AzulEvent => ({
  type: "tile",
  player_id: player,
  row: 0,
  column: 0,
  color: "Blue",
  points,
  horizontal: 1,
  vertical: 1,
});
const penalty = (player: number, points: number): AzulEvent => ({ type: "penalty", player_id: player, points, tiles: 1, token: false });

describe("the end of a line", () => {
  const dealt: AzulState = startState({
    round_number: 3,
    last_events: [
      DRAFT,
      tile(0, 2),
      tile(0, 5),
      penalty(0, -4),
      penalty(1, 0),
      { type: "refill", round_number: 3, tiles: 20, lid_returned: false },
    ],
  });

  it("hides the factories of the next round and counts their tiles in the bag", () => {
    const { state } = lineEnd(dealt, NAMES);
    expect(state.factories).toEqual([{}, {}, {}, {}, {}]);
    expect(state.bag).toEqual({ Blue: 20, Yellow: 20, Red: 20, Black: 20, White: 20 });
    expect([totalTiles(state), state.round_number]).toEqual([totalTiles(dealt), 2]);
    expect(state.last_events?.map(({ type }) => type)).not.toContain("refill");
    expect(dealt.factories[0]).toEqual({ Blue: 2, Red: 1, White: 1 });
  });

  it("gives the points of both players and says that chance comes next", () => {
    expect(lineEnd(dealt, NAMES).notes).toEqual([
      "You: 2 tiles to the wall +7, floor line \u22124.",
      "Greedy: nothing to the wall.",
      "The next round is dealt at random.",
    ]);
  });

  it("shows the end of the game unchanged, with its result", () => {
    const players = [
      { ...emptyPlayer(), score: 40 },
      { ...emptyPlayer(), score: 31 },
    ];
    const last_events: AzulEvent[] = [
      DRAFT,
      tile(1, 1),
      { type: "bonus", player_id: 0, kind: "row", index: 1, points: 2 },
      { type: "bonus", player_id: 0, kind: "column", index: 0, points: 7 },
      { type: "game_over", returns: [9, -9], winner: 0, shared: false },
    ];
    const over = startState({ players, game_over: true, factories: [{}, {}, {}, {}, {}], last_events });
    const { state, notes } = lineEnd(over, NAMES);
    expect(state).toBe(over);
    expect(notes).toEqual(["You: nothing to the wall, bonuses +9.", "Greedy: 1 tile to the wall +1.", "You win, 40 to 31."]);
  });
});
