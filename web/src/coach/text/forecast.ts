/** The texts of the chart of expected final scores. */
import { plain } from "../../core/format";

export const FORECAST_WORDS = {
  heading: "Expected final score",
  chart: "Expected final score, decision by decision",
  band: "80% of games, from the start of the turn",
  median: "median",
  guess: "dashed: not computed in between",
} as const;

/** "Expected 251 points. As the turn began: 80% between 214 and 287". */
export function outlookText(expected: number, spread: { p10: number; p90: number } | null, over: boolean, unit: string): string {
  if (over) return `Final score ${plain(expected, 0)} ${unit}`;
  const range = spread === null ? "" : `. As the turn began: 80% between ${plain(spread.p10, 0)} and ${plain(spread.p90, 0)}`;
  return `Expected ${plain(expected, 0)} ${unit}${range}`;
}

/** The text with the player's name before it, or as it is. */
export function namedText(name: string | null, text: string): string {
  return name === null ? text : `${name}: ${text}`;
}

/**
 * The chart's position for screen readers: "Before move 2 of 9. You: Expected 245 points."
 *
 * @param texts what is known of each player; empty if nothing is
 */
export function chartText(index: number, last: number, texts: readonly string[]): string {
  const place = index < last ? `Before move ${index + 1} of ${last}` : "Now";
  return texts.length === 0 ? `${place}, not computed yet` : `${place}. ${texts.join(". ")}.`;
}

export const WIN_WORDS = {
  heading: "Chance to win",
  chart: "Chances to win over the game",
  note: "Ties are shared. The player to move plays to win; the others count as perfect players for points.",
  undo: (name: string): string => `Take back the last decision of ${name}`,
} as const;

/** The chances at a position for screen readers: "Position 3 of 20: Ann 40%, Bob 60%". */
export function chancesText(index: number, last: number, names: readonly string[], percents: readonly number[] | null): string {
  const place = `Position ${index + 1} of ${last + 1}`;
  if (percents === null) return place;
  return `${place}: ${names.map((name, player) => `${name} ${percents[player] ?? 0}%`).join(", ")}`;
}
