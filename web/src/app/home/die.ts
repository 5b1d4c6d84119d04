/** The picture of a die. */
import type { Shape, Sketch } from "../../core/sketch";

/** The places of the pips, three rows of three from the upper left. */
const PIPS: readonly (readonly number[])[] = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const SIZE = 90;

/** @param face from 1 to 6 */
export function dieSketch(face: number): Sketch {
  const pips = (PIPS[face] ?? []).map((place): Shape => ["ink", 17 + 20 * (place % 3), 17 + 20 * Math.floor(place / 3), 16, 16, "o"]);
  return [["paper", 2, 2, SIZE - 4, SIZE - 4, "r"], ...pips];
}
