/** The words of the position editor. */
import type { Color } from "../types";

export const EDITOR = {
  round: "Round",
  toMove: "To move",
  token: "First-player token",
  score: "Score",
  lines: "Lines: colour, tiles",
  wall: "Wall",
  emptyLine: "Empty",
  floorLine: "Floor line",
  emptyFloor: "empty",
  add: "Add",
  table: "Tiles on the factories, in the centre, in the bag and in the lid",
  place: "Place",
  all: "Total",
  inTheGame: "Total of 20",
} as const;

export const PILE_NAMES = { center: "Centre", bag: "Bag", lid: "Lid" } as const;
export const TOKEN_PLACES = { center: "Centre", nobody: "Nobody" } as const;

export const factoryName = (index: number): string => `Factory ${index + 1}`;
export const playerName = (player: number): string => `Player ${player + 1}`;
export const scoreField = (player: number): string => `${playerName(player)}: score`;
export const lineColorField = (player: number, row: number): string => `${playerName(player)}, line ${row + 1}: colour`;
export const lineTilesField = (player: number, row: number): string => `${playerName(player)}, line ${row + 1}: tiles`;
export const ofCapacity = (capacity: number): string => `of ${capacity}`;
export const wallRowGroup = (player: number, row: number): string => `${playerName(player)}, wall row ${row + 1}`;
export const wallPlace = (row: number, color: Color): string => `Wall row ${row + 1}: ${color}`;
export const floorGroup = (player: number): string => `${playerName(player)}: floor line`;
export const removeFromFloorLabel = (color: Color): string => `Remove ${color} from the floor line`;
export const addToFloorLabel = (color: Color): string => `Add ${color} to the floor line`;
export const pileField = (pile: string, color: Color): string => `${pile}: ${color}`;

/** Words that ask for the tiles dealt at a table. */
export const DEAL = {
  heading: (round: number, chosen: number, due: number): string => `Tiles of round ${round}: ${chosen} of ${due}`,
  factory: (name: string, tiles: readonly string[]): string => `${name}: ${tiles.length === 0 ? "empty" : tiles.join(", ")}`,
  tile: (color: string, letter: string): string => `${color}, key ${letter}`,
  back: "Take back",
  done: "These are dealt",
} as const;
