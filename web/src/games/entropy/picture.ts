/** The picture of the game, shown before its page is loaded. */
import { sketch } from "./sketch";
import type { Cell } from "./types";

const ROWS = ["RGR..B.", ".YBY.W.", "K..P.KG", ".B.B..R", "W..Y..W", "G.P.P.G", "..R..K."];

export default sketch({
  ruleset_id: "entropy_v1",
  active_player_id: 0,
  board: [...ROWS.join("")].map((cell) => (cell === "." ? "" : cell) as Cell),
});
