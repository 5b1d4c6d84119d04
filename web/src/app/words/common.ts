/** Words that many parts of the page use: buttons, the modes, and the coach's name. */

export const MODE_NAMES = { play: "Play", practise: "Practise", review: "Review" } as const;

export const COACH = "Coach";
export const COACH_THINKING = "The coach is thinking";

export const BUTTONS = {
  again: "Try again",
  back: "Back",
  backToGame: "Back to the game",
  cancel: "Cancel",
  close: "Close",
  download: "Download",
  hint: "Hint",
  newGame: "New game",
  next: "Next",
  open: "Open",
  redo: "Redo",
  reload: "Reload",
  showHands: "Show all hands",
  undo: "Undo",
} as const;
