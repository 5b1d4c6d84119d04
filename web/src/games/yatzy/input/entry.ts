/** Dice that are told to the board one after the other: plain functions over what stands there so far. */
import type { Die } from "../types";

/** The place that the next face goes to, or null when all are told. */
export function nextPlace(entered: readonly Die[]): number | null {
  const place = entered.indexOf(null);
  return place < 0 ? null : place;
}

/** With the face told for the next die. */
export function withFace(entered: readonly Die[], face: number): Die[] {
  const place = nextPlace(entered);
  return entered.map((die, at) => (at === place ? face : die));
}

/** Without the die at a place, unless that was kept. */
export function without(entered: readonly Die[], dice: readonly Die[], place: number): Die[] {
  return entered.map((die, at) => (at === place && dice[at] === null ? null : die));
}

/** Without the die that was told last. */
export function withoutLast(entered: readonly Die[], dice: readonly Die[]): Die[] {
  const last = entered.findLastIndex((die, at) => die !== null && dice[at] === null);
  return last < 0 ? [...entered] : without(entered, dice, last);
}

/** The dice as they lie when every one is told, else null. */
export function completed(entered: readonly Die[]): number[] | null {
  return entered.every((die): die is number => die !== null) ? [...entered] : null;
}
