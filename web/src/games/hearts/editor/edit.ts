/** Edits of a position. Nothing is validated here: the engine reports errors and fills in derived fields. */
import { RANKS, rankOf, sorted, suitOf } from "../cards";
import type { Card } from "../cards";
import { PLAYERS } from "../types";
import type { Cards, Direction, HeartsState } from "../types";
import { directionOf, listOf, phaseOf, viewerOf } from "../view";

const SEATS = Array.from({ length: PLAYERS }, (_, player) => player);
const HAND_SIZE = 13;
const PASSED = 3;

/** A trick in the editor; the last one may be unfinished. */
export interface EditTrick {
  leader: number;
  cards: Card[];
}

/** The place in which a tap puts a card: a hand, the passed or received cards, or the table. */
export type Brush = `hand-${number}` | "passed" | "received" | "trick";

/** The player whose view the position is; player 0 for a whole position. */
export function meOf(state: HeartsState): number {
  return viewerOf(state) ?? 0;
}

/** The tricks of the hand; the last one is unfinished and may be empty. */
export function tricksOf(state: HeartsState): EditTrick[] {
  const past = (state.trick_history ?? []).map(({ leader, cards }) => ({ leader, cards: [...cards] }));
  const before = past.at(-1);
  const leader = state.leader ?? (before === undefined ? meOf(state) : takerOf(before));
  return [...past, { leader, cards: [...(state.trick ?? [])] }];
}

/** The likely winner of a trick, to suggest the leader of the next one. */
export function takerOf({ leader, cards }: EditTrick): number {
  const height = (card: Card): number => (suitOf(card) === suitOf(cards[0] ?? card) ? RANKS.indexOf(rankOf(card)) : -1);
  const heights = cards.map(height);
  return (leader + Math.max(0, heights.indexOf(Math.max(...heights)))) % PLAYERS;
}

interface Patch {
  hands?: readonly Cards[];
  passed?: readonly Cards[];
  received?: readonly Cards[];
  tricks?: EditTrick[];
  phase?: "pass" | "play";
  direction?: Direction;
  scores?: number[];
  options?: HeartsState["options"];
}

/** The position with changes applied; derived fields of the old position are dropped or computed again. */
function changed(state: HeartsState, patch: Patch): HeartsState {
  const { game_over: _over, returns: _returns, warnings: _warnings, last_events: _events, ...rest } = state;
  const { points: _points, hearts_broken: _broken, ...kept } = rest;
  const tricks = patch.tricks ?? tricksOf(state);
  const phase = patch.phase ?? (phaseOf(state) === "pass" ? "pass" : "play");
  const current = tricks.at(-1) ?? { leader: 0, cards: [] };
  const next: HeartsState = {
    ...kept,
    hands: patch.hands ?? state.hands,
    passed: patch.passed ?? state.passed ?? noCards(),
    received: patch.received ?? state.received ?? noCards(),
    scores: patch.scores ?? state.scores ?? [0, 0, 0, 0],
    options: patch.options ?? state.options ?? {},
    pass_direction: patch.direction ?? directionOf(state),
    phase,
    trick_history: phase === "pass" ? [] : tricks.slice(0, -1),
    trick: phase === "pass" ? [] : current.cards,
    leader: phase === "pass" ? null : current.leader,
    active_player_id: phase === "pass" ? meOf(state) : (current.leader + current.cards.length) % PLAYERS,
  };
  return viewerOf(state) === null ? next : counted(next, meOf(state));
}

function noCards(): Card[][] {
  return SEATS.map(() => []);
}

/** A view with the others' numbers of cards, which follow from the plays and passes. */
function counted(state: HeartsState, me: number): HeartsState {
  const played = playedBy(tricksOf(state));
  const passing = state.phase === "pass";
  const exchanged = !passing && directionOf(state) !== "hold";
  const others = (own: Cards | undefined, count: (player: number) => number): Cards[] =>
    SEATS.map((player) => (player === me ? (listOf(own) ?? []) : count(player)));
  return {
    ...state,
    seed: null,
    hands: others(state.hands[me], (player) => HAND_SIZE - (played[player] ?? 0)),
    // Players pass in the order of their seats.
    passed: others(exchanged ? state.passed?.[me] : [], (player) => (exchanged || (passing && player < me) ? PASSED : 0)),
    received: others(exchanged ? state.received?.[me] : [], () => (exchanged ? PASSED : 0)),
  };
}

function playedBy(tricks: readonly EditTrick[]): number[] {
  const found = SEATS.map(() => 0);
  for (const { leader, cards } of tricks) {
    for (const at of cards.keys()) {
      const player = (leader + at) % PLAYERS;
      found[player] = (found[player] ?? 0) + 1;
    }
  }
  return found;
}

/** The position as `me` sees it: the others' cards are only counted. */
export function toView(state: HeartsState, me: number): HeartsState {
  const own = SEATS.map((player): Cards => (player === me ? (listOf(state.hands[player]) ?? []) : 0));
  return changed({ ...state, hands: own }, { hands: own });
}

/** A whole position, in which hands that were only counted start out empty. */
export function toWhole(state: HeartsState): HeartsState {
  const lists = (cards: readonly Cards[] | undefined): Card[][] => SEATS.map((player) => [...(listOf(cards?.[player]) ?? [])]);
  const whole = {
    ...state,
    seed: state.seed ?? 0,
    hands: lists(state.hands),
    passed: lists(state.passed),
    received: lists(state.received),
  };
  return changed(whole, {});
}

/** Whether a position is a whole deal without any moves. */
export function isFreshDeal(state: HeartsState): boolean {
  const touched = (state.trick ?? []).length + (state.trick_history ?? []).length + (state.passed ?? []).flat().length;
  return viewerOf(state) === null && state.game_over !== true && touched === 0;
}

