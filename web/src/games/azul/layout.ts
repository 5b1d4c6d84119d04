/** Where pieces are drawn: places on factories, wall and floor line, and the names that find them in the page. */
import { COLORS } from "./types";
import type { AzulAction, AzulState, Color, Destination, FloorLine, PatternLine, Source, Tiles } from "./types";

/** "F0" to "F4" or "C": the value of `data-source`. */
export type SourceKey = string;
/** "0" to "4" or "floor": the value of `data-dest`. */
export type DestKey = string;

/** Tiles of one colour in one source. */
export interface Choice {
  source: SourceKey;
  color: Color;
}

export const FLOOR_PENALTIES: readonly number[] = [-1, -1, -2, -2, -2, -3, -3];
export const DEST_KEYS: readonly DestKey[] = ["0", "1", "2", "3", "4", "floor"];

export function sourceKey(source: Source): SourceKey {
  return source === "Center" ? "C" : `F${source.Factory}`;
}

export function destKey(destination: Destination): DestKey {
  return destination === "Floor" ? "floor" : String(destination.PatternLine);
}

/** The colour printed on a place of the wall: each row is the one above, shifted one place to the right. */
export function wallColor(row: number, column: number): Color {
  return COLORS[(column - row + 5) % 5] as Color;
}

/** The column of a colour in a wall row. */
export function wallColumn(row: number, color: Color): number {
  return (COLORS.indexOf(color) + row) % 5;
}

export function tileCount(tiles: Tiles | undefined): number {
  return COLORS.reduce((sum, color) => sum + (tiles?.[color] ?? 0), 0);
}

export interface Group {
  color: Color;
  count: number;
}

/** The colours present, in the fixed order of colours. */
export function groups(tiles: Tiles | undefined): Group[] {
  return COLORS.flatMap((color) => {
    const count = tiles?.[color] ?? 0;
    return count > 0 ? [{ color, count }] : [];
  });
}

export interface PlacedGroup extends Group {
  /** Places in a 2 x 2 square: 0 1 above 2 3. */
  places: number[];
}

/**
 * The tiles of a factory on a 2 x 2 square, equal colours side by side.
 *
 * The largest group comes first, so that a pair fills a row and never lies across a diagonal.
 */
export function factoryPlaces(tiles: Tiles | undefined): PlacedGroup[] {
  let next = 0;
  return groups(tiles)
    .sort((a, b) => b.count - a.count)
    .map((group) => ({ ...group, places: Array.from({ length: group.count }, () => next++) }));
}

export type FloorSlot = Color | "token" | null;

/**
 * The contents of the seven places of a floor line.
 *
 * The state does not record where among the tiles the token lies, so it is drawn first. When seven tiles leave no
 * place for it, it is drawn beside the line (see `tokenBeside`).
 */
export function floorSlots(floor: FloorLine | undefined): FloorSlot[] {
  const tiles = floor?.tiles ?? [];
  const lying: FloorSlot[] = [...tiles];
  if (floor?.has_first_player_token && tiles.length < FLOOR_PENALTIES.length) lying.unshift("token");
  return FLOOR_PENALTIES.map((_, index) => lying[index] ?? null);
}

/** Whether the token lies beside a full floor line. */
export function tokenBeside(floor: FloorLine | undefined): boolean {
  return (floor?.has_first_player_token ?? false) && (floor?.tiles?.length ?? 0) >= FLOOR_PENALTIES.length;
}

export interface Preview {
  row: number | null;
  /** Number of tiles drawn on the line, after those it holds. */
  onLine: number;
  /** Pieces drawn on the free places of the floor line, in this order. */
  onFloor: FloorSlot[];
}

/** Where the tiles of a move would be drawn: the free places of its line, then those of the floor. */
export function previewOf(state: AzulState, action: AzulAction): Preview {
  const player = state.players[state.active_player_id];
  const count = countAt(state, sourceKey(action.source), action.color);
  const row = action.destination === "Floor" ? null : action.destination.PatternLine;
  const line = row === null ? undefined : player?.pattern_lines[row];
  const onLine = line ? Math.min(count, freePlaces(line)) : 0;
  const token = action.source === "Center" && (state.center.has_first_player_token ?? false);
  const falling: FloorSlot[] = Array.from({ length: count - onLine }, () => action.color);
  if (token) falling.unshift("token");
  const free = floorSlots(player?.floor_line).filter((slot) => slot === null).length;
  return { row, onLine, onFloor: falling.slice(0, free) };
}

function freePlaces(line: PatternLine): number {
  return line.capacity - (line.count_filled ?? 0);
}

/** The tiles of a source. */
export function tilesAt(state: AzulState, source: SourceKey): Tiles {
  if (source === "C") return state.center.tiles ?? {};
  return state.factories[Number(source.slice(1))] ?? {};
}

export function countAt(state: AzulState, source: SourceKey, color: Color): number {
  return tilesAt(state, source)[color] ?? 0;
}

/** Number of tiles in a position, wherever they lie. */
export function totalTiles(state: AzulState): number {
  return COLORS.reduce((sum, color) => sum + colorTotal(state, color), 0);
}

/** Number of tiles of one colour in a position. */
export function colorTotal(state: AzulState, color: Color): number {
  const piles = [state.bag, state.lid, state.center.tiles, ...state.factories];
  let total = piles.reduce((sum, pile) => sum + (pile?.[color] ?? 0), 0);
  for (const player of state.players) {
    for (const line of player.pattern_lines) if (line.color === color) total += line.count_filled ?? 0;
    player.wall.forEach((cells, row) => {
      if (cells[wallColumn(row, color)]) total += 1;
    });
    total += (player.floor_line?.tiles ?? []).filter((tile) => tile === color).length;
  }
  return total;
}

/** Names of places on the page: the values of `data-anchor`. */
export const anchor = {
  source: (source: SourceKey, color: Color, index: number) => `${source}:${color}:${index}`,
  line: (player: number, row: number, index: number) => `line:${player}:${row}:${index}`,
  wall: (player: number, row: number, column: number) => `wall:${player}:${row}:${column}`,
  floor: (player: number, slot: number) => `floor:${player}:${slot}`,
  floorEnd: (player: number) => `floor:${player}:end`,
  score: (player: number) => `score:${player}`,
  token: "C:token",
  center: "C",
  bag: "bag",
  lid: "lid",
} as const;
