/** The picture of the game, shown before its page is loaded: cards on two sides of a table, and a line of decisions. */
import type { Shape, Sketch } from "../../core/sketch";

const SCORES = [22, 17, 24, 9, 20, 14, 23, 6, 18, 21, 12, 24];

const cards = [14, 34, 54, 74, 94].flatMap((x, at): Shape[] => [
  ["white", x, 5, 15, 21, "r"],
  [at % 2 === 0 ? "blue" : "black", x + 1.5, 6.5, 12, 10, "r"],
  ["faint", x + 1.5, 18.5, 9, 2, "r"],
  ["faint", x + 1.5, 22, 12, 2, "r"],
]);
const bars = SCORES.map((score, at): Shape => [score < 13 ? "red" : "green", 14 + 8 * at, 84 - 1.4 * score, 6, 1.4 * score, "r"]);
const picture: Sketch = [["table", 0, 0, 120, 90, "r"], ["board", 8, 44, 104, 43, "r"], ...cards, ...bars];

export default picture;
