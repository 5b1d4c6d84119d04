/** The texts of the coach's panel about one decision: grade, candidates, breakdown and think time. */
import { leeway, percent, plain, signed, unitName, withUnit } from "../../core/format";

export const PANEL_WORDS = {
  showBest: "Show best move",
  showOnBoard: "Show on board",
  cancel: "Cancel",
  grade: "Grade it",
  thinkLonger: "Think longer",
  unchanged: "Thinking longer changed nothing.",
  candidates: "Candidates",
  line: "Line",
  showLine: "Show the line",
  others: "Others",
} as const;

/** "best: +1.3 points". */
export function bestWorth(worth: string): string {
  return `best: ${worth}`;
}

/** The moves of a line that are left out: "and 3 more". */
export function moreMoves(count: number): string {
  return `and ${count} more`;
}

export const GRADE_WORDS = {
  played: "Played",
  best: "Best",
  bestPlayed: "The same move.",
  bestMove: "Best move",
  bestSoFar: "Best so far",
  soFar: "so far",
  roundSolved: "round solved",
  exact: "exact",
  tooClose: "too close to call",
} as const;

/** The error of a loss, as two standard errors: "± 1.2" beside a loss in points, "± 1.2%" beside a lost chance to win. */
export function errorText(stderr: number, win: boolean): string {
  return `± ${plain(leeway(stderr), 1)}${win ? "%" : ""}`;
}

/**
 * Explains the figures beside a loss; empty if there are none.
 *
 * @param error the error of the loss as shown, or null
 * @param hasConfidence the probability of the grade is shown
 * @param hasWorse the probability that the move is worse is shown, in place of the error
 */
export function figuresExplained(error: string | null, hasConfidence: boolean, hasWorse: boolean): string {
  return [
    ...(error === null
      ? []
      : [hasWorse ? `The cost is uncertain by ${error}, two standard errors.` : "±: two standard errors of the move's cost."]),
    ...(hasWorse ? ["Sure it is worse: the probability that the move is worse than the best one, by that error."] : []),
    ...(hasConfidence ? ["Grade sure: the probability that the cost lies in the range of this grade."] : []),
  ].join(" ");
}

export const LIST_WORDS = {
  label: "Candidate moves, best first",
  best: "best",
  played: "played",
  notCompared: "not compared",
} as const;

/** A candidate's value as spelled out in its tooltip and for screen readers. */
interface Worth {
  ev: number;
  stderr: number;
  /** The value is only an upper bound. */
  bound: boolean;
  unit: string;
  /** The game's own words for the value, or null. */
  own: string | null;
}

/** The value in a tooltip: "at most +4.50 points", "+1.3 points ± 0.40 (two standard errors)". */
export function worthTitle({ ev, stderr, bound, unit, own }: Worth): string {
  const error = stderr > 0 ? ` ± ${plain(leeway(stderr), 2)} (two standard errors)` : "";
  return `${bound ? "at most " : ""}${own ?? withUnit(signed(ev, stderr > 0 ? 1 : 2), unit)}${error}`;
}

/** The value for screen readers: "worth 1.3 points, give or take 0.4". */
export function worthSpoken({ ev, stderr, bound, unit, own }: Worth): string {
  const error = stderr > 0 ? `, give or take ${plain(leeway(stderr), 1)}` : "";
  return `${own ?? `worth ${bound ? "at most " : ""}${withUnit(plain(ev, 1), unit)}`}${error}`;
}

/** The chance to win at the start of a sentence: "Wins 41%". */
export function winsTitle(probability: number): string {
  return `Wins ${percent(probability)}`;
}

/** The same within a sentence: "wins 41%". */
export function winsText(probability: number): string {
  return `wins ${percent(probability)}`;
}

export const POINTS_WORDS = {
  kind: "Kind",
  played: "Played",
  picked: "This",
  best: "Best",
  diff: "Diff.",
  difference: "Difference",
  total: "Total",
  totalAtMost: "Total, at most",
  winChance: "Chance to win",
  none: "There is no breakdown of this value.",
} as const;

/** The caption of the breakdown: of the best move, of the played move, or of a picked one. */
export function pointsCaption(about: "best" | "played" | "picked", unit: string): string {
  const headings = { best: "Where the value comes from", played: "What it gives up", picked: "Against the best move" };
  return `${headings[about]}, by kind in ${unitName(unit)}`;
}

export const THINK_WORDS = {
  heading: "Think time",
  goal: "Play",
  custom: "Custom",
  perMove: "ms a move",
} as const;
