/** The card data that comes with the sample game. */
import type { Side } from "../types";

/** The card data in a file of both sides, such as the sample's: `{"dark": {...}, "light": {...}}`. */
export function cardTextsOf(text: string): Partial<Record<Side, string>> {
  const value = JSON.parse(text) as unknown;
  if (typeof value !== "object" || value === null) return {};
  const sides = (["dark", "light"] as const).filter((side) => side in value);
  return Object.fromEntries(sides.map((side) => [side, JSON.stringify((value as Record<Side, unknown>)[side])]));
}
