/** How good a final score is among people. */
import type { ScoreBand } from "../../games/types";

/**
 * "87 points: experienced; strong from 100."
 *
 * @param bands lowest first
 * @param text formats a score with its unit
 */
export function bandText(score: number, bands: readonly ScoreBand[], text: (score: number) => string): string {
  const reached = bands.findLast((band) => band.score <= score);
  const next = bands.find((band) => band.score > score);
  const parts = [reached === undefined ? [] : [reached.name], next === undefined ? [] : [`${next.name} from ${next.score}`]].flat();
  return `${text(score)}: ${parts.join("; ")}.`;
}
