/** The texts shown before a game is open, and where a replay, a decision or card data is opened. */

import { plain } from "../../../core/format";

/** The heading of the screen, for screen readers. */
export const SCREEN_TITLE = "SWCCG, review";

export const START_WORDS = {
  heading: "What else was there to choose, and why?",
  purpose:
    "Open a recorded GEMP game of Star Wars CCG. Every decision with a choice is scored, option by option, with reasons that add up, " +
    "beside what you chose.",
  restoring: "Restoring your game …",
  restoringNote: "It was saved in this browser and is being read and scored again. This takes a moment.",
  openAgain: "Open it again",
} as const;

export const OPEN_WORDS = {
  label: "Open a game or a decision",
  drop: "Drop a replay here, or choose a file",
  privacy:
    "Nothing leaves this machine: a replay shows your hand, so it is read in your browser and nowhere else. It stays there until you close it.",
  source: "A replay is the file that GEMP lets you download for a game you played; you usually find it in your profile or history there.",
  sample: "Open the sample game",
  /** The label has three parts, because the element in the middle is set as code. */
  pasteBefore: "Or paste XML or a copied decision: a replay, the",
  pasteElement: '<ge type="D" …>',
  pasteAfter: "of one decision, or its JSON",
  openPasted: "Open pasted text",
} as const;

/** @param megabytes the size limit of a file */
export function fileTypesText(megabytes: number): string {
  return `.xml, .xml.gz or any other name; Dark.json and Light.json as well. Files up to ${megabytes} MB.`;
}

/** Why a file or a pasted text cannot be opened. */
export const READING_PROBLEMS = {
  webPage: "This is a web page, not a replay: download the replay file itself.",
  tooLargeForEngine: "The replay is too large for the engine, even when compressed.",
  empty: (name: string) => `${name} is empty.`,
  tooLarge: (name: string, megabytes: number, limit: number) => `${name} is too large: ${plain(megabytes)} MB; the limit is ${limit} MB.`,
  json: (name: string) => `${name} is JSON, but neither Dark.json nor Light.json nor a decision copied from this page.`,
} as const;

/** The name of pasted text in such sentences. */
export const PASTED_TEXT = "The text";

export function setAsideText(name: string): string {
  return `“${name}” was set aside because the page ended several times while opening it.`;
}
