/** The card that the page is about: the one in play, or an empty one. */
import { cardArgs, CATEGORIES, openCategories, type CardArgs } from "../../card";
import { isAwaited } from "../../dice";
import { throwArgs, type SensitivityArgs } from "../../sensitivity";
import type { Category, Die, YatzyState } from "../../types";

export interface Card {
  args: CardArgs;
  open: number;
  /** The dice on the table in this card's turn; null if there are none. */
  dice: readonly number[] | null;
  throwsLeft: number;
  /** What these dice score in each open row. */
  points: Readonly<Partial<Record<Category, number>>>;
}

export const EMPTY: Card = {
  args: { upper_score: 0, scored_categories: 0, accumulated_score: 0 },
  open: CATEGORIES.length,
  dice: null,
  throwsLeft: 0,
  points: {},
};

/** The open rows up to which a distribution takes a few seconds at most, so that it is computed without being asked for. */
export const QUICK_ROWS = 11;
/** The open rows up to which the chance to reach a score is solved. */
export const SOLVED_ROWS = 6;

/** The card of a player, or null if there is none or it is full. */
export function cardIn(state: YatzyState | null, player: number): Card | null {
  const card = state?.players[player];
  if (state === null || card === undefined || state.game_over === true) return null;
  const open = openCategories(card).length;
  if (open === 0) return null;
  const here = state.active_player_id === player && !isAwaited(state.dice);
  return {
    args: cardArgs(card, state.options),
    open,
    dice: here ? state.dice.filter((die: Die): die is number => die !== null) : null,
    throwsLeft: state.rolls_left,
    points: here ? (state.points ?? {}) : {},
  };
}

/** Whether the figures of the laboratory are about this card. */
export function isKnown({ args, open }: Card): boolean {
  return open === CATEGORIES.length && !isHouse(args);
}

export function isHouse(args: CardArgs): boolean {
  return args.five_of_a_kind_is_full_house === true || args.four_of_a_kind_is_two_pairs === true;
}

/** Equal for cards with the same distribution of the final score. */
export function keyOf({ args }: Card): string {
  return JSON.stringify(args);
}

/** The arguments of "sensitivity" for the dice on the table; null if there are none. */
export function sensitivityArgs({ args, dice, throwsLeft }: Card, thetas: readonly number[]): SensitivityArgs | null {
  return dice === null ? null : throwArgs(args, dice, throwsLeft, thetas);
}

/** The arguments of "aim" from before the throw, like the chances of styles. */
export function aimArgs({ args }: Card, target: number): object {
  return { ...args, target };
}

/** The arguments of "aim" for the dice on the table; null if there are none. */
export function aimNowArgs({ args, dice, throwsLeft }: Card, target: number): object | null {
  return dice === null ? null : { ...args, target, dice, rerolls_remaining: throwsLeft };
}
