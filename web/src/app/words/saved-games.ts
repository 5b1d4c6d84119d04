/** Words about the games that this browser saves. */
import { counted } from "../../core/words";

export const SAVED = {
  silent: "This browser's storage is not responding. A saved game may appear later; whatever you play now is kept separately.",
  continuedElsewhere:
    "This game was continued in another tab. What you played here is kept too: see “Other saved games” when you start a new game.",
  deletedElsewhere: "This game was deleted in another tab.",
  revived: "This game was deleted in another tab. You have played on here, so it is saved again.",
  setAside: "Your saved game could not be opened, so it was set aside. See “Other saved games”.",
  unreadable: "Your saved game could not be opened. It is still kept; a new game is saved separately.",
  cannotOpen: "This saved game cannot be opened. You can download it.",
  tableNotSaved: "The game on the table is not saved. Download it before you open another one.",
  openRefused: "The game could not be opened: this browser's storage refused.",
  gone: "This game is no longer saved in this browser.",
  none: "This browser has no saved game that can be opened.",
} as const;

export const OTHER_GAMES = {
  heading: "Other saved games",
  all: "All your games",
  damaged: "damaged",
  aside: ", set aside because it could not be opened",
  forget: "Delete",
  confirmForget: "Really delete?",
  length: (moves: number): string => counted(moves, "move"),
} as const;
