/** Who sits where: people and levels, their names, and how many play. */
import { YOU } from "../../games/types";
import type { Level } from "../../core/engine-port";
import type { GameState } from "../../core/session";

/** By player: null is a person at this screen, else the id of an opponent's level. */
export type Seats = (string | null)[];

/** How many play in a position; `fallback` where it does not say, because it was made elsewhere. */
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
 * Seats as they were saved, made to fit the game: a game without a person has one on the first seat.
 *
 * @param single the game hides cards, so that only one person can sit at a screen
 */
export function seatsFor(kept: Seats, players: number, levels: readonly Level[], single = false): Seats {
  const known = (seat: string | null | undefined): string | null =>
    seat === null ? null : ((levels.find(({ id }) => id === seat) ?? levels[0])?.id ?? null);
  const seats = Array.from({ length: players }, (_, player) => known(kept[player]));
  if (!seats.includes(null)) seats[0] = null;
  const me = seats.indexOf(null);
  return single ? seats.map((seat, player) => (player === me ? null : (seat ?? levels[0]?.id ?? null))) : seats;
}

/** Where a player sits, seen from another: "left". */
export type SeatName = (player: number, perspective: number) => string;

/**
 * What the players are called: one person is "You", several are numbered or go by their roles, levels have their names;
 * of levels of one name it is told where they sit.
 *
 * @param seats may be shorter than the number of players, where it is not known who played
 * @param roles by player; empty where all play the same role
 */
export function namesOf(
  seats: Seats,
  players: number,
  levels: readonly Level[],
  roles: readonly string[] = [],
  seatName?: SeatName,
): string[] {
  const alone = personsOf(seats).length === 1;
  const names = Array.from({ length: players }, (_, player) => {
    const seat = seats[player];
    if ((seat === null && alone) || players === 1) return YOU;
    return levels.find(({ id }) => id === seat)?.name ?? roles[player] ?? `Player ${player + 1}`;
  });
  const me = Math.max(0, seats.indexOf(null));
  return names.map((name, player) => {
    const twin = names.some((other, at) => at !== player && other === name);
    return twin && seatName !== undefined ? `${name} (${seatName(player, me)})` : name;
  });
}

/** The levels that play, each once, clockwise from the person's left. */
export function opponentsOf(seats: Seats, levels: readonly Level[]): Level[] {
  const me = Math.max(0, seats.indexOf(null));
  const ids = seats.map((_, step) => seats[(me + step) % seats.length]);
  return [...new Set(ids)].flatMap((id) => levels.filter((level) => level.id === id));
}

/** "Casual, Club and Expert". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The word within the name of a field: "Left". */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The names with the roles of those who do not go by theirs: "You (Order)". */
export function withRoles(names: readonly string[], roles: readonly string[]): string[] {
  return names.map((name, player) => {
    const role = roles[player];
    return role === undefined || role === name ? name : `${name} (${role})`;
  });
}

/** "Your move", "Player 2's move". */
export function possessive(name: string): string {
  return name === YOU ? "Your" : `${name}'s`;
}
