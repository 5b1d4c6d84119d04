/**
 * Azul's JSON as the board reads it, derived from the types of the engine's models.
 *
 * Fields that the engine would fill in are optional here, because positions made elsewhere may leave them out.
 */
import type {
  AzulAction as EngineAction,
  AzulCenter,
  AzulFloorLine,
  AzulPatternLine,
  AzulPlayer,
  AzulState as EngineState,
} from "../../engine/types.gen";

export type AzulAction = EngineAction;
export type Color = AzulAction["color"];
export type Source = AzulAction["source"];
export type Destination = AzulAction["destination"];
export type Tiles = EngineState["bag"];

/** In the engine's order, which is also that of the wall's first row. */
export const COLORS: readonly Color[] = ["Blue", "Yellow", "Red", "Black", "White"];

type MayLack<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

export type PatternLine = MayLack<AzulPatternLine, "color" | "count_filled">;
export type FloorLine = Partial<AzulFloorLine>;

export interface Player extends Pick<AzulPlayer, "wall"> {
  score?: number;
  pattern_lines: PatternLine[];
  floor_line?: FloorLine;
}

type Required = "ruleset_id" | "active_player_id" | "bag" | "lid" | "factories";

export interface AzulState
  extends Pick<EngineState, Required>, Partial<Omit<EngineState, Required | "center" | "players" | "last_events">> {
  center: Partial<AzulCenter>;
  players: Player[];
  last_events?: AzulEvent[];
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
