/** Names within sentences. */
import { YOU } from "../../games/types";

/** A player without another name; numbers start at 1. */
export const playerNumber = (number: number): string => `Player ${number}`;

/** "Your", "Player 2's". */
export function possessive(name: string): string {
  return name === YOU ? "Your" : `${name}'s`;
}
