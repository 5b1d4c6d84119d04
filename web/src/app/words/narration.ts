/** What screen readers hear about a game or a position. */

export const SPOKEN = {
  newGame: "New game",
  sameDeal: "The same deal again",
  secondGame: "The second game of the match",
  at: (move: number): string => `Move ${move}.`,
  over: (result: string, match: string): string => `The game is over. ${result} ${match}`.trimEnd(),
  claimed: "You claimed the rest.",
  newPosition: "A new position. It is your move.",
  /** @param right null if the answer is not counted; @param hinted what is said of a right one after a hint, or empty */
  answer: (grade: string, right: boolean | null, hinted: string): string =>
    `${grade}. ${right === null ? "This answer is not counted." : right ? `That is correct. ${hinted}`.trimEnd() : "There was a better move."}`,
  answerNotGraded: (reason: string): string => `Your last answer could not be graded. ${reason}`,
  /** @param reason the sentences that a hint shows, or empty */
  hint: (move: string, reason: string): string => `Hint: ${move}. ${reason}`.trimEnd(),
  allGraded: "Every move is graded.",
} as const;

/** "New game against Casual. You are Order. You begin." */
export function startText(what: string, opponents: string, role: string | undefined, begins: boolean): string {
  const against = opponents === "" ? "" : ` against ${opponents}`;
  return `${what}${against}.${role === undefined ? "" : ` You are ${role}.`}${begins ? " You begin." : ""}`;
}
