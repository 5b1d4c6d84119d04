/** Positions for the tests of the board. */
import { DECK, sorted } from "./cards";
import type { Card } from "./cards";
import type { HeartsAction, HeartsEvent, HeartsState } from "./types";

/** Cards from a text: "2C QS AH". */
export function cards(text: string): Card[] {
  return text.split(" ").filter((each) => each !== "") as Card[];
}

/** A deal of the sorted deck, one card at a time, so that player 0 holds the 2 of clubs. */
export function deal(): Card[][] {
  return [0, 1, 2, 3].map((player) => DECK.filter((_, at) => at % 4 === player));
}

export const NAMES = ["You", "Left", "Across", "Right"];

/** The first hand before any pass; player 0 is to choose. */
export function passState(patch: Partial<HeartsState> = {}): HeartsState {
  return {
    state_version: 1,
    ruleset_id: "hearts_v1",
    active_player_id: 0,
    seed: 5,
    chance_counter: 1,
    game_over: false,
    returns: [null, null, null, null],
    last_events: [],
    warnings: [],
    options: { queen_breaks_hearts: true, jack_of_diamonds: false, moon_subtracts: false, first_lead_any_club: false, points_to_end: 100 },
    phase: "pass",
    pass_direction: "left",
    hands: deal(),
    passed: [[], [], [], []],
    received: [[], [], [], []],
    leader: null,
    trick: [],
    trick_history: [],
    hearts_broken: false,
    points: [0, 0, 0, 0],
    scores: [0, 0, 0, 0],
    ...patch,
  };
}

export const MINE = cards("2C 5C AC JD QS 3H KH");
const THEIRS = [MINE, cards("3C 6C TC 4D 9S AH 7H"), cards("4C 7C KC 5D TS 2H 8H"), cards("8C 9C QC 6D JS 4H 9H")];

/** Late in the first hand: Right has led the 8 of clubs, player 0 is to play, with seven cards. */
export function playState(patch: Partial<HeartsState> = {}): HeartsState {
  return passState({
    phase: "play",
    active_player_id: 0,
    leader: 3,
    trick: ["8C"],
    hands: THEIRS.map((hand, player) => (player === 3 ? hand.filter((card) => card !== "8C") : hand)),
    passed: [cards("AS KS QD"), cards("2D 3D 7D"), cards("2S 3S 4S"), cards("KH 3H QS")],
    received: [cards("KH 3H QS"), cards("AS KS QD"), cards("2D 3D 7D"), cards("2S 3S 4S")],
    trick_history: [{ leader: 0, cards: cards("JC QD KD AD") as never, winner: 3, points: 0 }],
    points: [0, 5, 0, 0],
    scores: [10, 43, 26, 25],
    ...patch,
  });
}

/** Clubs must be followed in `playState`. */
export const PLAYS: HeartsAction[] = [{ play: "2C" }, { play: "5C" }, { play: "AC" }];

/** Every triple of a hand. */
export function triples(hand: readonly Card[]): HeartsAction[] {
  return hand.flatMap((a, i) => hand.slice(i + 1).flatMap((b, j) => hand.slice(i + j + 2).map((c) => ({ pass: [a, b, c] }))));
}

/** The position after the active player's card, with the fields that a board reads. */
export function afterPlay(state: HeartsState, card: Card, patch: Partial<HeartsState> = {}): HeartsState {
  const player = state.active_player_id;
  return {
    ...state,
    hands: state.hands.map((hand, at) => (at === player && typeof hand !== "number" ? hand.filter((each) => each !== card) : hand)),
    trick: [...(state.trick ?? []), card],
    active_player_id: (player + 1) % 4,
    last_events: [{ type: "play", player_id: player, card }],
    ...patch,
  };
}

/** The position after a hand with 3, 23, 0 and 0 points, with the next hand dealt. */
export function handOver(events: readonly HeartsEvent[] = []): HeartsState {
  return passState({
    chance_counter: 2,
    pass_direction: "right",
    points: [0, 0, 0, 0],
    scores: [13, 66, 26, 25],
    last_events: [
      { type: "play", player_id: 3, card: "9H" },
      { type: "trick", player_id: 1, leader: 0, cards: cards("3H AH 8H 9H"), points: 4 },
      ...events,
      { type: "hand_over", points: [3, 23, 0, 0], scores: [13, 66, 26, 25] },
      { type: "deal", pass_direction: "right", hand: 2 },
    ],
  });
}

/** The cards in the other hands. */
export function hiddenCards(state: HeartsState, player = 0): Card[] {
  return sorted(state.hands.flatMap((hand, at) => (at === player || typeof hand === "number" ? [] : [...hand])));
}
