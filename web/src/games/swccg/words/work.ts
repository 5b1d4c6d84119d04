/** The texts of what runs for a while, and of the notes that follow from it. */
import { counted } from "../../../core/words";

export const WORK_WORDS = {
  scoring: "Scoring the decisions",
  reading: "Reading the game",
  readingWithCards: "Reading the game with the cards",
  cancel: "Cancel",
  close: "Close",
  unscored: "The decisions are not scored yet.",
  score: "Score them",
  fromTop: "That was the last disagreement: starting from the top again.",
  noOther: "There is no other disagreement among these decisions.",
  sample: "the sample game",
} as const;

/** "Scoring the decisions: 40%". */
export function progressText(what: string, percent: number | null): string {
  return percent === null ? `${what} …` : `${what}: ${percent}%`;
}

/** @param name of the replay that was opened */
export function lastOneText(replays: number, name: string): string {
  return `${replays} replays were chosen: the last one, ${name}, was opened.`;
}

/** "DarkBot against LightBot: 240 decisions, 80 with a choice." */
export function openedText(title: string, decisions: number, choices: number): string {
  return `${title}: ${counted(decisions, "decision")}, ${choices} with a choice.`;
}

export function cardsLoadedText(cards: number): string {
  return `${counted(cards, "card")} loaded.`;
}

export function flipsText(flips: number, decisions: number): string {
  return `${flips} of ${decisions} decisions flip.`;
}
