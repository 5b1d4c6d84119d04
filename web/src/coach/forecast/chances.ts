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

/** Chances as whole percents that add up to 100 (largest remainder method). */
export function wholePercents(chances: readonly number[]): number[] {
  const floors = chances.map((chance) => Math.floor(100 * chance));
  const missing = Math.round(100 * chances.reduce((sum, chance) => sum + chance, 0)) - floors.reduce((sum, value) => sum + value, 0);
  const order = chances.map((chance, player) => ({ player, part: 100 * chance - floors[player]! })).toSorted((a, b) => b.part - a.part);
  for (const { player } of order.slice(0, Math.max(0, missing))) floors[player]! += 1;
  return floors;
}
