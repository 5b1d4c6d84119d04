/** Words of the statistics. */
import { unitName, withUnit } from "../../core/format";
import { counted } from "../../core/words";

export const FIGURES = {
  heading: "Statistics",
  games: "Games",
  loading: "Reading your games …",
  none: "No finished game yet. Each one that you finish counts here.",
  play: (game: string): string => `Play ${game}`,
  unreadable: "This browser's storage does not answer, so there are no statistics.",
  finished: "Finished games",
  record: "Won, drawn, lost",
  results: "W – D – L",
  score: "Mean score",
  best: "Best score",
  loss: "Loss per decision",
  luck: "Luck per game",
  luckNote: "The loss is what your decisions alone cost, whatever chance gave you.",
  over: "Loss per decision over time",
  chart: (points: number, mean: string, unit: string): string =>
    `Loss per decision over time, ${counted(points, "point")}; on average ${withUnit(mean, unit)}.`,
  chartNote: (several: boolean, unit: string): string =>
    `In ${unitName(unit)}; lower is better. Each point is ${several ? "several games in a row" : "a game"}. Bars show two standard errors, the dashed line your mean.`,
  point: (date: string, games: number, mean: string, unit: string): string =>
    `${date}${games > 1 ? `, ${counted(games, "game")}` : ""}: ${withUnit(mean, unit)} per decision`,
  /** The columns of the table behind the chart. */
  until: "Until",
  opponents: "By opponent",
  opponent: "Opponent",
  alone: "Alone, or two people",
  company: "Which games",
  companies: { all: "All games", alone: "Alone", others: "With others" },
  each: "Loss each",
  eachNote: (unit: string): string => `Loss each: the mean of a decision, in ${unitName(unit)}.`,
  unit: "Unit",
  noGrades: "No decision of these games was graded. With the coach on, every one is.",
  error: (value: string, error: string): string => `${value} ± ${error}`,
} as const;
