/**
 * The visible part of a position, as seen from a seat.
 *
 * A stored position is whole: it holds all four hands. The board is drawn only from what these functions return,
 * so that hidden cards are nowhere on the page.
 */
import type { Card } from "./cards";
import { giverOf } from "./seats";
import { eventOf, PLAYERS } from "./types";
import type { Cards, Direction, HeartsState, PastTrick, Phase } from "./types";

/** A card on the table and its player. */
export interface Laid {
  player: number;
  card: Card;
}

export interface Trick {
  leader: number;
  laid: Laid[];
  /** The player who took it; null while it is being played. */
  winner: number | null;
  points: number;
}

/** How a hand ended. */
export interface HandEnd {
  /** Its number, from 1. */
  hand: number;
  points: readonly number[];
  scores: readonly number[];
  /** The player who shot the moon, if somebody did. */
  moon: number | null;
}

export function phaseOf(state: HeartsState): Phase {
  if (state.game_over === true) return "done";
  return state.phase ?? "play";
}

export function directionOf(state: HeartsState): Direction {
  return state.pass_direction ?? "hold";
}

/** The number of the hand, from 1. */
export function handNumber(state: HeartsState): number {
  return state.chance_counter ?? 1;
}

/** The number of cards. */
export function countOf(cards: Cards | undefined): number {
  return typeof cards === "number" ? cards : (cards?.length ?? 0);
}

/** The cards themselves, or null when only their number is known. */
export function listOf(cards: Cards | undefined): readonly Card[] | null {
  return typeof cards === "number" || cards === undefined ? null : cards;
}

/** A player's hand if it may be seen from `perspective`, else null. */
export function visibleHand(state: HeartsState, player: number, perspective: number, reveal: boolean): readonly Card[] | null {
  return player === perspective || reveal ? listOf(state.hands[player]) : null;
}

/** The cards that a player has passed but still holds: the exchange happens once all four have passed. */
export function pendingPass(state: HeartsState, player: number): ReadonlySet<Card> {
  return new Set(phaseOf(state) === "pass" ? (listOf(state.passed?.[player]) ?? []) : []);
}

/** The cards that a player received, until the player's first play, and who passed them. */
export function freshlyReceived(state: HeartsState, player: number): { cards: ReadonlySet<Card>; from: number } {
  const from = giverOf(player, directionOf(state));
  const fresh = phaseOf(state) === "play" && !hasPlayed(state, player);
  return { cards: new Set(fresh ? (listOf(state.received?.[player]) ?? []) : []), from };
}

/** Whether a player has played a card in this hand. */
function hasPlayed(state: HeartsState, player: number): boolean {
  if ((state.trick_history?.length ?? 0) > 0) return true;
  return laidOf(state.leader ?? 0, state.trick ?? []).some((laid) => laid.player === player);
}

/** Whether a player has made a move since the deal. */
export function hasActed(state: HeartsState, player: number): boolean {
  return countOf(state.passed?.[player]) > 0 || hasPlayed(state, player);
}

function laidOf(leader: number, cards: readonly Card[]): Laid[] {
  return cards.map((card, at) => ({ player: (leader + at) % PLAYERS, card }));
}

function pastTrick({ leader, cards, winner, points }: PastTrick): Trick {
  return { leader, laid: laidOf(leader, cards), winner: winner ?? null, points: points ?? 0 };
}

/** The trick that the last move completed, or null. */
export function completedTrick(state: HeartsState): Trick | null {
  const event = eventOf(state, "trick");
  return event === null ? null : pastTrick({ ...event, winner: event.player_id });
}

/** The trick on the table: the one being played, or the one just completed. */
export function tableTrick(state: HeartsState): Trick | null {
  const cards = state.trick ?? [];
  if (cards.length > 0) return pastTrick({ leader: state.leader ?? 0, cards });
  return completedTrick(state);
}

/** The last completed trick, of this hand or of the one that has just ended. */
export function lastTrick(state: HeartsState): Trick | null {
  const past = state.trick_history?.at(-1);
  return past === undefined ? completedTrick(state) : pastTrick(past);
}

/** The end of the hand, if the last move ended one; else null. */
export function handEnd(state: HeartsState): HandEnd | null {
  const over = eventOf(state, "hand_over");
  if (over === null) return null;
  const dealt = eventOf(state, "deal") !== null;
  const moon = eventOf(state, "moon")?.player_id ?? null;
  return { hand: handNumber(state) - (dealt ? 1 : 0), points: over.points, scores: over.scores, moon };
}

/** A player's points of the hand; at the end of the game those that were scored, so that a moon counts as it does. */
export function pointsOf(state: HeartsState, player: number): number {
  return (state.game_over === true ? handEnd(state)?.points[player] : undefined) ?? state.points?.[player] ?? 0;
}

/** The player whose view a position is (the others' cards are only counted); null for a whole position. */
export function viewerOf({ hands }: HeartsState): number | null {
  const seen = hands.flatMap((hand, player) => (typeof hand === "number" ? [] : [player]));
  return seen.length === 1 ? (seen[0] ?? null) : null;
}
