/** Words of the start page. */
export const HOME = {
  heading: "See what your move cost, and why.",
  intro: "Hindsight plays board, card and dice games with you, finds the best move, and grades yours. All of it runs in this browser.",
  /** What each mode is for, where a game has all of them. */
  modes: {
    play: "A full game, every move graded as you make it.",
    practise: "One position, one decision, graded.",
    review: "A finished or pasted game, move by move.",
  },
  /** The same for a game that is only reviewed. */
  reviewOnly: "A recorded game, decision by decision. A sample game is one click away.",
} as const;
