/** Words of the panels that several modes share: board, coach, lines, hands, and the proof of a deal. */
import { counted } from "../../core/words";

export const BOARD = {
  preview: "Preview: no move is played",
  failed: "This position could not be drawn.",
} as const;

export const COACH_PANEL = {
  label: "Coach",
  open: "Open the coach",
  close: "Close the coach",
  throwEntered: "A throw is entered here: there is nothing to decide.",
  claimed: "You claimed the rest of the hand, so this move was made for you.",
} as const;

/** Labels of the moves that are marked on the board. */
export const MARKS = { best: "Best", hint: "Hint", played: "Played" } as const;

export const LINE = {
  label: "Line of the candidate",
  first: "First move of the line",
  back: "Back one move",
  next: "Next move of the line",
  last: "Last move of the line",
  close: "Close the preview (Esc)",
  show: "Show the line",
  length: (moves: number): string => `(${counted(moves, "move")})`,
  /** At the end of a line that stops within a round. */
  noFurther: "The coach looked no further.",
} as const;

/** The parts of a game; `part` is their name, such as "hand". */
export const PARTS = {
  part: "part",
  heading: (part: string): string => `Key decision of each ${part}`,
  noLoss: "No loss found.",
  move: (move: number): string => `Move ${move}`,
  leave: (part: string, number: number): string => `Leave the game at ${part} ${number}?`,
  again: "Play again",
  againSpoken: (part: string, number: number): string => `Play the deal of ${part} ${number} again`,
} as const;

export const DEAL_PROOF = {
  deal: (hand: number, over: boolean): string => `Deal ${hand}, ${over ? "opened" : "sealed"}:`,
  verdicts: { true: "matches", false: "does not match", null: "not checked" },
  matches: "The SHA-256 hash of the text above is the one shown before the first card was played: nobody changed the cards.",
  differs: "The SHA-256 hash of the text above is not the one that was shown.",
  unchecked: "This browser cannot compute the SHA-256 hash of the text above; any other program can.",
  sealed: "The SHA-256 hash of a text with all cards of this deal, which is shown after it: then you can check that nobody changed them.",
} as const;
