/** Statistics over the games on this device. */
import type { GameStatistics, StatisticsLine, StatisticsTotals } from "../../types";
import { QUEEN } from "../cards";
import { eventOf } from "../types";
import type { HeartsState } from "../types";
import { pointsText } from "../../shared/words/points";

/** The counts that a move adds for a player. */
function counts(state: HeartsState, player: number): Record<string, number> {
  const found: Record<string, number> = {};
  const trick = eventOf(state, "trick");
  if (trick?.player_id === player && trick.cards.includes(QUEEN)) found.queens = 1;
  const over = eventOf(state, "hand_over");
  if (over !== null) {
    const points = over.points[player] ?? 0;
    found.hands = 1;
    found.points = points;
    if (points <= 0) found.clean = 1;
    const moon = eventOf(state, "moon");
    if (moon !== null) found[moon.player_id === player ? "moons" : "moonsAgainst"] = 1;
  }
  if (eventOf(state, "game_over")?.winners.includes(player) === true) found.wins = 1;
  return found;
}

function lines(totals: StatisticsTotals): StatisticsLine[] {
  const { games, gradedParts, loss } = totals;
  const hands = totals.count("hands");
  const share = (name: string): string => `${totals.count(name)} of ${hands}`;
  const found: StatisticsLine[] = [];
  if (games > 0) found.push({ label: "Games won", value: `${totals.count("wins")} of ${games}` });
  if (hands > 0) {
    found.push(
      { label: "Points per hand", value: pointsText(totals.count("points") / hands) },
      { label: "Hands without points", value: share("clean") },
      { label: "Hands with the queen of spades", value: share("queens") },
      { label: "Moons shot", value: share("moons") },
      { label: "Moons shot by others", value: share("moonsAgainst") },
    );
  }
  if (gradedParts > 0) found.push({ label: "Points lost by your decisions per graded hand", value: pointsText(loss / gradedParts) });
  return found;
}

export const STATISTICS: GameStatistics<HeartsState> = { counts, lines };
