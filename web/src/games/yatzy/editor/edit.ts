/** Changes of an edited position. Nothing is judged here: the engine says what is wrong with the result. */
import type { Category, Die, Player, YatzyState } from "../types";

export type HouseRule = "five_of_a_kind_is_full_house" | "four_of_a_kind_is_two_pairs" | "real_dice";

export const HOUSE_RULES: readonly { rule: HouseRule; name: string }[] = [
  { rule: "five_of_a_kind_is_full_house", name: "Five of a kind counts as a full house" },
  { rule: "four_of_a_kind_is_two_pairs", name: "Four of a kind counts as two pairs" },
  { rule: "real_dice", name: "Dice of one's own: what fell is told to the board" },
];

/** A changed position is a new one: what was said of the old one, and what followed from it, is left out. */
function changed(state: YatzyState, patch: Partial<YatzyState>): YatzyState {
  const { game_over: _over, returns: _returns, warnings: _warnings, last_events: _events, points: _points, ...kept } = state;
  return { ...kept, ...patch };
}

/** Fills a row of a card, or opens it with null. What follows from the card is left out. */
export function setScore(state: YatzyState, player: number, category: Category, points: number | null): YatzyState {
  const { [category]: _old, ...rest } = state.players[player]?.scores ?? {};
  const scores = points === null ? rest : { ...rest, [category]: points };
  return changed(state, { players: state.players.map((each, at): Player => (at === player ? { scores } : each)) });
}

/** Takes another player in with an empty card, or sends the second one away. */
export function setPlayers(state: YatzyState, count: number): YatzyState {
  const players = Array.from({ length: count }, (_, index): Player => state.players[index] ?? { scores: {} });
  return changed(state, { players, active_player_id: Math.min(state.active_player_id, count - 1) });
}

export function setActive(state: YatzyState, player: number): YatzyState {
  return changed(state, { active_player_id: player });
}

export function setDie(state: YatzyState, place: number, die: Die): YatzyState {
  return changed(state, { dice: state.dice.map((old, at) => (at === place ? die : old)) });
}

/** The die that a tap leads to: the next face, and none after six where dice may be missing. */
export function nextDie(die: Die, mayLack: boolean): Die {
  if (die === null) return 1;
  return die < 6 ? die + 1 : mayLack ? null : 1;
}

export function setThrows(state: YatzyState, left: number): YatzyState {
  return changed(state, { rolls_left: left });
}

/** Turns a house rule on or off. Dice that the players do not throw themselves are all there. */
export function setRule(state: YatzyState, rule: HouseRule, on: boolean): YatzyState {
  const dice = rule === "real_dice" && !on ? state.dice.map((die) => die ?? 1) : state.dice;
  return changed(state, { dice, options: { ...state.options, [rule]: on } });
}

/** Points as typed: null for an open row, undefined when it is not a whole number up to 50. */
export function readPoints(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  return /^\d{1,2}$/.test(typed) && Number(typed) <= 50 ? Number(typed) : undefined;
}
