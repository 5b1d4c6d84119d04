/** The texts of the decisions that mattered most. */
import type { DecisionRow, ReviewRow } from "../types";
import { plain } from "../../../core/format";
import { counted } from "../../../core/words";
import { answerText, whenText } from "./phrases";

export const HIGHLIGHT_WORDS = {
  heading: "What mattered most",
  points: "points",
  none: "No choice was far from the coach's.",
  waiting: "Shown once the decisions are scored.",
  claim: "Scores compare your choices. Against people they have not been shown to play well; GEMP's bots they beat in a few games.",
} as const;

/** "Turn 3, Battle". */
export function shortWhen({ turn, phase }: Pick<DecisionRow, "turn" | "phase">): string {
  const name = phase?.replace(/\s*\(turn.*\)$/i, "") ?? "";
  return turn === null || turn === 0 ? name || "Start" : `Turn ${turn}${name === "" ? "" : `, ${name}`}`;
}

/** "1. Turn 3, Battle, A's turn. The coach: Battle at Tatooine; you: Pass. 35.0 points." */
export function highlightText(place: number, row: DecisionRow, scored: ReviewRow | null, swing: number): string {
  const [coach, you] = [answerText(scored?.best_text, scored?.best_answer), answerText(row.inferred_text, row.inferred_answer)];
  return `${place}. ${whenText(row)}. The coach: ${coach}; you: ${you}. Expected swing: ${plain(swing)} points.`;
}

/** "Points behind the coach's pick over 43 decisions; at most 35.0." */
export function lineText(decisions: number, most: number): string {
  return `Points behind the coach's pick over ${counted(decisions, "decision")}; at most ${plain(most)}.`;
}
