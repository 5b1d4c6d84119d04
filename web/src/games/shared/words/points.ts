/** Points in words. */
import { MINUS, tenths } from "../../../core/format";

/** "−1.3 points", with one decimal unless it is whole. */
export function pointsText(value: number): string {
  const text = tenths(value);
  return `${text} ${text === "1" || text === `${MINUS}1` ? "point" : "points"}`;
}
