/** The picture of the game, shown before its page is loaded. */
import { sketch } from "./sketch";
import type { AzulState, Color } from "./types";

const line = (capacity: number, color: Color | null = null, filled = 0): AzulState["players"][number]["pattern_lines"][number] => ({
  capacity,
  color,
  count_filled: filled,
});
const wall = ["01000", "10110", "00100", "01001", "00000"].map((row) => [...row].map((cell) => cell === "1"));

export default sketch(
  {
    ruleset_id: "azul_v1_2p",
    active_player_id: 0,
    bag: {},
    lid: {},
    factories: [
      { Blue: 2, Yellow: 1, White: 1 },
      { Red: 2, Black: 2 },
      { Blue: 1, Yellow: 1, Red: 1, Black: 1 },
      { Yellow: 3, White: 1 },
      {},
    ],
    center: {},
    players: [{ wall, pattern_lines: [line(1, "Red", 1), line(2, "White", 1), line(3, "Blue", 2), line(4), line(5, "Yellow", 3)] }],
  },
  0,
);
