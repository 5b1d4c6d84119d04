/** Edits to a position. Nothing is validated here: the engine reports what is wrong with the result. */
import type { AzulState, Color, PatternLine, Player, Tiles } from "../types";
import { factoryName, PILE_NAMES } from "../words/editor";

/** A pile of counted tiles, as a path into the state. */
export type PilePath = "bag" | "lid" | "center.tiles" | `factories.${number}`;

export const PILES: readonly { path: PilePath; name: string }[] = [
  ...[0, 1, 2, 3, 4].map((index) => ({ path: `factories.${index}` as const, name: factoryName(index) })),
  { path: "center.tiles", name: PILE_NAMES.center },
  { path: "bag", name: PILE_NAMES.bag },
  { path: "lid", name: PILE_NAMES.lid },
];

export type TokenPlace = "center" | "0" | "1" | "none";

/** The edited position, without what the engine said about the previous one (events, result, warnings). */
function changed(state: AzulState, patch: Partial<AzulState>): AzulState {
  const { game_over: _over, returns: _returns, warnings: _warnings, last_events: _events, draft_phase_progress: _phase, ...kept } = state;
  return { ...kept, ...patch };
}

export function pileAt(state: AzulState, path: PilePath): Tiles {
  if (path === "bag" || path === "lid") return state[path];
  if (path === "center.tiles") return state.center.tiles ?? {};
  return state.factories[Number(path.slice("factories.".length))] ?? {};
}

/** Sets how many tiles of a colour are in a pile; a count of 0 removes the colour. */
export function setCount(state: AzulState, path: PilePath, color: Color, count: number): AzulState {
  const { [color]: _old, ...rest } = pileAt(state, path);
  const tiles: Tiles = count > 0 ? { ...rest, [color]: count } : rest;
  if (path === "bag") return changed(state, { bag: tiles });
  if (path === "lid") return changed(state, { lid: tiles });
  if (path === "center.tiles") return changed(state, { center: { ...state.center, tiles } });
  const index = Number(path.slice("factories.".length));
  return changed(state, { factories: state.factories.map((old, at) => (at === index ? tiles : old)) });
}

function setPlayer(state: AzulState, index: number, patch: Partial<Player>): AzulState {
  return changed(state, { players: state.players.map((player, at) => (at === index ? { ...player, ...patch } : player)) });
}

export function setScore(state: AzulState, player: number, score: number): AzulState {
  return setPlayer(state, player, { score });
}

/** Sets a line's tiles; a line without tiles has no colour. */
export function setLine(state: AzulState, player: number, row: number, color: Color | null, count: number): AzulState {
  const lines = state.players[player]?.pattern_lines ?? [];
  const filled = color === null ? 0 : count;
  const next = (line: PatternLine): PatternLine => ({ ...line, color: filled > 0 ? color : null, count_filled: filled });
  return setPlayer(state, player, { pattern_lines: lines.map((line, at) => (at === row ? next(line) : line)) });
}

export function toggleWall(state: AzulState, player: number, row: number, column: number): AzulState {
  const wall = state.players[player]?.wall ?? [];
  const flip = (cells: boolean[]) => cells.map((cell, at) => (at === column ? !cell : cell));
  return setPlayer(state, player, { wall: wall.map((cells, at) => (at === row ? flip(cells) : cells)) });
}

export function addToFloor(state: AzulState, player: number, color: Color): AzulState {
  const floor = state.players[player]?.floor_line;
  return setPlayer(state, player, { floor_line: { ...floor, tiles: [...(floor?.tiles ?? []), color] } });
}

export function removeFromFloor(state: AzulState, player: number, index: number): AzulState {
  const floor = state.players[player]?.floor_line;
  return setPlayer(state, player, { floor_line: { ...floor, tiles: (floor?.tiles ?? []).filter((_, at) => at !== index) } });
}

/** Where the first-player token lies. */
export function tokenPlace(state: AzulState): TokenPlace {
  if (state.center.has_first_player_token) return "center";
  const owner = state.players.findIndex((player) => player.floor_line?.has_first_player_token);
  return owner < 0 ? "none" : (String(owner) as TokenPlace);
}

export function setToken(state: AzulState, place: TokenPlace): AzulState {
  const players = state.players.map((player, index) => ({
    ...player,
    floor_line: { ...player.floor_line, has_first_player_token: place === String(index) },
  }));
  return changed(state, { players, center: { ...state.center, has_first_player_token: place === "center" } });
}

export function setActive(state: AzulState, player: number): AzulState {
  return changed(state, { active_player_id: player });
}

export function setRound(state: AzulState, round: number): AzulState {
  return changed(state, { round_number: round });
}

/** A typed count, or undefined when it is not a whole number from 0 to `max`. */
export function readCount(text: string, max: number): number | undefined {
  const value = Number(text);
  return /^\d{1,4}$/.test(text.trim()) && value <= max ? value : undefined;
}
