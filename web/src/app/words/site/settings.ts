/** Words of the settings. */
export const SETTINGS = {
  heading: "Settings",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  flags: {
    coach: { name: "Coach", note: "Grade my moves while I play" },
    hints: { name: "Hints", note: "Show the best move before I move" },
    colorMarks: { name: "Marks on pieces", note: "A pattern in addition to the colour" },
    animations: { name: "Animations", note: "None where your system asks for less motion" },
    enginePanel: { name: "Engine panel", note: "Counts, times, seeds, all candidates" },
  },
  notation: "Moves are written",
  notations: { words: "In words", short: "Short" },
  notKept: "This browser refuses to store settings: they last until the page is closed.",
  storage: "Your games in this browser",
  persisted: {
    unknown: "The browser may delete them when space is short.",
    granted: "Kept: the browser does not delete them when space is short.",
    refused: "The browser may delete them when space is short. Download your data in the library now and then.",
    unsupported: "This browser does not say whether it keeps them. Download your data in the library now and then.",
  },
  keep: "Ask the browser to keep them",
} as const;
