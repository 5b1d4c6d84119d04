/** A small picture of a position. */
import type { Paint, Shape, Sketch } from "../../core/sketch";
import { sizeOf } from "./cells";
import type { Color, EntropyState } from "./types";

const PAINT: Readonly<Record<Color, Paint>> = { R: "red", G: "green", Y: "yellow", B: "blue", W: "white", K: "black", P: "purple" };
const SIDE = 82;

export function sketch(state: EntropyState): Sketch {
  const size = sizeOf(state);
  const step = SIDE / size;
  const shapes: Shape[] = [
    ["table", 0, 0, 120, 90, "r"],
    ["board", 17, 2, 86, 86, "r"],
  ];
  const rounded = (value: number): number => Math.round(10 * value) / 10;
  state.board.forEach((cell, index) => {
    const [x, y] = [19 + step * (index % size), 4 + step * Math.floor(index / size)];
    shapes.push(["slot", rounded(x + 0.5), rounded(y + 0.5), rounded(step - 1), rounded(step - 1), "r"]);
    if (cell !== "") shapes.push([PAINT[cell], rounded(x + 1.3), rounded(y + 1.3), rounded(step - 2.6), rounded(step - 2.6), "o"]);
  });
  return shapes;
}
