/**
 * The JSON of Hearts as the board reads it, based on the types of the engine's models.
 *
 * An edited or imported position may leave out derived fields, so they are optional here. In an observation, the
 * cards of the other seats are numbers of cards.
 */
import type { HeartsOptions, HeartsState as EngineState, HeartsTrick } from "../../engine/types.gen";
import type { Card, Suit } from "./cards";

export type Phase = EngineState["phase"];
export type Direction = EngineState["pass_direction"];
/** In the order in which hands cycle through them. */
export const DIRECTIONS: readonly Direction[] = ["left", "right", "across", "hold"];
export const PLAYERS = 4;

/** A list of cards, or only their number. */
export type Cards = readonly Card[] | number;

export interface PastTrick extends Pick<HeartsTrick, "leader">, Partial<Pick<HeartsTrick, "winner" | "points">> {
  cards: readonly Card[];
}

type Required = "active_player_id";
/** Fields with more precise types here than in the generated ones. */
type Refined = "ruleset_id" | "hands" | "passed" | "received" | "trick" | "trick_history" | "last_events" | "options";

export interface HeartsState extends Pick<EngineState, Required>, Partial<Omit<EngineState, Required | Refined>> {
  ruleset_id: string;
  last_events?: readonly HeartsEvent[];
  options?: Partial<HeartsOptions>;
  hands: readonly Cards[];
  passed?: readonly Cards[];
  received?: readonly Cards[];
  /** The cards on the table, in the order played. */
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
  /** Points of the hand, after the moon. */
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

/** What a seat can know about the cards it has not seen: the answer of the query "beliefs". Lists are by seat. */
export interface Beliefs {
  playerId: number;
  unseen: readonly Card[];
  /** Number of cards held. */
  counts: readonly number[];
  /** Suits known to be void. */
  voids: readonly (readonly Suit[])[];
  /** Number of unseen cards. */
  out: Readonly<Record<Suit, number>>;
  /** Chances of holding each unseen card. */
  probabilities: Readonly<Partial<Record<Card, readonly number[]>>>;
  /** Chances of holding the queen of spades; null once she has been seen. */
  queen: readonly number[] | null;
}

/** The first event of a type among a state's last events. */
export function eventOf<T extends HeartsEvent["type"]>(state: HeartsState, type: T): Extract<HeartsEvent, { type: T }> | null {
  const found = state.last_events?.find((event) => event.type === type);
  return (found as Extract<HeartsEvent, { type: T }> | undefined) ?? null;
}
