/** The chart of expected final scores: lines, the band of likely scores, and what is said of them. Pure functions. */
import type { GameState } from "../../core/session";
import type { Outlook } from "../../games/types";
import { plain } from "../../core/format";

/** The spread of a final score. */
export interface Spread {
  p10: number;
  p50: number;
  p90: number;
}

/** A player's sheet between two turns: from `index` on it stays as it is until the next one. */
export interface Sheet {
  index: number;
  /** How to ask for its spread, or null where it need not be asked. */
  outlook: Outlook | null;
  /** The final score, once the game is over. */
  final: number | null;
}

/** A point of the band. */
export interface BandPoint extends Spread {
  index: number;
  /** Sheets between the point before and this one have no spread: the edge there is a guess. */
  guessed: boolean;
}

export type Ask = (state: GameState, player: number) => Outlook | null;

/** The sheets that a player's card went through, in order. */
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

/** What tells one question for a spread from another. */
export function keyOf({ args }: Outlook): string {
  return JSON.stringify(args);
}

/** The spread of a sheet, or null while it is not known. */
export function spreadOf({ outlook, final }: Sheet, known: (key: string) => Spread | null): Spread | null {
  if (final !== null) return { p10: final, p50: final, p90: final };
  return outlook === null ? null : known(keyOf(outlook));
}

/** The band through the sheets whose spread is known. */
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

/** The sheet that holds at a position. */
export function sheetAt(sheets: readonly Sheet[], index: number): Sheet | null {
  return sheets.findLast((sheet) => sheet.index <= index) ?? null;
}

/** "Expected 251 points. As the turn began: 80% between 214 and 287". */
export function outlookText(expected: number, spread: Spread | null, over: boolean, unit: string): string {
  if (over) return `Final score ${plain(expected, 0)} ${unit}`;
  const range = spread === null ? "" : `. As the turn began: 80% between ${plain(spread.p10, 0)} and ${plain(spread.p90, 0)}`;
  return `Expected ${plain(expected, 0)} ${unit}${range}`;
}

export interface Axis {
  low: number;
  high: number;
  ticks: number[];
}

/** The least height of the chart, in points: less would make a mountain of a molehill. */
const MIN_SPAN = 40;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** The axis on which all values lie, with three to five round figures on it. */
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

/** Points as a path, "M0.5 40L1.5 38"; gaps in `values` break the line. */
export function linePath(values: readonly (number | null)[], y: (value: number) => number): string {
  let open = false;
  return values
    .map((value, index) => {
      if (value === null) {
        open = false;
        return "";
      }
      const at = `${open ? "L" : "M"}${index + 0.5} ${round(y(value))}`;
      open = true;
      return at;
    })
    .join("");
}

/** The area of the band. */
export function areaPath(band: readonly BandPoint[], y: (value: number) => number): string {
  if (band.length < 2) return "";
  const there = band.map(({ index, p90 }) => `${index + 0.5} ${round(y(p90))}`);
  const back = band.map(({ index, p10 }) => `${index + 0.5} ${round(y(p10))}`).reverse();
  return `M${[...there, ...back].join("L")}Z`;
}

/** The pieces of an edge of the band that are known, or those that are guessed. */
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
