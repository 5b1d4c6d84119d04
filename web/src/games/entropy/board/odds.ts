/** The counts of the bag, and the probability of each colour as the next token. */
import { colorsOf, sizeOf } from "../cells";
import type { Color, EntropyState } from "../types";

export interface Odds {
  color: Color;
  count: number;
  /** The probability in percent, rounded. */
  percent: number;
}

export function bagTotal({ bag }: EntropyState): number {
  return Object.values(bag ?? {}).reduce((sum, count) => sum + count, 0);
}

/** The count and probability of each colour, in order; empty if the state lacks the bag. */
export function odds(state: EntropyState): Odds[] {
  const { bag } = state;
  if (bag === undefined) return [];
  const total = bagTotal(state);
  return colorsOf(sizeOf(state)).map((color) => {
    const count = bag[color] ?? 0;
    return { color, count, percent: total === 0 ? 0 : Math.round((100 * count) / total) };
  });
}
