/** The geometry of the chart of expected final scores: lines, the band of likely scores, the axis. Pure functions. */
import type { GameState } from "../../core/session";
import type { Outlook } from "../../games/types";

/** Percentiles of a final score. */
export interface Spread {
  p10: number;
  p50: number;
  p90: number;
}

/** A player's score sheet between two turns: it holds from position `index` up to the next sheet. */
export interface Sheet {
  index: number;
  /** The query for its spread, or null if none is needed. */
  outlook: Outlook | null;
  /** The final score, once the game is over. */
  final: number | null;
}

/** A point of the band. */
export interface BandPoint extends Spread {
  index: number;
  /** Sheets between the previous point and this one have no spread, so the edge between them is interpolated. */
  guessed: boolean;
}

/** The query for the final score of a player in a position, or null if none is needed. */
export type Ask = (state: GameState, player: number) => Outlook | null;

/** The sheets of a player in the course of a game, in order. */
export function sheetsOf(states: readonly GameState[], player: number, ask: Ask): Sheet[] {
  const sheets: Sheet[] = [];
  let last = "";
  states.forEach((state, index) => {
    const final = state.game_over === true ? (state.returns?.[player] ?? null) : null;
    const outlook = final === null ? ask(state, player) : null;
    if (outlook === null && final === null) return;
    const key = outlook === null ? "over" : keyOf(outlook);
    if (key !== last) sheets.push({ index, outlook, final });
    last = key;
  });
  return sheets;
}

/** A key that identifies a query for a spread. */
export function keyOf({ args }: Outlook): string {
  return JSON.stringify(args);
}

/** The spread of a sheet, or null while unknown. */
export function spreadOf({ outlook, final }: Sheet, known: (key: string) => Spread | null): Spread | null {
  if (final !== null) return { p10: final, p50: final, p90: final };
  return outlook === null ? null : known(keyOf(outlook));
}

/** The points of the band: the sheets whose spread is known. */
export function bandOf(sheets: readonly Sheet[], known: (key: string) => Spread | null): BandPoint[] {
  const points: BandPoint[] = [];
  let guessed = false;
  for (const sheet of sheets) {
    const spread = spreadOf(sheet, known);
    if (spread !== null) points.push({ ...spread, index: sheet.index, guessed });
    guessed = spread === null;
  }
  return points;
}

/** The sheet that holds at a position, or null. */
export function sheetAt(sheets: readonly Sheet[], index: number): Sheet | null {
  return sheets.findLast((sheet) => sheet.index <= index) ?? null;
}

export interface Axis {
  low: number;
  high: number;
  ticks: number[];
}

/** The least range of the axis, in points: a smaller one would exaggerate small changes. */
const MIN_SPAN = 40;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** An axis that contains all values, with a few ticks at round numbers. */
export function axisOf(values: readonly number[]): Axis {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const spare = Math.max(0, MIN_SPAN - (most - least)) / 2;
  const span = most - least + 2 * spare;
  const step = STEPS.find((size) => span / size <= 4) ?? 1000;
  const low = Math.floor((least - spare) / step) * step;
  const high = Math.ceil((most + spare) / step) * step;
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => low + index * step);
  return { low, high, ticks };
}

/** The values as an SVG path, "M0.5 40L1.5 38"; nulls break the line. */
export function linePath(values: readonly (number | null)[], y: (value: number) => number): string {
  let open = false;
  return values
    .map((value, index) => {
      if (value === null) {
        open = false;
        return "";
      }
      const point = `${open ? "L" : "M"}${index + 0.5} ${round(y(value))}`;
      open = true;
      return point;
    })
    .join("");
}

/** The area of the band as an SVG path. */
export function areaPath(band: readonly BandPoint[], y: (value: number) => number): string {
  if (band.length < 2) return "";
  const there = band.map(({ index, p90 }) => `${index + 0.5} ${round(y(p90))}`);
  const back = band.map(({ index, p10 }) => `${index + 0.5} ${round(y(p10))}`).reverse();
  return `M${[...there, ...back].join("L")}Z`;
}

/** The segments of an edge of the band that are known, or those that are interpolated, as an SVG path. */
export function edgePath(band: readonly BandPoint[], part: keyof Spread, guessed: boolean, y: (value: number) => number): string {
  return band
    .slice(1)
    .map((point, before) => {
      const from = band[before];
      if (from === undefined || point.guessed !== guessed) return "";
      return `M${from.index + 0.5} ${round(y(from[part]))}L${point.index + 0.5} ${round(y(point[part]))}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
