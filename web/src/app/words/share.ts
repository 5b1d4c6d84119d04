/** Words for what is copied or downloaded. */
export const SHARE = {
  heading: "Share",
  hiddenNote: "Until the game is over, what is copied shows only what you can see.",
  buttons: {
    link: "Copy link",
    position: "Copy position",
    words: "Copy in words",
    gameLink: "Copy game link",
    game: "Copy game",
    challenge: "Copy challenge link",
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
