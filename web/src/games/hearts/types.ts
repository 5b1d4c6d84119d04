/**
 * The JSON of Hearts as the board reads it, from the types of the engine's models.
 *
 * A position made elsewhere may leave out what the engine works out, so those fields may be absent here. In an
 * observation the cards of the other seats are numbers: how many there are.
 */
import type { HeartsOptions, HeartsState as EngineState, HeartsTrick } from "../../engine/types.gen";
import type { Card } from "./cards";

export type Phase = EngineState["phase"];
export type Direction = EngineState["pass_direction"];
/** In turn, by hand. */
export const DIRECTIONS: readonly Direction[] = ["left", "right", "across", "hold"];
export const PLAYERS = 4;

/** Cards in a seat: which, or only how many. */
export type Cards = readonly Card[] | number;

export interface PastTrick extends Pick<HeartsTrick, "leader">, Partial<Pick<HeartsTrick, "winner" | "points">> {
  cards: readonly Card[];
}

type Required = "active_player_id";
/** What the engine tells less closely than it can be told here. */
type Told = "ruleset_id" | "hands" | "passed" | "received" | "trick" | "trick_history" | "last_events" | "options";

export interface HeartsState extends Pick<EngineState, Required>, Partial<Omit<EngineState, Required | Told>> {
  ruleset_id: string;
  last_events?: readonly HeartsEvent[];
  options?: Partial<HeartsOptions>;
  hands: readonly Cards[];
  passed?: readonly Cards[];
  received?: readonly Cards[];
  /** On the table, from the leader's card on. */
  trick?: readonly Card[];
  trick_history?: readonly PastTrick[];
}

export interface PassAction {
  pass: readonly Card[];
}

export interface PlayAction {
  play: Card;
}

export type HeartsAction = PassAction | PlayAction;

export interface PassEvent {
  type: "pass";
  player_id: number;
  cards: Cards;
}

export interface PlayEvent {
  type: "play";
  player_id: number;
  card: Card;
}

export interface TrickEvent {
  type: "trick";
  player_id: number;
  leader: number;
  cards: readonly Card[];
  points: number;
}

export interface HandOverEvent {
  type: "hand_over";
  /** After the moon. */
  points: readonly number[];
  scores: readonly number[];
}

export interface GameOverEvent {
  type: "game_over";
  returns: readonly number[];
  scores: readonly number[];
  winners: readonly number[];
}

export type HeartsEvent =
  | PassEvent
  | PlayEvent
  | { type: "exchange"; pass_direction: Direction }
  | { type: "hearts_broken"; player_id: number }
  | TrickEvent
  | { type: "moon"; player_id: number }
  | HandOverEvent
  | { type: "deal"; pass_direction: Direction; hand: number }
  | GameOverEvent;

/** The first event of a type among a state's last events. */
export function eventOf<T extends HeartsEvent["type"]>(state: HeartsState, type: T): Extract<HeartsEvent, { type: T }> | null {
  const found = state.last_events?.find((event) => event.type === type);
  return (found as Extract<HeartsEvent, { type: T }> | undefined) ?? null;
}
