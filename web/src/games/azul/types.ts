/** Azul's JSON state and action as the board reads them, and the printed facts of its material. */

export const COLORS = ["Blue", "Yellow", "Red", "Black", "White"] as const;
export type Color = (typeof COLORS)[number];
export type Tiles = Partial<Record<Color, number>>;

export type Source = { Factory: number } | "Center";
export type Destination = { PatternLine: number } | "Floor";

export interface AzulAction {
  source: Source;
  color: Color;
  destination: Destination;
}

export interface PatternLine {
  capacity: number;
  color?: Color | null;
  count_filled?: number;
}

export interface FloorLine {
  tiles?: Color[];
  has_first_player_token?: boolean;
}

export interface Player {
  score?: number;
  pattern_lines: PatternLine[];
  wall: boolean[][];
  floor_line?: FloorLine;
}

export interface AzulState {
  state_version?: 1;
  ruleset_id: "azul_v1_2p";
  scenario_seed?: string | null;
  active_player_id: number;
  round_number?: number;
  draft_phase_progress?: "EARLY" | "MID" | "LATE" | null;
  bag: Tiles;
  lid: Tiles;
  factories: Tiles[];
  center: { tiles?: Tiles; has_first_player_token?: boolean };
  players: Player[];
  seed?: number;
  chance_counter?: number;
  game_over?: boolean | null;
  returns?: (number | null)[];
  last_events?: AzulEvent[];
  warnings?: { code: string; text: string }[];
}

export interface DraftEvent {
  type: "draft";
  player_id: number;
  source: Source;
  color: Color;
  count: number;
  destination: Destination;
  placed: number;
  to_floor: number;
  to_lid: number;
  took_token: boolean;
}

export interface TileEvent {
  type: "tile";
  player_id: number;
  row: number;
  column: number;
  color: Color;
  points: number;
  horizontal: number;
  vertical: number;
}

export interface PenaltyEvent {
  type: "penalty";
  player_id: number;
  points: number;
  tiles: number;
  token: boolean;
}

export interface BonusEvent {
  type: "bonus";
  player_id: number;
  kind: "row" | "column" | "color";
  index: number;
  points: number;
}

export interface RefillEvent {
  type: "refill";
  round_number: number;
  tiles: number;
  lid_returned: boolean;
}

export interface GameOverEvent {
  type: "game_over";
  returns: number[];
  winner: number | null;
  shared: boolean;
}

export type AzulEvent = DraftEvent | TileEvent | PenaltyEvent | BonusEvent | RefillEvent | GameOverEvent;
