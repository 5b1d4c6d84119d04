/** Why a text, a link or a file is not a position or a game. */
export const IMPORT = {
  empty: "There is nothing to read: paste a position, a game or a link.",
  tooLong: "This text is too long to be a position or a game.",
  /** @param game whose texts can be read; null if it has none */
  notJson: (game: string | null): string =>
    game === null
      ? "Line 1 should be a link, or a position or a game as JSON."
      : `Line 1 should be a link, a position or a game as JSON, or the heading of a game in words: “Hindsight ${game}”.`,
  /** The text is the address of a page, but no link that Hindsight made. */
  noLink: "This address does not contain a position or a game: copy the link again as a whole.",
  otherGame: (game: string): string => `This is a game of ${game}: open it there.`,
  brokenJson: (line: number, column: number): string =>
    `This JSON breaks off at line ${line}, column ${column}, where a position or a game should go on.`,
  invalidJson: "This is no valid JSON: something in it is wrong or missing. Copy it again as a whole.",
  neither: "This JSON should be a position, with “ruleset_id”, or a game, with “format”, but is neither.",
  tooDeep: "This JSON is nested deeper than any position or game.",
  noRuleset: "This JSON does not say which game it is: the field “ruleset_id” is missing.",
  otherVersion: "This game was saved by another version of Hindsight, which this one cannot read.",
  incomplete: "This game is incomplete: its rules, first position or moves are missing.",
  contradiction: "This game contradicts itself: its first position belongs to other rules.",
  tooManyMoves: "This game has too many moves to be shown.",
  illegalMove: (move: number, reason: string): string => `Move ${move} of this game cannot be played.${reason}`,
} as const;

/** Why a link cannot be read. */
export const LINK = {
  tooLong: "This link is too long to be a position or a game.",
  badCharacters: "This link is damaged: it contains invalid characters.",
  damaged: "This link is damaged or was cut short.",
  noContent: "This link does not contain a position or a game.",
  tooLarge: "This link unpacks to more than any position or game needs.",
} as const;
