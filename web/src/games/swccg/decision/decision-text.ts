/** A decision as text for the clipboard: the position, the coach's pick, the scores, and the person's own choice. */
import type { Shown } from "./detail.svelte";
import { optionViews, wordsFor } from "./options";
import { worded } from "../cards/titles";
import type { DecisionRow, ReviewRow } from "../types";
import { ungradedText } from "../words/phrases";
import { CHOICE_UNKNOWN, inferredText, pickText, saidText, scoresText, scoreText } from "../words/copied";
import { othersText } from "../words/decision";

/** At most this many scores are written out. */
const MAX_SCORES = 12;

/** @param described the engine's description of the position */
export function inWords(described: string, shown: Shown, row: ReviewRow | null, inferred: DecisionRow | null): string {
  const { view, evaluation } = shown;
  const best = wordsFor(view, evaluation, evaluation.bestAction.answer);
  const lines = [
    worded(described, view.titles),
    pickText(best, evaluation.bestActionEv),
    scoresText(scores(shown, row)),
    choice(shown, row, inferred),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function scores(shown: Shown, row: ReviewRow | null): string[] {
  const views = optionViews(shown, row);
  const first = views.slice(0, MAX_SCORES).map(({ text, answers, score, vetoes }) => {
    return scoreText(text, answers.length, score, vetoes.length > 0);
  });
  return [...first, ...(views.length > MAX_SCORES ? [othersText(views.length - MAX_SCORES)] : [])];
}

function choice({ view, evaluation, said }: Shown, row: ReviewRow | null, inferred: DecisionRow | null): string {
  if (said !== null) {
    return saidText(wordsFor(view, evaluation, said), evaluation.grade, evaluation.deltaEv === null ? null : -evaluation.deltaEv);
  }
  if (inferred === null || inferred.inferred_answer === null) return CHOICE_UNKNOWN;
  return inferredText(inferred, row?.taken_later === true ? ungradedText(row) : null, row?.grade, row?.gap ?? null);
}
