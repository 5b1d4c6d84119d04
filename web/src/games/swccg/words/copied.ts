/** The sentences of a decision that is copied as text. */
import { answerText, bandOf, gradeWords, sureText } from "./phrases";
import { plain } from "../../../core/format";
import type { DecisionRow } from "../types";

export const CHOICE_UNKNOWN = "What you chose is not known.";

/** "The coach picks: Deploy Vader (63.0, high)." */
export function pickText(best: string, score: number): string {
  return `The coach picks: ${best} (${plain(score)}, ${bandOf(score).name}).`;
}

/** "Scores: Deploy Vader 63.0; Pass 5.0." */
export function scoresText(scores: readonly string[]): string {
  return `Scores: ${scores.join("; ")}.`;
}

/** "Deploy Vader ×2 63.0 (ruled out)"; `alike` options are merged. */
export function scoreText(text: string, alike: number, score: number, ruledOut: boolean): string {
  return `${text}${alike > 1 ? ` ×${alike}` : ""} ${plain(score)}${ruledOut ? " (ruled out)" : ""}`;
}

/** "You chose: Pass (as you say): Far, 35.0 points behind."; `behind` is null without a grade. */
export function saidText(choice: string, grade: string | null | undefined, behind: number | null): string {
  return `You chose: ${choice} (as you say)${behindText(grade, behind)}.`;
}

type Inferred = Pick<DecisionRow, "inferred_text" | "inferred_answer" | "inferred_confidence" | "alike">;

/** "You chose: Pass (inferred, 90% sure): Far, 35.0 points behind." */
export function inferredText(row: Inferred, ungraded: string | null, grade: string | null | undefined, behind: number | null): string {
  const own = `${answerText(row.inferred_text, row.inferred_answer)} (${sureText(row.inferred_confidence, row.alike)})`;
  return `You chose: ${own}${ungraded !== null ? `; ${ungraded}` : behindText(grade, behind)}.`;
}

function behindText(grade: string | null | undefined, behind: number | null): string {
  return behind === null ? "" : `: ${gradeWords(grade).word}, ${plain(behind)} points behind`;
}
