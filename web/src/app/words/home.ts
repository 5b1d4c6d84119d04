/** Words of the start page. */
import { YOU } from "../../games/types";
import { counted, listed } from "../../core/words";
import { possessive } from "./names";

export const HOME = {
  heading: "See what your move cost, and why.",
  intro: "Hindsight plays board, card and dice games with you, finds the best move, and grades yours. All of it runs in this browser.",
  back: "Welcome back",
  games: "Games",
  /** What each mode is for, where a game has all of them. */
  modes: {
    play: "A full game, every move graded as you make it.",
    practise: "One position, one decision, graded.",
    review: "A finished or pasted game, move by move.",
  },
  /** The same for a game that is only reviewed. */
  reviewOnly: "A recorded game, decision by decision. A sample game is one click away.",
  continue: "Continue",
  due: (count: number): string => `Practise what is due (${count})`,
  nothingDue: "No mistakes to practise today.",
  library: "All your games",
  /** Whose move it is in the game on the table; null is unknown. */
  mover: (name: string | null): string => {
    if (name === null) return "A game is on the table";
    return name === YOU ? "Your move" : `${possessive(name)} move`;
  },
  state: (moves: number, opponents: readonly string[]): string =>
    `${moves === 0 ? "Just begun" : `${counted(moves, "move")} so far`}${opponents.length === 0 ? "" : `, against ${listed(opponents)}`}`,
  today: "Today’s game",
  todayOpen: "Play it",
  todayBegun: "Go on",
  todayDone: "Done",
  mistakes: "Mistakes due",
  noMistakes: "None",
  last: "Last results",
  noGames: "No games yet",
  loss: "Loss per decision",
  marks: { won: "W", drawn: "D", lost: "L" },
  finished: "finished",
  /** What links of few letters are called; each begins with what is seen. */
  spoken: {
    today: (seen: string, game: string): string => `${seen}: today’s game of ${game}`,
    due: (count: number, game: string): string => `${counted(count, "mistake")} due in ${game}`,
    result: (seen: string, result: string, game: string): string => `${seen}: ${result}, review this game of ${game}`,
    loss: (seen: string, game: string): string => `${seen} lost per decision in ${game}, statistics`,
  },
} as const;

/** The decision for somebody who is new here. */
export const TRY = {
  heading: "Try one: a throw in Yatzy",
  task: (throws: number): string =>
    `One row is left on the card, “Chance”: it scores the sum of the five dice. You may throw any of them again, ${throws === 1 ? "once" : counted(throws, "time")}. Tap the dice to keep.`,
  die: (face: number): string => `Die showing ${face}`,
  kept: "kept",
  alsoBest: "keep",
  best: "Best",
  before: "You then see what your choice gives on average, what the best one gives, and why.",
  keepAll: (sum: number): string => `Stop with ${sum}`,
  throw: (dice: number): string => (dice === 5 ? "Throw all five" : `Throw ${counted(dice, "die", "dice")}`),
  cost: (loss: string): string => `It costs ${loss} ${loss === "1" ? "point" : "points"} on average.`,
  costsNothing: "Nothing is better.",
  yours: "Your choice",
  theBest: (faces: string): string => `Best: keep ${faces}`,
  lesson: (mean: string, throws: number): string =>
    `With ${throws === 1 ? "one throw" : counted(throws, "throw")} to come, a die is worth ${mean} on average: only a 4, 5 or 6 is better than that.`,
  play: "Play Yatzy",
} as const;
