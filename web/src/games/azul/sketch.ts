/** A small picture of a position: the factories, and one player's board. */
import type { Form, Paint, Sketch, Shape } from "../../core/sketch";
import { factoryPlaces, wallColor } from "./layout";
import type { AzulState, Color } from "./types";

const PAINT: Readonly<Record<Color, Paint>> = { Blue: "blue", Yellow: "yellow", Red: "red", Black: "black", White: "white" };
const TILE = 9;
const STEP = 10;

/** @param player the player whose board is shown */
export function sketch(state: AzulState, player: number | null): Sketch {
  const own = state.players[player ?? 0];
  const tiles: Shape[] = [["table", 0, 0, 120, 90, "r"]];
  const put = (paint: Paint, x: number, y: number, size: number, form: Form = "r"): number => tiles.push([paint, x, y, size, size, form]);
  state.factories.forEach((factory, index) => {
    const x = 5 + 23 * index;
    put("slot", x, 4, 18, "o");
    for (const { color, places } of factoryPlaces(factory)) {
      for (const place of places) put(PAINT[color], x + 3.6 + 5.6 * (place % 2), 7.6 + 5.6 * Math.floor(place / 2), 5.2);
    }
  });
  tiles.push(["board", 3, 28, 114, 58, "r"]);
  own?.pattern_lines.forEach(({ color, count_filled = 0 }, row) => {
    for (let at = 0; at <= row; at += 1) {
      const filled = color != null && at < count_filled;
      put(filled ? PAINT[color] : "slot", 7 + STEP * (4 - at), 32 + STEP * row, TILE);
    }
  });
  own?.wall.forEach((cells, row) => {
    cells.forEach((full, column) => put(full ? PAINT[wallColor(row, column)] : "slot", 63 + STEP * column, 32 + STEP * row, TILE));
  });
  return tiles;
}
