import { expect, it } from "vitest";
import type { HeartsState } from "./types";
import { pointsOf } from "./view";

it("shows what a moon scored once the game is over, and what was taken before", () => {
  const event = { type: "hand_over", points: [0, 26, 26, 26], scores: [1, 42, 34, 27] };
  const state = { points: [26, 0, 0, 0], game_over: false, last_events: [event] } as unknown as HeartsState;
  const points = (over: boolean): number[] => [0, 1].map((player) => pointsOf({ ...state, game_over: over }, player));
  expect([points(false), points(true)]).toEqual([
    [26, 0],
    [0, 26],
  ]);
});
