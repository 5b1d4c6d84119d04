/**
 * Yatzy's JSON as the board reads it, based on the types of the engine's models.
 *
 * Imported positions may lack derived fields, so these are optional here.
 */
import type {
  YatzyAction as EngineAction,
  YatzyEnter,
  YatzyKeep,
  YatzyOptions,
  YatzyPlayer,
  YatzyScore,
  YatzyState as EngineState,
} from "../../engine/types.gen";

export type YatzyAction = EngineAction;
export type Keep = YatzyKeep;
export type Enter = YatzyEnter;
export type Score = YatzyScore;
export type Category = YatzyScore["score"];
export type Points = EngineState["points"];
/** The die at a place on the table; null while it is still to be thrown or entered. */
export type Die = number | null;

export interface Player extends Partial<Omit<YatzyPlayer, "scores">> {
  scores: Points;
}

type Derived = "state_version" | "seed" | "chance_counter" | "game_over" | "returns" | "warnings" | "points";

export interface YatzyState
  extends Omit<EngineState, Derived | "options" | "players" | "last_events">, Partial<Pick<EngineState, Derived>> {
  options?: Partial<YatzyOptions>;
  players: Player[];
  last_events?: YatzyEvent[];
}

export interface KeepEvent {
  type: "keep";
  player_id: number;
  keep: boolean[];
  /** Before the throw. */
  dice: Die[];
}

export interface ThrowEvent {
  type: "throw";
  player_id: number;
  dice: number[];
  thrown: boolean[];
  rolls_left: number;
}

export interface ScoreEvent {
  type: "score";
  player_id: number;
  category: Category;
  points: number;
}

export interface BonusEvent {
  type: "bonus";
  player_id: number;
  points: number;
}

export interface EnterEvent {
  type: "enter";
  player_id: number;
  dice: number[];
  rolls_left: number;
}

export interface TurnEvent {
  type: "turn";
  player_id: number;
  turn: number;
}

export interface GameOverEvent {
  type: "game_over";
  returns: number[];
  winner: number | null;
  shared: boolean;
}

export type YatzyEvent = KeepEvent | ThrowEvent | ScoreEvent | BonusEvent | EnterEvent | TurnEvent | GameOverEvent;
