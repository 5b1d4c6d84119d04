/** What the start page says of each game. Pure functions over the summaries of saved games and the box of mistakes. */
import { slugOf } from "../library/filter";
import { dueCards, type DrillBox } from "../mistakes/drills";
import { dayOf } from "../new-game/challenge";
import { finishedGames, pointsOf, unitsOf, type Finished, type Point } from "../statistics/figures";
import type { Summary } from "../../store";

/** Today's game: not begun, begun (on the table or left), or done. */
export type Today = { kind: "open" } | { kind: "begun" | "done"; game: Summary };

export interface GameOverview {
  /** The unfinished game on the table, if there is one. */
  current: Summary | null;
  today: Today;
  /** The number of mistakes that are due. */
  due: number;
  /** The last finished games, the earliest first. */
  last: Finished[];
  /** The loss per decision over time, in the unit of most games; empty without graded games. */
  trend: { unit: string; points: Point[] };
}

const LAST = 5;
/** The number of games that the line goes back. */
const TREND = 30;

/** The overview of one game. */
export function overviewOf(slug: string, rulesetId: string, games: readonly Summary[], box: DrillBox, now: Date): GameOverview {
  const own = games.filter((game) => slugOf(game) === slug && !game.aside);
  const finished = finishedGames(own);
  const [unit = ""] = unitsOf(finished);
  const judged = finished.filter(({ about }) => about.graded > 0 && about.unit === unit).slice(-TREND);
  const current = own.find(({ key, table }) => key === table) ?? null;
  return {
    current: current?.about?.over === true ? null : current,
    today: todayOf(own, now),
    due: dueCards(box, rulesetId, now.getTime()).length,
    last: finished.slice(-LAST),
    trend: { unit, points: pointsOf(judged, TREND) },
  };
}

function todayOf(games: readonly Summary[], now: Date): Today {
  const today = games.filter(({ about }) => about?.daily === dayOf(now));
  const done = today.find(({ about }) => about?.over === true);
  if (done !== undefined) return { kind: "done", game: done };
  const begun = today.find(({ key, table }) => key === table) ?? today[0];
  return begun === undefined ? { kind: "open" } : { kind: "begun", game: begun };
}
