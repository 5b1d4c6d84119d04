/** Texts of Entropy's position editor. */
export const EDITOR = {
  toMove: "To move",
  roles: ["Order", "Chaos"],
  board: "Board",
  drawnToken: "Drawn token",
  nextKnown: "The next token is known",
  nextToken: "Next token",
  noneLeft: "None left",
  none: "None",
  left: " left",
  palette: "The colour a tap puts on a cell",
  cells: "Cells, row by row",
  hint: "Tap a cell to put the selected colour there, or type its letter. The bag is worked out from the board.",
  clear: "Clear the board",
} as const;

/** "7 by 7". */
export function boardText(size: number): string {
  return `${size} by ${size}`;
}

/** The label of an edited cell, noting an error. */
export function editedLabel(label: string, wrong: boolean): string {
  return wrong ? `${label}, wrong` : label;
}

/** Words that ask for the token drawn at a table. */
export const DRAW = {
  first: "Which token was drawn?",
  second: "Which token comes next?",
  next: "Which token comes after this one?",
  token: (color: string, left: number): string => `${color}, ${left} left`,
} as const;
