/** Players in sentences. */
import { YOU } from "../../types";

/** A player without another name: "Player 1". */
export function playerText(player: number): string {
  return `Player ${player + 1}`;
}

/** A player's name. */
export function nameOf(names: readonly string[], player: number): string {
  return names[player] ?? playerText(player);
}

/** A name with a verb in its infinitive: "You take", "Greedy takes", "Ann passes". */
export function nameDoes(name: string, verb: string): string {
  if (name === YOU) return `${name} ${verb}`;
  return `${name} ${verb}${/(s|sh|ch|x)$/.test(verb) ? "es" : "s"}`;
}

/** What a player does: "You take", "Greedy takes". */
export function does(names: readonly string[], player: number, verb: string): string {
  return nameDoes(nameOf(names, player), verb);
}
