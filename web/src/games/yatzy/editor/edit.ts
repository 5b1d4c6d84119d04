/** Edits of a position. Nothing is validated here: the engine reports what is wrong with the result. */
import type { Category, Die, Player, YatzyState } from "../types";

export const HOUSE_RULES = ["five_of_a_kind_is_full_house", "four_of_a_kind_is_two_pairs", "real_dice"] as const;
export type HouseRule = (typeof HOUSE_RULES)[number];

/** A changed state, without the derived fields and events of the old one. */
function changed(state: YatzyState, patch: Partial<YatzyState>): YatzyState {
  const { game_over: _over, returns: _returns, warnings: _warnings, last_events: _events, points: _points, ...kept } = state;
  return { ...kept, ...patch };
}

/** Fills a row of a card, or opens it with null. Derived fields of the card are dropped. */
export function setScore(state: YatzyState, player: number, category: Category, points: number | null): YatzyState {
  const { [category]: _old, ...rest } = state.players[player]?.scores ?? {};
  const scores = points === null ? rest : { ...rest, [category]: points };
  return changed(state, { players: state.players.map((each, at): Player => (at === player ? { scores } : each)) });
}

/** Adds players with empty cards, or removes the last ones. */
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

/** The die after a tap: the next face; after six, none if dice may be missing. */
export function nextDie(die: Die, mayBeMissing: boolean): Die {
  if (die === null) return 1;
  return die < 6 ? die + 1 : mayBeMissing ? null : 1;
}

export function setThrows(state: YatzyState, left: number): YatzyState {
  return changed(state, { rolls_left: left });
}

/** Turns a house rule on or off. Without real dice no die may be missing, so missing dice become 1. */
export function setRule(state: YatzyState, rule: HouseRule, on: boolean): YatzyState {
  const dice = rule === "real_dice" && !on ? state.dice.map((die) => die ?? 1) : state.dice;
  return changed(state, { dice, options: { ...state.options, [rule]: on } });
}

/** Parses typed points: null for an open row, undefined unless it is a whole number up to 50. */
export function readPoints(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  return /^\d{1,2}$/.test(typed) && Number(typed) <= 50 ? Number(typed) : undefined;
}
