/**
 * The JSON of Hearts as the board reads it.
 *
 * A position made elsewhere may leave out what the engine works out, so those fields may be absent here. In an
 * observation the cards of the other seats are numbers: how many there are.
 */
import type { Card } from "./cards";

export type Phase = "pass" | "play" | "done";
export const DIRECTIONS = ["left", "right", "across", "hold"] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const PLAYERS = 4;

/** Cards in a seat: which, or only how many. */
export type Cards = readonly Card[] | number;

export interface PastTrick {
  leader: number;
  cards: readonly Card[];
  winner?: number;
  points?: number;
}

export interface HeartsState {
  state_version?: number;
  ruleset_id: string;
  active_player_id: number;
  seed?: number | null;
  /** Deals so far: the number of the hand, from 1. */
  chance_counter?: number;
  game_over?: boolean;
  returns?: readonly (number | null)[];
  last_events?: readonly HeartsEvent[];
  warnings?: readonly unknown[];
  options?: Readonly<Record<string, boolean | number>>;
  phase?: Phase;
  pass_direction?: Direction;
  hands: readonly Cards[];
  passed?: readonly Cards[];
  received?: readonly Cards[];
  leader?: number | null;
  /** On the table, from the leader's card on. */
  trick?: readonly Card[];
  trick_history?: readonly PastTrick[];
  hearts_broken?: boolean;
  points?: readonly number[];
  scores?: readonly number[];
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
