/** Words about games as text. */
import { counted } from "../../core/words";

export const NOTATION = {
  faults: (count: number): string => `${counted(count, "line")} cannot be read`,
  goTo: (line: number): string => `Show line ${line}`,
  line: (line: number): string => `Line ${line}`,
  unreadable: "This file cannot be read.",
  tooLong: "This file is too large to be a game.",
  openFile: "Open a file",
  file: (game: string): string => `hindsight-${game}.txt`,
  buttons: { copy: "Game as text", save: "Game as a text file" },
  copied: "Text of the game",
  saved: "The text was downloaded.",
} as const;
