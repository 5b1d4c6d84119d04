/** The points in each row: a person's, from games that were played, and those of perfect play. */
import type { FinishedGame } from "../../../screen-types";
import { CATEGORIES } from "../../card";
import type { Category } from "../../types";
import { PERFECT, PERFECT_ROWS } from "./figures";

export type RowName = Category | "bonus";

/** An answer of the query "played_rows". */
export interface PlayedCards {
  games: readonly ({
    over: boolean;
    options: Readonly<Record<string, unknown>>;
    players: readonly Readonly<Record<string, number>>[];
  } | null)[];
}

export interface RowFigures {
  name: RowName;
  perfect: number;
  /** The chance that perfect play closes it with nothing. */
  perfectZero: number;
  /** Null while there are no games. */
  own: { mean: number; stderr: number | null; zero: number } | null;
}

export const BONUS = 50;
/** The latest games count, and no more than the engine takes at once. */
export const MOST_GAMES = 100;

/** The arguments of "played_rows" for games of the library. */
export function playedArgs(games: readonly FinishedGame[]): { games: object[] } {
  return {
    games: games
      .slice(0, MOST_GAMES)
      .map(({ initial, actions, notation }) => (notation === null ? { initial, actions } : { text: notation })),
  };
}

/** The cards of people in finished games without house rules. */
export function cardsOf(games: readonly FinishedGame[], { games: played }: PlayedCards): Readonly<Record<string, number>>[] {
  return played.flatMap((game, index) => {
    if (game === null || !game.over || isHouse(game.options)) return [];
    return (games[index]?.persons ?? []).flatMap((person) => (game.players[person] === undefined ? [] : [game.players[person]]));
  });
}

function isHouse(options: Readonly<Record<string, unknown>>): boolean {
  return options["five_of_a_kind_is_full_house"] === true || options["four_of_a_kind_is_two_pairs"] === true;
}

/** The figures of every row and the bonus. */
export function figuresOf(cards: readonly Readonly<Record<string, number>>[]): RowFigures[] {
  const bonus: readonly [number, number] = [BONUS * PERFECT.bonus, 1 - PERFECT.bonus];
  return [...CATEGORIES, "bonus" as const].map((name) => {
    const [perfect, perfectZero] = name === "bonus" ? bonus : PERFECT_ROWS[name];
    return { name, perfect, perfectZero, own: cards.length === 0 ? null : ownFigures(cards.map((card) => card[name] ?? 0)) };
  });
}

/** The figures of all rows together. */
export function totalOf(cards: readonly Readonly<Record<string, number>>[]): Omit<RowFigures, "name"> {
  const totals = cards.map((card) => Object.values(card).reduce((sum, points) => sum + points, 0));
  return { perfect: PERFECT.mean, perfectZero: 0, own: totals.length === 0 ? null : ownFigures(totals) };
}

function ownFigures(points: readonly number[]): NonNullable<RowFigures["own"]> {
  const mean = points.reduce((sum, value) => sum + value, 0) / points.length;
  const squares = points.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    mean,
    stderr: points.length < 2 ? null : Math.sqrt(squares / (points.length - 1) / points.length),
    zero: points.filter((value) => value === 0).length / points.length,
  };
}
