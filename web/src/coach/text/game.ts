/** The texts about a whole game: skill and luck, losses by kind of decision, moves and the timeline. */
import { PERCENT, unitName, withUnit } from "../../core/format";
import { sumsName } from "./sums";

export const ACCOUNT_WORDS = {
  heading: "Skill and luck",
  player: "Player",
  skill: "Skill",
  luck: "Luck",
  graded: "Graded",
  nextMistake: "Next mistake",
  /** Shown where luck is withheld. */
  withheld: "The luck of a hand is shown when the hand is over.",
} as const;

/** "3 of 5": graded decisions out of those made. */
export function gradedText(graded: number | undefined, made: number | undefined): string {
  return `${graded} of ${made}`;
}

/**
 * The unit of the sums: "Perfect play: 0 points."
 *
 * @param byChance the moves themselves are judged by the chance to win
 */
export function accountNote(unit: string, byChance: boolean): string {
  if (unit === PERCENT) return `In ${sumsName(unit)}; perfect play: 0.`;
  return `Perfect play: ${withUnit("0", unit)}.${byChance ? " Each move is judged by the chance to win, in %." : ""}`;
}

export const KINDS_WORDS = {
  heading: "Loss by kind of decision",
  kind: "Kind",
  graded: "Graded",
  lost: "Lost",
  each: "Each",
} as const;

/** The rest of the heading "Each", for screen readers. */
export function eachText(unit: string): string {
  return `, mean loss per decision in ${unitName(unit)}`;
}

export function kindsNote(unit: string): string {
  if (unit === PERCENT) return `${KINDS_WORDS.lost} in ${sumsName(unit)}, ${KINDS_WORDS.each.toLowerCase()} in %; 0 is perfect play.`;
  return `In ${unit}; 0 is perfect play.`;
}

export const MOVES_WORDS = {
  heading: "Moves",
  onlyLosses: "Only losses",
  none: "No moves yet.",
  noLosses: "Nothing was lost so far.",
  notGraded: "not graded",
} as const;

export const TIMELINE_WORDS = {
  label: "Losses move by move",
  none: "No moves yet",
  end: "After the last move",
  notGraded: "not graded",
  throwEntered: "a throw is entered",
} as const;

/** "Move 3 of 20, −1.3 points". */
export function positionText(move: number, moves: number, what: string): string {
  return `Move ${move} of ${moves}, ${what}`;
}
