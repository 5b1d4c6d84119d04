/** Matches: two games with the same random draws and swapped roles. The higher score in the first role wins. */
import type { Level } from "../../core/engine-port";
import type { FirstGame } from "../record/record";
import { namesOf, personsOf, type Seats } from "../session/seats";
import { MATCH } from "../words/play";

/** Seats, or names, with every player moved to the next role. */
export function swapped<T>(seats: readonly T[]): T[] {
  return seats.map((_, player) => seats[(player + 1) % seats.length]!);
}

interface SecondGame {
  seats: Seats;
  returns: readonly number[];
}

/**
 * The result of a match: "As Order: You 87, Greedy 64. You win the match."
 *
 * @param role the first player's role, whose score counts
 */
export function matchText(first: FirstGame, second: SecondGame, levels: readonly Level[], role: string): string {
  const [before = 0] = first.returns;
  const [after = 0] = second.returns;
  // Two people at one screen have no names: only the order of the games distinguishes them.
  if (personsOf(first.seats).length > 1) return MATCH.ofPeople(role, before, after);
  const [early = role] = namesOf(first.seats, first.seats.length, levels);
  const [late = role] = namesOf(second.seats, second.seats.length, levels);
  const winner = before > after ? early : late;
  return MATCH.result(role, [early, before], [late, after], before === after ? null : winner);
}
