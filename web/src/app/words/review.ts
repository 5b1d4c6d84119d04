/** Words of the mode "Review". */
import { capital, counted } from "../../core/words";

export const REVIEW = {
  title: (game: string): string => `Review ${game}`,
  turn: {
    opening: "Opening",
    editor: "Position editor",
    idle: "Review",
    over: "The game is over",
    end: "The end of the record",
    position: (name: string): string => `${name} to move`,
    move: (move: number, moves: number, name: string): string => `Move ${move} of ${moves}: ${name}`,
  },
  opening: "Opening the game …",
  previous: "Previous move",
  next: "Next move",
  evaluate: "Evaluate",
  /** In place of a name where nobody is known. */
  everyone: "The players",
  edit: "Edit",
  sideLine: "This is your own line.",
  heading: {
    position: "Position",
    /** @param name whoever made the move; empty in a game for one */
    move: (move: number, name: string): string => (name === "" ? `Move ${move}` : `Move ${move}, ${name}`),
  },
  quiet: {
    empty: "Open a position or a game.",
    secret: "The coach does not comment on the other players' moves while their cards are hidden.",
    over: "The game is over here.",
    ungraded: "Not evaluated yet: “Evaluate” finds the best move.",
  },
  otherGame: (ruleset: string, game: string): string => `This is a position from “${ruleset}”, not from ${game}.`,
} as const;

export const GRADING = {
  heading: "All moves",
  progress: "Moves graded",
  of: (done: number, total: number): string => `${done} of ${total}`,
  start: "Grade all moves",
  /** @param found such as "You made 4 mistakes"; @param count how many that are */
  look: (found: string, count: number): string => `${found}: look at ${count === 1 ? "it" : "them"}`,
  /** @param good the moves that were not best, but lost too little to count */
  clean: (name: string, good: number): string =>
    good === 0 ? `${name} made no mistakes.` : `${name} made no mistakes; ${counted(good, "move")} lost a little.`,
  /** Said once for all moves, where reasons speak to somebody else than the reader. */
  addressed: "The reasons say “you” to whoever made the move.",
  left: (moves: number): string => `${counted(moves, "move")} ${moves === 1 ? "is" : "are"} not graded.`,
} as const;

export const OPEN = {
  heading: "Open a game or a position",
  paste: "Paste a link, a position, or a game as text or JSON",
  last: "Your last game",
  setUp: "Set up a position",
  elsewhere: (game: string): string => `Open it in ${game}`,
} as const;

export const EDITOR = {
  heading: "Edit the position",
  done: "Use this position",
  /** A field by its path in the position: "Round number", "Player 1, pattern line 3, color". */
  field: (path: string): string =>
    capital(
      path
        .replaceAll(/(?:(ie)?s)?\.(\d+)(?=\.|$)/g, (_, ie: string | undefined, index) => `${ie ? "y" : ""} ${Number(index) + 1}`)
        .replaceAll(".", ", ")
        .replaceAll("_", " "),
    ),
} as const;
