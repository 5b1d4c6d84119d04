/** The texts of a reviewed game: chart, summary, accuracy, turning points. */
import { percent, plain, short, signed } from "../../core/format";
import { counted, listed } from "../../core/words";
import { sumsName, sumsUnitNote, sumText } from "./sums";

export const CHART_WORDS = {
  label: "The game move by move",
  none: "No moves yet",
  end: "After the last move",
  notGraded: "not graded yet",
  throwEntered: "a throw is entered",
  waiting: "The chart fills as moves are graded.",
} as const;

/** What the line of the chart shows: "Chance to win: You". */
export function lineText(kind: "win" | "score" | "value", name: string): string {
  const what = { win: "Chance to win", score: "Expected final score", value: "Value of the position" }[kind];
  return name === "" ? what : `${what}: ${name}`;
}

/** A value of the line: "54%", "251". */
export function lineValue(kind: "win" | "score" | "value", value: number): string {
  if (kind === "win") return percent(value / 100);
  return kind === "score" ? plain(value, 0) : signed(value, 1);
}

/** "Move 3 of 20: Mistake, −12%". */
export function placeText(move: number, moves: number, what: string): string {
  return `Move ${move} of ${moves}: ${what}`;
}

export const SUMMARY_WORDS = {
  heading: "Summary",
  accuracy: "Accuracy",
  graded: "Graded",
  par: "Par at the start",
  skill: "Skill",
  undecided: "of it undecided",
  given: "Opponent’s losses",
  givenByMany: "Others’ losses",
  luck: "Luck",
  rest: "Not explained",
  result: "Result",
  turning: "Turning points",
  means: {
    forced: "No choice: only one move was legal.",
    decided: "Decided: every move won, or every move lost.",
  },
} as const;

/** A turning point: "Move 12, You: 3 Blue to line 4. Mistake, −12%, 92% sure it is worse". */
export function turningText(move: number, name: string, what: string, word: string, cost: string, sure: string | null): string {
  return `Move ${move}, ${name}: ${what}. ${word}, ${cost}${sure === null ? "" : `, ${sure}`}`;
}

/** The row of the losses in another unit than the sums: "Skill in points". */
export function apartName(unit: string): string {
  return `${SUMMARY_WORDS.skill} ${sumsUnitNote(unit, false)}`;
}

/** The row of the parts of a game that could end it, and the note on it. */
export function lastPartsName(part: string): string {
  return `Last ${part}s`;
}

export function lastPartsText(part: string): string {
  return `“${lastPartsName(part)}” are the points that such ${part}s brought, compared with the average of all players.`;
}

/** The unit of the sums: "Skill and luck are in points." */
export function sumsText(unit: string, chance: boolean): string {
  return `${chance ? "Skill and luck are" : "Skill is"} in ${sumsName(unit)}.`;
}

/**
 * How accuracy is defined, in one sentence.
 *
 * @param win the loss of a blunder by the chance to win, as points of a hundred; null if the game has none
 * @param points the same in points
 */
export function accuracyText(win: number | null, points: number | null, unit: string): string {
  const parts = [
    ...(win === null ? [] : [`${short(win)}% of the chance to win`]),
    ...(points === null ? [] : [`${plain(points, 0)} ${unit}`]),
  ];
  return `Accuracy: each decision counts from 100% (nothing lost) down to 0% (a blunder: ${parts.join(" or ")}); moves without a choice and in decided positions are left out.`;
}

/** "You made 4 mistakes and 1 inaccuracy", or null without any. */
export function faultsText(name: string, mistakes: number, inaccuracies: number): string | null {
  const parts = [
    ...(mistakes > 0 ? [counted(mistakes, "mistake")] : []),
    ...(inaccuracies > 0 ? [counted(inaccuracies, "inaccuracy", "inaccuracies")] : []),
  ];
  return parts.length === 0 ? null : `${name} made ${listed(parts)}`;
}

/**
 * The note below the sum, whose last part is what the others leave open.
 *
 * @param error of the parts; null if it is not known
 * @param rest the parts leave something open
 * @param beyond they leave open more than their errors explain
 */
export function reckoningText(error: number | null, unit: string, { rest, beyond }: { rest: boolean; beyond: boolean }): string {
  const inUnit = `In ${sumsName(unit)}.`;
  if (error === null) return rest ? inUnit : `${inUnit} The parts add up to the result.`;
  if (error === 0 && !beyond) return `${inUnit} The parts add up to the result.`;
  const stated = `The parts were measured with an error of ± ${sumText(error, unit)} in all`;
  return beyond ? `${inUnit} ${stated}; the rest is what the estimates of earlier positions were off.` : `${inUnit} ${stated}.`;
}
