/** The seats of a game: people and levels, their names, and the number of players. */
import { YOU } from "../../games/types";
import type { Level } from "../../core/engine-port";
import type { GameState } from "../../core/session";
import { playerNumber } from "../words/names";

/** By player: null for a person at this screen, else the id of an opponent's level. */
export type Seats = (string | null)[];

/** The number of players in a position; `fallback` where the position, made elsewhere, does not say. */
export function playersOf(state: GameState | null, fallback: number): number {
  for (const list of [state?.returns, state?.["players"]]) {
    if (Array.isArray(list) && list.length > 0) return list.length;
  }
  return fallback;
}

/** The players who are people. */
export function personsOf(seats: Seats): number[] {
  return seats.flatMap((seat, player) => (seat === null ? [player] : []));
}

/**
 * Saved seats, adapted to the game: without a person among them, the first seat becomes a person's.
 *
 * @param single only one person can play at this screen, because the game has hidden cards
 */
export function seatsFor(kept: Seats, players: number, levels: readonly Level[], single = false): Seats {
  const known = (seat: string | null | undefined): string | null =>
    seat === null ? null : ((levels.find(({ id }) => id === seat) ?? levels[0])?.id ?? null);
  const seats = Array.from({ length: players }, (_, player) => known(kept[player]));
  if (!seats.includes(null)) seats[0] = null;
  const me = seats.indexOf(null);
  return single ? seats.map((seat, player) => (player === me ? null : (seat ?? levels[0]?.id ?? null))) : seats;
}

/** The place of a player as seen by another: "left". */
export type SeatName = (player: number, perspective: number) => string;

/**
 * The names of the players: a single person is "You", several are numbered or named by role, levels have their own names.
 * Where two names are equal, the seat is added.
 *
 * @param given the names that people gave, by player; empty ones do not count
 * @param own a single person is whoever reads this: false for a game of somebody else, whose people are named like several
 * @param twinName how one of several players with the same name is called, by the name and the seat
 * @param seats may be shorter than the number of players, when it is not known who played
 * @param roles by player; empty where all play the same role
 */
export function namesOf(
  seats: Seats,
  players: number,
  levels: readonly Level[],
  roles: readonly string[] = [],
  seatName?: SeatName,
  given: readonly string[] = [],
  own = true,
  twinName = (name: string, seat: string): string => `${name} (${seat})`,
): string[] {
  const alone = own && personsOf(seats).length === 1;
  const names = Array.from({ length: players }, (_, player) => {
    const seat = seats[player];
    if (seat === null && !alone && (given[player] ?? "") !== "") return given[player]!;
    if ((seat === null && alone) || (own && players === 1)) return YOU;
    return levels.find(({ id }) => id === seat)?.name ?? roles[player] ?? playerNumber(player + 1);
  });
  const me = Math.max(0, seats.indexOf(null));
  return names.map((name, player) => {
    const twin = names.some((other, at) => at !== player && other === name);
    return twin && seatName !== undefined ? twinName(name, seatName(player, me)) : name;
  });
}

/** The distinct levels that play, clockwise from the person's left. */
export function opponentsOf(seats: Seats, levels: readonly Level[]): Level[] {
  const me = Math.max(0, seats.indexOf(null));
  const ids = seats.map((_, step) => seats[(me + step) % seats.length]);
  return [...new Set(ids)].flatMap((id) => levels.filter((level) => level.id === id));
}

/** The names followed by the roles, where a role is not the name itself: "You (Order)". */
export function withRoles(names: readonly string[], roles: readonly string[]): string[] {
  return names.map((name, player) => {
    const role = roles[player];
    return role === undefined || role === name ? name : `${name} (${role})`;
  });
}
