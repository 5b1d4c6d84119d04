/** The chances to win of all players over a game, as bands that lie on each other. */

/** The chances at a position, by player; they add up to 1. */
export interface Point {
  index: number;
  chances: readonly number[];
}

/** The band of a player as an SVG path, 0 at the top to 100 at the bottom; the first player's band is at the top. */
export function bandPath(points: readonly Point[], player: number): string {
  if (points.length < 2) return "";
  const edge = (upTo: number): string[] =>
    points.map(({ index, chances }) => {
      const above = chances.slice(0, upTo).reduce((sum, chance) => sum + chance, 0);
      return `${index + 0.5} ${Math.round(10_000 * above) / 100}`;
    });
  return `M${[...edge(player), ...edge(player + 1).toReversed()].join("L")}Z`;
}
