import { expect, test } from "vitest";
import { sketch } from "./sketch";
import type { HeartsState } from "./types";

const STATE: HeartsState = {
  ruleset_id: "hearts_v1",
  active_player_id: 1,
  hands: [["2C", "AH"], ["QS"], ["KD"], ["3C"]],
  trick: ["4C"],
};
const texts = (player: number | null): string[] =>
  sketch(STATE, player).flatMap(([, , , , , form]) => (form.startsWith("=") ? [form.slice(1)] : []));

test("the picture of a position shows the trick, and only the hand of the one who looks", () => {
  expect(texts(0)).toEqual(["4", "♣", "2", "♣", "A", "♥"]);
  expect(texts(null)).toEqual(["4", "♣"]);
});
