/** Words of the settings. */
export const SETTINGS = {
  heading: "Settings",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  flags: {
    coach: { name: "Coach", note: "Grade my moves while I play" },
    hints: { name: "Hints", note: "Show the best move before I move" },
    colorMarks: { name: "Marks on pieces", note: "A pattern in addition to the colour" },
    animations: { name: "Animations", note: "Your system's setting for reduced motion takes precedence" },
    enginePanel: { name: "Engine panel", note: "Counts, times, seeds and the candidate table" },
  },
  notation: "Moves are written",
  notations: { words: "In words", short: "Short" },
} as const;
