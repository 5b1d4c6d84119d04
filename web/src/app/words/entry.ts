/** Words for entering a game that was played at a table. */
import { counted } from "../../core/words";

export const ENTRY = {
  open: "Enter a game",
  heading: "Enter a game from a table",
  explain: "Say what chance gave, then play the moves as they were played. Nothing is judged before the review.",
  start: "Begin",
  players: "Players",
  firstPlayer: "Who begins",
  player: (number: number): string => `Player ${number}`,
  turn: (name: string): string => `${name} to move`,
  over: "The game is over",
  asText: "Copy as text",
  copied: "Text of the game",
  review: "Review this game",
  undo: "Undo",
  leave: "Back",
  moves: (count: number): string => `${counted(count, "move")} entered`,
  confirmLeave: "Leave without this game?",
} as const;
