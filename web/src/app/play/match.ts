/** A match of two games with the same chance, in which roles are swapped: the higher score in the first role wins. */
import { YOU } from "../../games/types";
import type { Level } from "../../core/engine-port";
import type { FirstGame } from "../record/record";
import { namesOf, personsOf, type Seats } from "../session/seats";

/** Everybody sits down in the next role. */
export function swapped(seats: Seats): Seats {
  return seats.map((_, player) => seats[(player + 1) % seats.length] ?? null);
}

interface SecondGame {
  seats: Seats;
  returns: readonly number[];
}

/**
 * Who won the match, in words: "As Order: You 87, Greedy 64. You win the match."
 *
 * @param role what the first player is, whose score counts
 */
export function matchText(first: FirstGame, second: SecondGame, levels: readonly Level[], role: string): string {
  const [before = 0] = first.returns;
  const [after = 0] = second.returns;
  // Of two people at one screen nobody has a name: only the order of the games tells them apart.
  if (personsOf(first.seats).length > 1) {
    const winner = before > after ? `played ${role} first` : `played ${role} second`;
    const end = before === after ? "the match is shared" : `whoever ${winner} wins the match`;
    return `${role} made ${before} in the first game and ${after} in the second: ${end}.`;
  }
  const [early = role] = namesOf(first.seats, first.seats.length, levels);
  const [late = role] = namesOf(second.seats, second.seats.length, levels);
  const winner = before > after ? early : late;
  const end = before === after ? "The match is shared." : `${winner} ${winner === YOU ? "win" : "wins"} the match.`;
  return `As ${role}: ${early} ${before}, ${late} ${after}. ${end}`;
}
