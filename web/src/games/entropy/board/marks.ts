/** The geometry of marked moves, in cells from the board's top left corner. */
import type { BoardMark, MarkKind } from "../../types";
import { cellIndex, sizeOf } from "../cells";
import type { Cell, EntropyAction, EntropyState } from "../types";

export interface Point {
  x: number;
  y: number;
}

/** A label, positioned by its centre. */
export interface Label extends Point {
  text: string;
}

export interface DrawnSlide {
  kind: MarkKind;
  /** The token that slides. */
  source: Point;
  start: Point;
  end: Point;
  /** The arrowhead, as the points of a triangle. */
  head: string;
  label: Label | null;
}

export interface DrawnPlace {
  kind: MarkKind;
  center: Point;
  token: Cell;
  label: Label | null;
}

export interface DrawnMarks {
  slides: DrawnSlide[];
  places: DrawnPlace[];
}

/** The distance between parallel arrows, and from a token's centre to the start of its arrow. */
const APART = 0.2;
const LEAVE = 0.42;
const HEAD = 0.24;
/** The distance of a label from the centre of a token or cell. */
const RIM = 0.42;
/** The maximum size of a label, on a small screen. */
const LABEL_HEIGHT = 0.42;
const labelWidth = (text: string): number => 0.37 + 0.12 * text.length;

/** The geometry of all marks; a pass has none on the board. */
export function drawMarks(marks: readonly BoardMark<EntropyAction>[], state: EntropyState): DrawnMarks {
  const size = sizeOf(state);
  const at = (name: string): Point | null => centerOf(name, size);
  const labels: Label[] = [];
  const slides: DrawnSlide[] = [];
  const places: DrawnPlace[] = [];
  const many = marks.filter(({ action }) => action !== "pass" && "from" in action).length;
  for (const { action, kind, label } of marks) {
    if (action === "pass") continue;
    if ("cell" in action) {
      const center = at(action.cell);
      if (center === null) continue;
      const spots = [RIM, -RIM].map((down) => ({ x: center.x, y: center.y + down }));
      places.push({ kind, center, token: state.token ?? "", label: placed(label, spots, labels, size) });
      continue;
    }
    const from = at(action.from);
    const to = at(action.to);
    if (from === null || to === null || action.from === action.to) continue;
    const aside = many > 1 ? (slides.length - (many - 1) / 2) * APART : 0;
    slides.push({ kind, ...arrow(from, to, aside), label: placed(label, alongside(from, to, aside), labels, size) });
  }
  return { slides, places };
}

function centerOf(name: string, size: number): Point | null {
  const index = cellIndex(name, size);
  return index < 0 ? null : { x: (index % size) + 0.5, y: Math.floor(index / size) + 0.5 };
}

/** An arrow from the rim of a token to the centre of a cell, shifted so that arrows on one line stay apart. */
function arrow(from: Point, to: Point, aside: number): Omit<DrawnSlide, "kind" | "label"> {
  const across = from.y === to.y;
  const shift = across ? { x: 0, y: aside } : { x: aside, y: 0 };
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const ahead = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const along = (by: number): Point => ({ x: from.x + shift.x + ahead.x * by, y: from.y + shift.y + ahead.y * by });
  const tip = along(length + 0.1);
  const neck = along(length + 0.1 - HEAD);
  const wing = { x: -ahead.y * HEAD * 0.62, y: ahead.x * HEAD * 0.62 };
  const corners = [tip, { x: neck.x + wing.x, y: neck.y + wing.y }, { x: neck.x - wing.x, y: neck.y - wing.y }];
  return { source: from, start: along(LEAVE), end: neck, head: corners.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ") };
}

/** Candidate places for an arrow's label: the middle of a long arrow, else the rim of its token, away from the arrow. */
function alongside(from: Point, to: Point, aside: number): Point[] {
  const across = from.y === to.y;
  const rims = [RIM, -RIM].map((by) => ({ x: from.x, y: from.y + by }));
  if (!across) return [{ x: from.x, y: from.y + (to.y > from.y ? -RIM : RIM) }, ...rims];
  const middle = { x: (from.x + to.x) / 2, y: from.y + aside };
  return Math.abs(to.x - from.x) >= 2 ? [middle, ...rims] : rims;
}

/** A label at the first place where it covers no other. */
function placed(text: string | undefined, spots: readonly Point[], labels: Label[], size: number): Label | null {
  if (text === undefined || text === "") return null;
  const inside = spots.map(({ x, y }): Label => ({ text, x: clamp(x, labelWidth(text) / 2, size), y: clamp(y, LABEL_HEIGHT / 2, size) }));
  const label = inside.find((spot) => labels.every((other) => !overlap(spot, other))) ?? inside[0] ?? null;
  if (label !== null) labels.push(label);
  return label;
}

function overlap(a: Label, b: Label): boolean {
  return Math.abs(a.x - b.x) < (labelWidth(a.text) + labelWidth(b.text)) / 2 && Math.abs(a.y - b.y) < LABEL_HEIGHT;
}

function clamp(value: number, margin: number, size: number): number {
  return Math.max(margin, Math.min(size - margin, value));
}
