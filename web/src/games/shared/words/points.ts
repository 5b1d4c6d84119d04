/** Points as text. */
import { MINUS, tenths } from "../../../core/format";

/** "−1.3 points", "1 point": with one decimal unless whole. */
export function pointsText(value: number): string {
  const text = tenths(value);
  return `${text} ${text === "1" || text === `${MINUS}1` ? "point" : "points"}`;
}
