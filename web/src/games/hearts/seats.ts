/** The seats of the four players, and who passes to whom. The next player sits to the left. */
import { PLAYERS } from "./types";
import type { Direction } from "./types";

export const SIDES = ["bottom", "left", "top", "right"] as const;
export type Side = (typeof SIDES)[number];

const STEPS: Readonly<Record<Direction, number>> = { left: 1, across: 2, right: 3, hold: 0 };
const NAMES = ["own", "left", "across", "right"];

/** The side on which a player is drawn, with `perspective` at the bottom. */
export function sideOf(player: number, perspective: number): Side {
  return SIDES[stepsTo(player, perspective)] ?? "bottom";
}

/** "left", "across" or "right"; "own" for the own seat. */
export function seatName(player: number, perspective: number): string {
  return NAMES[stepsTo(player, perspective)] ?? "own";
}

/** The other three players, clockwise from the left. */
export function othersOf(perspective: number): number[] {
  return [1, 2, 3].map((step) => (perspective + step) % PLAYERS);
}

/** The player to whom a player passes. */
export function receiverOf(player: number, direction: Direction): number {
  return (player + STEPS[direction]) % PLAYERS;
}

/** The player from whom a player receives. */
export function giverOf(player: number, direction: Direction): number {
  return (player + PLAYERS - STEPS[direction]) % PLAYERS;
}

function stepsTo(player: number, perspective: number): number {
  return (player - perspective + PLAYERS) % PLAYERS;
}
