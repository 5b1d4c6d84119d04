/**
 * Entropy's JSON as the board reads it.
 *
 * A position made elsewhere may leave out what the engine works out, so those fields may be absent here.
 */

/** In the order of the engine; the small board has the first five. */
export const COLORS = ["R", "G", "Y", "B", "W", "K", "P"] as const;
export type Color = (typeof COLORS)[number];
/** What lies on a cell: "" when nothing does. */
export type Cell = Color | "";

export const ORDER = 0;
export const CHAOS = 1;

/** Order moves a token along a row or column. */
export interface Slide {
  from: string;
  to: string;
}

/** Chaos puts the drawn token on a cell. */
export interface Place {
  cell: string;
}

export type EntropyAction = Slide | Place | "pass";

/** What a row or column scores: its palindromes as first place, last place (from 0, both included) and points. */
export interface LineScore {
  code: string;
  score: number;
  palindromes: [first: number, last: number, points: number][];
}

export interface EntropyState {
  state_version?: number;
  ruleset_id: string;
  active_player_id: number;
  seed?: number;
  chance_counter?: number;
  game_over?: boolean;
  returns?: (number | null)[];
  last_events?: EntropyEvent[];
  warnings?: string[];
  size?: number;
  next_token_known?: boolean;
  /** Row by row from the top left. */
  board: Cell[];
  turn?: "order" | "chaos";
  score?: number;
  /** The drawn token, on Chaos's turn. */
  token?: Color | null;
  /** The one drawn after it, when it may be seen. */
  next_token?: Color | null;
  /** What is still to be drawn, without the two above. */
  bag?: Partial<Record<Color, number>>;
  /** The rows from the top, then the columns from the left. */
  lines?: LineScore[];
  /** What each of these lines is worth if Order only passes and Chaos places at random. */
  expected?: number[];
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
