/** The texts of the decisions that mattered most. */
import { STRENGTH } from "./strength";
import type { DecisionRow } from "../types";
import { plain } from "../../../core/format";
import { counted } from "../../../core/words";

export const HIGHLIGHT_WORDS = {
  heading: "What mattered most",
  points: "points",
  coach: "The coach:",
  you: "You:",
  none: "No choice was far from the coach's.",
  waiting: "Shown once the decisions are scored.",
  claim: `Scores compare your choices. They have not been shown to play well among people; with sample decks they ${STRENGTH}.`,
} as const;

/** "Turn 3, Battle". */
export function shortWhen({ turn, phase }: Pick<DecisionRow, "turn" | "phase">): string {
  const name = phase?.replace(/\s*\(turn.*\)$/i, "") ?? "";
  return turn === null || turn === 0 ? name || "Start" : `Turn ${turn}${name === "" ? "" : `, ${name}`}`;
}

/** "Points behind the coach's pick over 43 decisions; at most 35.0." */
export function lineText(decisions: number, most: number): string {
  return `Points behind the coach's pick over ${counted(decisions, "decision")}; at most ${plain(most)}.`;
}
