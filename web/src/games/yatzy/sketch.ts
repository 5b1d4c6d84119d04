/** A small picture of a position: the dice, and one player's score card. */
import type { Shape, Sketch } from "../../core/sketch";
import { LOWER, scoreIn, UPPER } from "./card";
import { PIPS } from "./dice";
import type { YatzyState } from "./types";

const DIE = 20;
const ROW = 6.4;

/** @param player the player whose card is shown */
export function sketch(state: YatzyState, player: number | null): Sketch {
  const shapes: Shape[] = [["table", 0, 0, 120, 90, "r"]];
  state.dice.forEach((die, place) => {
    const x = 5 + 22.5 * place;
    shapes.push([die === null ? "slot" : "paper", x, 6, DIE, DIE, "r"]);
    for (const [across, down] of PIPS[die ?? 0] ?? []) shapes.push(["ink", x + across / 5 - 2, 6 + down / 5 - 2, 4, 4, "o"]);
  });
  const card = state.players[player ?? 0];
  shapes.push(["board", 5, 31, 110, 54, "r"]);
  [UPPER, LOWER].forEach((rows, side) => {
    const height = Math.min(ROW, 50 / rows.length);
    rows.forEach((category, row) => {
      const [x, y] = [9 + 54 * side, 33 + (50 / rows.length) * row];
      const points = scoreIn(card, category);
      shapes.push(["faint", x, y + 1, 30, height - 3, "r"], [points === null ? "slot" : "accent", x + 34, y + 0.6, 14, height - 2, "r"]);
    });
  });
  return shapes;
}
