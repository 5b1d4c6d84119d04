/** Words of the mode "Practise". */
export const PRACTISE = {
  title: (game: string): string => `Practise ${game}`,
  turn: {
    generating: "Looking for a position",
    learn: "Learn from your mistakes",
    idle: "Practise",
    move: (role: string | undefined): string => (role === undefined ? "Your move" : `Your move as ${role}`),
    ungraded: "Not graded",
    wrong: "There was a better move",
    close: "Close enough",
    // Not "Right", which is a seat in Hearts.
    right: "Correct",
    open: "Not counted",
    hinted: (judged: string): string => `${judged}, with a hint`,
  },
  hinted: "After a hint an answer counts as missed.",
  /** The position is an own mistake; `when` is when its game began, null if that is not known. */
  own: (when: string | null): string => (when === null ? "Your own mistake" : `Your mistake in the game of ${when}`),
  opponent: "Opponent",
  heading: { answer: "Your answer", hint: "Hint" },
  quiet: "Choose a move: the coach then says what it cost, and why.",
  nothingDue: "Nothing is due",
  noMistakes: "Play or practise first: clear mistakes are kept here, with the answer hidden.",
  dueIn: (game: string, count: number): string => `Practise ${count} in ${game}`,
  nextDue: (wait: string): string => `The next one comes back in ${wait}.`,
  intro: { heading: "One position, one decision", text: "You get a position from a game, choose a move, and see what it cost and why." },
  give: "Give me a position",
  after: "See what it leads to",
  before: "Back to the decision",
  seed: "Seed",
  forgetCard: "Do not ask this one again",
} as const;

export const TALLY = {
  heading: "This session",
  right: "Correct",
  loss: "Loss per answer",
  /** The mean loss, with the number of answers that it is of; null for all. */
  mean: (loss: string, of: number | null): string => (of === null ? loss : `${loss} (${of})`),
  of: (right: number, answered: number): string => `${right} of ${answered}`,
} as const;

export const POSITIONS = {
  heading: "Positions",
  fresh: "New ones",
  mistakes: "Your mistakes",
  due: (due: number, kept: number): string => `${due} of ${kept} due`,
  schedule: "Positions you solve come back after longer and longer breaks; those you miss, within minutes.",
  any: "Any",
} as const;
