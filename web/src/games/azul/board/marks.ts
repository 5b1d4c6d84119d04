/** The geometry of moves drawn on the board: outlines, an arrow and a label each, side by side when there are several. */
import type { MarkKind } from "../../types";
import type { Box } from "../input/keys";

export interface MarkInput {
  kind: MarkKind;
  label: string;
  from: Box;
  /** The tiles are three of a square of four: the last place is not theirs. */
  three?: boolean;
  to: Box;
}

export interface DrawnMark {
  kind: MarkKind;
  /** The frame of the tiles. */
  source: string;
  target: Box;
  /** The arrow's line. */
  path: string;
  /** The arrow's head, a triangle. */
  head: string;
  label: { text: string; x: number; y: number; width: number } | null;
}

interface Point {
  x: number;
  y: number;
}

const HEAD = 10;
const APART = 9;
const NEST = 4;
export const LABEL_HEIGHT = 18;

/**
 * Draws all marks; those that share a source or a target are drawn apart.
 *
 * @param kept the places of texts that no label may cover
 */
export function drawMarks(inputs: readonly MarkInput[], width: number, height: number, kept: readonly Box[] = []): DrawnMark[] {
  const placed = [...kept];
  return inputs.map((input, index) => {
    const earlier = inputs.slice(0, index);
    const sources = earlier.filter((other) => sameBox(other.from, input.from)).length;
    const targets = earlier.filter((other) => sameBox(other.to, input.to)).length;
    const curve = arrow(input.from, input.to, sources, targets);
    const [, , c2, end] = curve;
    const label = input.label === "" ? null : labelAt(input.label, curve, placed, width, height);
    if (label !== null) placed.push({ x: label.x, y: label.y, width: label.width, height: LABEL_HEIGHT });
    return {
      kind: input.kind,
      source: frame(grow(input.from, 3 + sources * NEST), input.three === true),
      target: grow(input.to, 1 + targets * NEST),
      path: curvePath(curve),
      head: headAt(c2, end),
      label,
    };
  });
}

/** A rounded rectangle; without its lower right quarter around three tiles of a square. */
function frame({ x, y, width, height }: Box, three: boolean): string {
  const [right, bottom, middle, across] = [x + width, y + height, y + height / 2, x + width / 2];
  const corner = three ? `V${middle - 8}q0 8-8 8H${across + 8}q-8 0-8 8` : "";
  return `M${x + 8} ${y}H${right - 8}q8 0 8 8${corner}V${bottom - 8}q0 8-8 8H${x + 8}q-8 0-8-8V${y + 8}q0-8 8-8Z`;
}

type Curve = [Point, Point, Point, Point];

/**
 * The arrow enters its line from the left, where the triangle of lines leaves space.
 *
 * It leaves the source on the right when the board is beside the table, and at the bottom when it is below.
 */
function arrow(from: Box, to: Box, sources: number, targets: number): Curve {
  const spread = (n: number) => (n === 0 ? 0 : (n % 2 === 1 ? 1 : -1) * Math.ceil(n / 2) * APART);
  const end = { x: to.x - 3 - targets * NEST, y: to.y + to.height / 2 + spread(targets) };
  const beside = to.x > from.x + from.width + 20;
  const start = beside
    ? { x: from.x + from.width + 4, y: from.y + from.height / 2 + spread(sources) }
    : { x: from.x + from.width / 2 + spread(sources), y: from.y + from.height + 4 };
  const reach = Math.min(90, Math.max(16, 0.35 * Math.hypot(end.x - start.x, end.y - start.y)));
  const c1 = beside ? { x: start.x + reach, y: start.y } : { x: start.x, y: start.y + reach };
  const c2 = { x: Math.max(0, end.x - Math.max(24, reach)), y: end.y };
  return [start, c1, c2, end];
}

function curvePath([start, c1, c2, end]: Curve): string {
  const stop = { x: end.x - HEAD * 0.7, y: end.y };
  return `M${xy(start)}C${xy(c1)} ${xy({ x: Math.min(c2.x, stop.x - 4), y: c2.y })} ${xy(stop)}`;
}

function headAt(before: Point, end: Point): string {
  const back = before.x < end.x ? -HEAD : HEAD;
  return `M${xy(end)}l${back} ${-HEAD * 0.6}v${HEAD * 1.2}Z`;
}

function xy({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** The point of a cubic Bézier curve at `t` from 0 to 1. */
export function pointAt([a, b, c, d]: Curve, t: number): Point {
  const s = 1 - t;
  const mix = (axis: "x" | "y") => s ** 3 * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t ** 3 * d[axis];
  return { x: mix("x"), y: mix("y") };
}

/** The middle of the arrow, or further along it where earlier labels are in the way. */
function labelAt(
  text: string,
  curve: Curve,
  placed: readonly Box[],
  width: number,
  height: number,
): { text: string; x: number; y: number; width: number } {
  const size = Math.round(text.length * 6.6 + 14);
  const boxAt = (t: number): Box => {
    const { x, y } = pointAt(curve, t);
    return {
      x: clamp(x - size / 2, 2, width - size - 2),
      y: clamp(y - LABEL_HEIGHT / 2, 2, height - LABEL_HEIGHT - 2),
      width: size,
      height: LABEL_HEIGHT,
    };
  };
  const tries = [0.5, 0.36, 0.64, 0.24, 0.76].map(boxAt);
  const box = tries.find((each) => placed.every((other) => !overlap(each, other))) ?? (tries[0] as Box);
  return { text, x: box.x, y: box.y, width: size };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(Math.max(low, high), value));
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function sameBox(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;
}

function grow(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}
