/** Arrow-key navigation: to the nearest box in a direction. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Direction = "left" | "right" | "up" | "down";

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** The direction of an arrow key, or undefined for any other key. */
export function direction(key: string): Direction | undefined {
  return ARROWS[key];
}

/**
 * The index of the box to move to from box `from`, or -1 when nothing lies in that direction.
 *
 * Sideways distance counts double, so that rows and columns are preferred to diagonals.
 */
export function nearest(boxes: readonly Box[], from: number, towards: Direction): number {
  const start = boxes[from];
  if (start === undefined) return -1;
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, index) => {
    const cost = index === from ? Infinity : distance(start, box, towards);
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}

function distance(a: Box, b: Box, towards: Direction): number {
  const dx = b.x + b.width / 2 - (a.x + a.width / 2);
  const dy = b.y + b.height / 2 - (a.y + a.height / 2);
  const ahead = { left: -dx, right: dx, up: -dy, down: dy }[towards];
  const aside = Math.abs(towards === "left" || towards === "right" ? dy : dx);
  return ahead > 1 ? ahead + 2 * aside : Infinity;
}

/** The next entry of a ring of keys, one step on; an end of the ring when the current key is not in it. */
export function stepIn<T>(ring: readonly T[], current: T, step: 1 | -1): T | undefined {
  const index = ring.indexOf(current);
  if (index < 0) return step > 0 ? ring[0] : ring[ring.length - 1];
  return ring[(index + step + ring.length) % ring.length];
}
