/** Entering real dice one after the other: pure functions over the dice entered so far. */
import type { Die } from "../types";

/** The place of the next face, or null if all are entered. */
export function nextPlace(entered: readonly Die[]): number | null {
  const place = entered.indexOf(null);
  return place < 0 ? null : place;
}

/** The dice with a face entered for the next one. */
export function withFace(entered: readonly Die[], face: number): Die[] {
  const place = nextPlace(entered);
  return entered.map((die, at) => (at === place ? face : die));
}

/** The dice without the one at a place, unless it was kept. */
export function without(entered: readonly Die[], dice: readonly Die[], place: number): Die[] {
  return entered.map((die, at) => (at === place && dice[at] === null ? null : die));
}

/** The dice without the last one entered. */
export function withoutLast(entered: readonly Die[], dice: readonly Die[]): Die[] {
  const last = entered.findLastIndex((die, at) => die !== null && dice[at] === null);
  return last < 0 ? [...entered] : without(entered, dice, last);
}

/** All five dice if every one is entered, else null. */
export function completed(entered: readonly Die[]): number[] | null {
  return entered.every((die): die is number => die !== null) ? [...entered] : null;
}
