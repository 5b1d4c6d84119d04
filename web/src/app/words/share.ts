/** Words for what is copied or downloaded. */
export const SHARE = {
  heading: "Share",
  hiddenNote: "Until the game is over, what is copied shows only what you can see.",
  more: "Other ways",
  buttons: {
    link: "Copy link",
    position: "Position as JSON",
    words: "Position in words",
    gameLink: "Copy game link",
    game: "Game as JSON",
    challenge: "Link to play the same game",
  },
  /** What was copied, the start of a sentence. */
  copied: {
    link: "Link",
    position: "Position",
    words: "Description",
    gameLink: "Link to the game",
    game: "Game",
    challenge: "Challenge link",
    state: "State",
  },
} as const;

export const copiedText = (what: string): string => `${what} copied.`;
export const notCopiedText = (what: string): string => `${what} could not be copied: this browser does not allow it here.`;
