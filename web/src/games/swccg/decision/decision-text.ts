/** A decision as text for the clipboard: the position, the coach's pick, the scores, and the person's own choice. */
import type { Shown } from "./detail.svelte";
import { optionViews, wordsFor } from "./options";
import { worded } from "../cards/titles";
import type { DecisionRow, ReviewRow } from "../types";
import { plain } from "../../../core/format";
import { othersText } from "../words/decision";
import { answerText, bandOf, gradeWords, ORDER_ONLY, sureText } from "../words/phrases";

/** At most this many scores are written out. */
const MAX_SCORES = 12;

/** @param described the engine's description of the position */
export function inWords(described: string, shown: Shown, row: ReviewRow | null, inferred: DecisionRow | null): string {
  const { view, evaluation } = shown;
  const best = wordsFor(view, evaluation, evaluation.bestAction.answer);
  const lines = [
    worded(described, view.titles),
    `The coach picks: ${best} (${plain(evaluation.bestActionEv)}, ${bandOf(evaluation.bestActionEv).name}).`,
    `Scores: ${scores(shown, row)}.`,
    choice(shown, row, inferred),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function scores(shown: Shown, row: ReviewRow | null): string {
  const views = optionViews(shown, row);
  const first = views.slice(0, MAX_SCORES).map(({ text, answers, score, vetoes }) => {
    const count = answers.length > 1 ? ` ×${answers.length}` : "";
    return `${text}${count} ${plain(score)}${vetoes.length > 0 ? " (ruled out)" : ""}`;
  });
  return [...first, ...(views.length > MAX_SCORES ? [othersText(views.length - MAX_SCORES)] : [])].join("; ");
}

function choice({ view, evaluation, said }: Shown, row: ReviewRow | null, inferred: DecisionRow | null): string {
  if (said !== null) {
    const behind = evaluation.deltaEv === null ? "" : `: ${gradeWords(evaluation.grade).word}, ${plain(-evaluation.deltaEv)} points behind`;
    return `You chose: ${wordsFor(view, evaluation, said)} (as you say)${behind}.`;
  }
  if (inferred === null || inferred.inferred_answer === null) return "What you chose is not known.";
  const own = `${answerText(inferred.inferred_text, inferred.inferred_answer)} (${sureText(inferred.inferred_confidence, inferred.alike)})`;
  if (row?.taken_later === true) return `You chose: ${own}; ${ORDER_ONLY}.`;
  return `You chose: ${own}${row === null || row.gap === null ? "" : `: ${gradeWords(row.grade).word}, ${plain(row.gap)} points behind`}.`;
}
