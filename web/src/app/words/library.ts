/** Words of the library: saved games, their filters, and taking all data along. */
import { inFull } from "../../core/format";
import { counted, listed } from "../../core/words";

export const LIBRARY = {
  name: "Library",
  heading: "Your games",
  none: "Games that you play, enter or paste are kept here, in this browser.",
  noMatch: "No game matches.",
  unreadable: "This browser's storage does not answer, so the games cannot be listed.",
  more: "Show more",
  open: "Continue",
  enter: "Enter more",
  review: "Review",
  rename: "Name",
  nameOf: (game: string): string => `Name of ${game}`,
  save: "Save",
  forget: "Delete",
  deleted: (game: string): string => `${game} was deleted.`,
  undo: "Undo",
  shown: (shown: number, all: number): string => (shown === all ? counted(all, "game") : `${shown} of ${counted(all, "game")}`),
  filters: "Filters",
  game: "Game",
  allGames: "All games",
  outcome: "Result",
  opponent: "Opponent",
  anyone: "Anyone",
  since: "Played",
  found: "Find by name",
  current: "open in Play",
  aside: "could not be opened",
  damaged: "damaged",
  daily: "daily game",
  unfinished: (moves: number): string => `unfinished, ${counted(moves, "move")}`,
  alone: "alone",
  against: (names: string): string => `against ${names}`,
  loss: (mean: string, unit: string): string => `${inFull(mean, unit)} lost per decision`,
  worst: (move: number, loss: string): string => `worst at move ${move}: ${loss}`,
} as const;

/** How games that were not played here came to be. */
export const SOURCES = { entered: "entered at a table", pasted: "pasted", shared: "shared with you" } as const;

export const OUTCOMES = {
  all: "All",
  won: "Won",
  lost: "Lost",
  drawn: "Drawn",
  finished: "Finished",
  unfinished: "Unfinished",
} as const;

/** The periods of the filter by date, in days; 0 is all time. */
export const PERIODS: readonly { days: number; name: string }[] = [
  { days: 0, name: "At any time" },
  { days: 7, name: "In the last week" },
  { days: 30, name: "In the last month" },
  { days: 365, name: "In the last year" },
];

export const DATA = {
  heading: "Your data",
  explain:
    "Games, mistakes, settings and notes stay in this browser. Take them along as one file, or bring one here: nothing is overwritten.",
  exportAll: "Download all data",
  importAll: "Add from a file",
  deleteAll: "Delete all my data",
  deletes: (games: number, cards: number): string =>
    `This deletes ${listed([counted(games, "game"), counted(cards, "mistake"), "your settings"])}. It cannot be undone.`,
  /** The same where they could not be counted. */
  deletesAll: "This deletes all games, mistakes and settings. It cannot be undone.",
  keep: "Keep them",
  deleteNow: "Delete everything",
  downloaded: (games: number, cards: number): string =>
    `Downloaded: ${listed([counted(games, "game"), counted(cards, "mistake"), "settings"])}.`,
  deleted: "All data was deleted.",
  notDeleted: "The data could not be deleted: this browser's storage refused.",
  notRead: "The data could not be read: this browser's storage does not answer.",
  notWritten: "Not everything in the file was added: this browser's storage refused. Adding it again loses nothing.",
  unreadable: "The file could not be read.",
  file: (date: string): string => `hindsight-data-${date}.json`,
  added: (games: number, cards: number, settings: boolean): string =>
    `Added: ${listed([counted(games, "game"), counted(cards, "mistake"), ...(settings ? ["settings"] : [])])}.`,
  nothingNew: "Everything in the file is here already.",
  skipped: (games: number): string => `${counted(games, "game")} could not be read and ${games === 1 ? "was" : "were"} left out.`,
  notData: "This file is damaged, or holds no data of Hindsight.",
  newer: "This file was made by a newer version of Hindsight. Reload the page, then try again.",
  tooLarge: "This file is too large.",
} as const;
