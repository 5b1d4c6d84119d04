/** The score card: categories in the engine's order, their names, and the points in its rows. */
import { capital } from "../../core/words";
import type { Category, Player, YatzyState } from "./types";

export const UPPER: readonly Category[] = ["ones", "twos", "threes", "fours", "fives", "sixes"];
export const LOWER: readonly Category[] = [
  "one_pair",
  "two_pairs",
  "three_of_a_kind",
  "four_of_a_kind",
  "small_straight",
  "large_straight",
  "full_house",
  "chance",
  "yatzy",
];
/** Bit i of every mask is the i-th of these. */
export const CATEGORIES: readonly Category[] = [...UPPER, ...LOWER];
/** The upper sum that earns the bonus. */
export const BONUS_AT = 63;

/** "Three of a kind". */
export function categoryName(category: Category): string {
  return capital(category.replaceAll("_", " "));
}

/** The points in a row, or null while it is open. */
export function scoreIn(player: Player | undefined, category: Category): number | null {
  return player?.scores[category] ?? null;
}

export function openCategories(player: Player): Category[] {
  return CATEGORIES.filter((category) => scoreIn(player, category) === null);
}

/** The filled categories as bits. */
export function filledMask(player: Player): number {
  return CATEGORIES.reduce((mask, category, bit) => (scoreIn(player, category) === null ? mask : mask | (1 << bit)), 0);
}

/** The points so far without the bonus, which the expected remaining points include. */
export function banked(player: Player): number {
  return (player.total ?? 0) - (player.bonus ?? 0);
}

/** The lead of the filled upper rows over three of each face, which together just earn the bonus. */
export function aheadOfPar(player: Player): number {
  return UPPER.reduce((sum, category, index) => {
    const points = scoreIn(player, category);
    return points === null ? sum : sum + points - 3 * (index + 1);
  }, 0);
}

/** Whether every upper row is filled, so that the bonus is won or lost. */
export function upperDone(player: Player): boolean {
  return UPPER.every((category) => scoreIn(player, category) !== null);
}

/** The player to move; null once the game is over. */
export function mover(state: YatzyState): number | null {
  return state.game_over === true ? null : state.active_player_id;
}

/** The arguments of the engine's queries about a card between turns. */
export interface CardArgs {
  upper_score: number;
  scored_categories: number;
  accumulated_score: number;
  five_of_a_kind_is_full_house?: true;
  four_of_a_kind_is_two_pairs?: true;
}

/** The arguments for a card in a game with these options. */
export function cardArgs(card: Player, options: YatzyState["options"] = {}): CardArgs {
  return {
    upper_score: Math.min(BONUS_AT, card.upper ?? 0),
    scored_categories: filledMask(card),
    accumulated_score: banked(card),
    ...(options.five_of_a_kind_is_full_house === true && { five_of_a_kind_is_full_house: true as const }),
    ...(options.four_of_a_kind_is_two_pairs === true && { four_of_a_kind_is_two_pairs: true as const }),
  };
}