/** Puts a card in the brush's place, or removes it if it is already there. */
export function putCard(state: HeartsState, card: Card, brush: Brush): HeartsState {
  const me = meOf(state);
  if (brush === "trick") return playCard(state, card);
  if (brush === "passed" || brush === "received") {
    const list = listOf(state[brush]?.[me]) ?? [];
    const had = list.includes(card);
    const lists = SEATS.map((player): Cards => (player === me ? toggled(list, card) : (state[brush]?.[player] ?? [])));
    const hand = listOf(state.hands[me]) ?? [];
    // A passed card is no longer in hand; a received card is, unless it has been played.
    const hands =
      brush === "passed" || had || isPlayed(state, card)
        ? without(state.hands, brush === "passed" ? card : null)
        : withHand(state, me, sorted([...new Set([...hand, card])]));
    return changed(state, { [brush]: lists, hands });
  }
  const player = Number(brush.slice("hand-".length));
  const hand = listOf(state.hands[player]) ?? [];
  const hands = without(state.hands, hand.includes(card) ? null : card);
  return changed({ ...state, hands }, { hands: withHand({ ...state, hands }, player, toggled(hand, card)) });
}

function toggled(list: readonly Card[], card: Card): Card[] {
  return list.includes(card) ? list.filter((each) => each !== card) : sorted([...list, card]);
}

/** The hands without a card. */
function without(hands: readonly Cards[], card: Card | null): readonly Cards[] {
  return hands.map((hand) => (typeof hand === "number" ? hand : hand.filter((each) => each !== card)));
}

function withHand(state: HeartsState, player: number, hand: Card[]): readonly Cards[] {
  return state.hands.map((each, at) => (at === player ? hand : each));
}

function isPlayed(state: HeartsState, card: Card): boolean {
  return tricksOf(state).some(({ cards }) => cards.includes(card));
}

/** Plays a card to the trick; playing the last card again takes it back. */
function playCard(state: HeartsState, card: Card): HeartsState {
  const tricks = tricksOf(state);
  if (isPlayed(state, card)) return lastCard(tricks) === card ? takeBack(state) : state;
  const current = tricks.at(-1);
  if (current === undefined) return state;
  current.cards.push(card);
  if (current.cards.length === PLAYERS) tricks.push({ leader: takerOf(current), cards: [] });
  return changed(state, { tricks, hands: without(state.hands, card), phase: "play" });
}

function lastCard(tricks: readonly EditTrick[]): Card | undefined {
  return tricks.flatMap(({ cards }) => cards).at(-1);
}

/** Takes the last card back into the hand of its player, if that hand is listed. */
export function takeBack(state: HeartsState): HeartsState {
  const tricks = tricksOf(state);
  if (tricks.length > 1 && tricks.at(-1)?.cards.length === 0) tricks.pop();
  const current = tricks.at(-1);
  const card = current?.cards.pop();
  if (current === undefined || card === undefined) return state;
  const player = (current.leader + current.cards.length) % PLAYERS;
  const hand = listOf(state.hands[player]);
  return changed(state, { tricks, hands: hand === null ? state.hands : withHand(state, player, sorted([...hand, card])) });
}

/** Sets the leader of a trick. */
export function setLeader(state: HeartsState, index: number, leader: number): HeartsState {
  return changed(state, { tricks: tricksOf(state).map((trick, at) => (at === index ? { ...trick, leader } : trick)), phase: "play" });
}

export function clearTricks(state: HeartsState): HeartsState {
  const first = tricksOf(state)[0];
  return changed(state, { tricks: [{ leader: first?.leader ?? 0, cards: [] }] });
}

export function clearHand(state: HeartsState): HeartsState {
  const me = meOf(state);
  const empty = (lists: readonly Cards[] | undefined): Cards[] => SEATS.map((player) => (player === me ? [] : (lists?.[player] ?? [])));
  return changed(state, { hands: withHand(state, me, []), passed: empty(state.passed), received: empty(state.received) });
}

export function setPhase(state: HeartsState, phase: "pass" | "play"): HeartsState {
  return changed(state, { phase });
}

export function setDirection(state: HeartsState, direction: Direction): HeartsState {
  return changed(state, { direction });
}

export function setScore(state: HeartsState, player: number, score: number): HeartsState {
  return changed(state, { scores: SEATS.map((at) => (at === player ? score : (state.scores?.[at] ?? 0))) });
}

export function setOption(state: HeartsState, key: keyof NonNullable<HeartsState["options"]>, value: boolean | number): HeartsState {
  return changed(state, { options: { ...state.options, [key]: value } });
}

/** The place of each listed card: "hand", "gave", "got", "trick 2", or a seat. */
export function placesOf(state: HeartsState): ReadonlyMap<Card, { brush: Brush; text: string }> {
  const me = meOf(state);
  const found = new Map<Card, { brush: Brush; text: string }>();
  state.hands.forEach((hand, player) => {
    for (const card of listOf(hand) ?? [])
      found.set(card, {
        brush: `hand-${player}`,
        text: player === me ? "hand" : (["", "left", "across", "right"][(player - me + PLAYERS) % PLAYERS] ?? ""),
      });
  });
  for (const card of listOf(state.received?.[me]) ?? []) found.set(card, { brush: "received", text: "got" });
  for (const card of listOf(state.passed?.[me]) ?? []) if (!found.has(card)) found.set(card, { brush: "passed", text: "gave" });
  tricksOf(state).forEach(({ cards }, at) => {
    for (const card of cards) found.set(card, { brush: "trick", text: `trick ${at + 1}` });
  });
  return found;
}
