/** Dice by place on the table. */
import type { Die, YatzyAction } from "./types";

export const PLACES: readonly number[] = [0, 1, 2, 3, 4];
export const FACES: readonly number[] = [1, 2, 3, 4, 5, 6];
export const NONE_HELD: readonly boolean[] = [false, false, false, false, false];

/** The faces that a mask keeps, ascending. */
export function keptValues(dice: readonly Die[], keep: readonly boolean[]): number[] {
  return dice.filter((die, place): die is number => die !== null && keep[place] === true).sort((a, b) => a - b);
}

/** Whether two masks keep the same faces. */
export function sameKept(dice: readonly Die[], a: readonly boolean[], b: readonly boolean[]): boolean {
  return keptValues(dice, a).join() === keptValues(dice, b).join();
}

export function countHeld(keep: readonly boolean[]): number {
  return keep.filter(Boolean).length;
}

/** Whether dice are still to be entered. */
export function isAwaited(dice: readonly Die[]): boolean {
  return dice.includes(null);
}

/** Whether two actions are identical, place by place. */
export function sameAction(a: YatzyAction, b: YatzyAction): boolean {
  if ("keep" in a) return "keep" in b && a.keep.join() === b.keep.join();
  if ("score" in a) return "score" in b && a.score === b.score;
  return "enter" in b && a.enter.join() === b.enter.join();
}

const LEFT = 26;
const MIDDLE = 50;
const RIGHT = 74;
const CORNERS = { topLeft: [LEFT, LEFT], topRight: [RIGHT, LEFT], bottomLeft: [LEFT, RIGHT], bottomRight: [RIGHT, RIGHT] } as const;
const CENTRE = [MIDDLE, MIDDLE] as const;
const SIDES = [
  [LEFT, MIDDLE],
  [RIGHT, MIDDLE],
] as const;
const { topLeft, topRight, bottomLeft, bottomRight } = CORNERS;

/** The positions of the pips of each face, in hundredths of the die. */
export const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [CENTRE],
  2: [topRight, bottomLeft],
  3: [topRight, CENTRE, bottomLeft],
  4: [topLeft, topRight, bottomLeft, bottomRight],
  5: [topLeft, topRight, CENTRE, bottomLeft, bottomRight],
  6: [topLeft, topRight, ...SIDES, bottomLeft, bottomRight],
};
