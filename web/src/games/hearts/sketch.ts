/** A small picture of a position: the trick on the table, and the hand of one player, who alone may see it. */
import type { Shape, Sketch } from "../../core/sketch";
import { rankOf, rankSign, sorted, suitOf, suitSign, type Card } from "./cards";
import type { HeartsState } from "./types";

const [WIDTH, HEIGHT] = [17, 24];

/** The place of each card of a trick by seat, from the player at the bottom clockwise. */
const PLACES: readonly (readonly [number, number])[] = [
  [51.5, 30],
  [28, 17],
  [51.5, 3],
  [75, 17],
];

/** @param player the player whose hand is shown; null shows none */
export function sketch(state: HeartsState, player: number | null): Sketch {
  const shapes: Shape[] = [["table", 0, 0, 120, 90, "r"]];
  const trick = state.trick ?? [];
  const viewer = player ?? 0;
  trick.forEach((card, at) => {
    const mover = (state.active_player_id + at - trick.length + 8) % 4;
    const [x, y] = PLACES[(mover - viewer + 4) % 4] ?? [0, 0];
    shapes.push(...cardAt(card, x, y));
  });
  const hand = player === null ? [] : state.hands[player];
  if (typeof hand !== "object") return shapes;
  const step = Math.min(14, 97 / Math.max(1, hand.length - 1));
  const left = 60 - (step * (hand.length - 1) + WIDTH) / 2;
  sorted(hand).forEach((card, at) => shapes.push(...cardAt(card, Math.round(10 * (left + step * at)) / 10, 62)));
  return shapes;
}

/** A card with its rank and suit in the upper left corner, where the next card does not cover it. */
function cardAt(card: Card, x: number, y: number): Shape[] {
  const suit = suitOf(card);
  const paint = suit === "H" || suit === "D" ? "red" : "black";
  return [
    ["slot", x - 0.5, y - 0.5, WIDTH + 1, HEIGHT + 1, "r"],
    ["white", x, y, WIDTH, HEIGHT, "r"],
    [paint, x + 0.5, y + 1.5, 7, 7, `=${rankSign(rankOf(card))}`],
    [paint, x + 0.5, y + 9.5, 7, 7, `=${suitSign(suit)}`],
  ];
}
