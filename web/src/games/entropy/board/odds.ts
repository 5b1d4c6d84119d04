/** What is left in the bag, and how likely each colour comes next. */
import { colorName, colorsOf, sizeOf } from "../cells";
import { CHAOS } from "../types";
import type { Color, EntropyState } from "../types";

export interface Odds {
  color: Color;
  count: number;
  /** Of a hundred, rounded. */
  percent: number;
}

export function bagTotal({ bag }: EntropyState): number {
  return Object.values(bag ?? {}).reduce((sum, count) => sum + count, 0);
}

/** Each colour's count and chance, in the order of colours; none without a bag. */
export function odds(state: EntropyState): Odds[] {
  const { bag } = state;
  if (bag === undefined) return [];
  const total = bagTotal(state);
  return colorsOf(sizeOf(state)).map((color) => {
    const count = bag[color] ?? 0;
    return { color, count, percent: total === 0 ? 0 : Math.round((100 * count) / total) };
  });
}

/** What the chances are about: a token that is known already is not drawn from the bag any more. */
export function bagText(state: EntropyState): string {
  const total = bagTotal(state);
  if (total === 0) return "The bag is empty";
  const next = state.next_token ?? null;
  return `${total} in the bag, ${next === null ? "chance to come next" : `chance to come after ${colorName(next)}`}`;
}

/** What lies before the player: the drawn token, or what Order may do. */
export function handText(state: EntropyState, interactive: boolean): string {
  if (state.game_over === true) return "The board is full";
  if (state.active_player_id === CHAOS) {
    if (interactive) return `Place ${state.token == null ? "a token" : colorName(state.token)}`;
    return `${state.token == null ? "A token" : colorName(state.token)} is drawn`;
  }
  return interactive ? "Slide a token" : "Order slides";
}

/** How many cells a token that was picked up may go to: "3 cells from b2". */
export function placesText(cell: string, count: number): string {
  return `${count} ${count === 1 ? "cell" : "cells"} from ${cell}`;
}
