/** Names within sentences. */
import { YOU } from "../../games/types";

/** "Casual, Club and Expert". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A word with a capital first letter: "Left". */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A player without another name; numbers start at 1. */
export const playerNumber = (number: number): string => `Player ${number}`;

/** "Your", "Player 2's". */
export function possessive(name: string): string {
  return name === YOU ? "Your" : `${name}'s`;
}
