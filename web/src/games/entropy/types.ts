/**
 * Entropy's JSON as the board reads it, based on the types of the engine's models.
 *
 * Imported positions may lack derived fields, so these are optional here.
 */
import type { EntropyAction as EngineAction, EntropyLine, EntropySlide, EntropyState as EngineState } from "../../engine/types.gen";

export type EntropyAction = EngineAction;
export type Slide = EntropySlide;
export type Color = NonNullable<EngineState["token"]>;
/** The content of a cell; "" if it is empty. */
export type Cell = EngineState["board"][number];

/** In the engine's order; the small board has the first five. */
export const COLORS: readonly Color[] = ["R", "G", "Y", "B", "W", "K", "P"];

export const ORDER = 0;
export const CHAOS = 1;

/** First and last position in the line, from 0, both inclusive, and points. */
export type Scored = [first: number, last: number, points: number];

export interface Line extends Omit<EntropyLine, "palindromes"> {
  palindromes: Scored[];
}

type Required = "ruleset_id" | "active_player_id" | "board";

export interface EntropyState extends Pick<EngineState, Required>, Partial<Omit<EngineState, Required | "lines" | "last_events">> {
  /** The rows from the top, then the columns from the left. */
  lines?: Line[];
  last_events?: EntropyEvent[];
}

export interface PlaceEvent {
  type: "place";
  player_id: number;
  cell: string;
  token: Color;
}

export interface SlideEvent {
  type: "slide";
  player_id: number;
  from: string;
  to: string;
  token: Color;
}

export interface PassEvent {
  type: "pass";
  player_id: number;
}

export interface ScoreEvent {
  type: "score";
  change: number;
  score: number;
}

export interface DrawEvent {
  type: "draw";
  player_id: number;
  token: Color;
}

export interface GameOverEvent {
  type: "game_over";
  returns: number[];
  score: number;
}

export type EntropyEvent = PlaceEvent | SlideEvent | PassEvent | ScoreEvent | DrawEvent | GameOverEvent;
