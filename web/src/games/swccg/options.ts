/** The options of a decision as the page shows them: scores on one scale, and what they are made of. */
import type { ReviewRow, Scored, State } from "./types";
import { answerText, bandOf, type Band } from "./words";
import type { Shown } from "./detail.svelte";
import type { Contribution, Evaluation } from "./types";

export interface OptionView {
  answer: string;
  text: string;
  score: number;
  band: Band;
  best: boolean;
  /** What the log lets one infer was chosen. */
  inferred: boolean;
  said: boolean;
  /** Why it is ruled out; empty where it is not. */
  vetoes: Contribution[];
  /** What the score is the sum of. */
  parts: Contribution[];
  /** Whether they add up to it. */
  exact: boolean;
  repeats: number;
}

/** So many options stand on the page before one asks for all. */
export const FIRST = 12;

const VETO: Band = { code: "vetoed", name: "ruled out" };

function isVeto({ code, value }: Contribution): boolean {
  return code.startsWith("veto") && value === 0;
}

export function optionViews({ evaluation, state, said }: Shown, row: ReviewRow | null): OptionView[] {
  return evaluation.candidates.map((candidate) => {
    const { answer } = candidate.action;
    const vetoes = candidate.reasons.filter(isVeto);
    const parts = candidate.reasons.filter((reason) => !isVeto(reason));
    const vetoed = vetoes.length > 0 || candidate.features["vetoed"] === 1;
    return {
      answer,
      text: optionText(candidate, state),
      score: candidate.ev,
      band: vetoed ? VETO : bandOf(candidate.ev),
      best: answer === evaluation.bestAction.answer,
      inferred: row !== null && row.inferred_answer === answer,
      said: said === answer,
      vetoes,
      parts,
      exact: parts.reduce((sum, { value }) => sum + value, 0) === candidate.ev,
      repeats: state.decision.repeats[answer] ?? 0,
    };
  });
}

function optionText({ note, action }: Scored, state: State): string {
  return answerText(note ?? answerIn(state, action.answer), action.answer);
}

/** The words for an answer that may name several options. */
export function answerIn(state: State, answer: string): string | null {
  if (answer === "") return null;
  const texts = answer.split(",").map((part) => state.decision.options.find((option) => option.answer === part)?.text ?? part);
  return texts.join(", ");
}

/** The words for an answer, as its candidate has them if there is one. */
export function wordsFor(state: State, evaluation: Evaluation, answer: string): string {
  const note = evaluation.candidates.find(({ action }) => action.answer === answer)?.note;
  return answerText(note ?? answerIn(state, answer), answer);
}

/** Which options are on the page: the first ones, and those that somebody chose. */
export function shownOptions(views: readonly OptionView[], all: boolean): OptionView[] {
  return all ? [...views] : views.filter(({ best, inferred, said }, place) => place < FIRST || best || inferred || said);
}

/** The scale of the bars: it holds the bands, and what lies beyond them, unless that is very far out. */
export interface Scale {
  low: number;
  high: number;
}

const LOWEST = -100;
const HIGHEST = 200;

export function scaleOf(views: readonly OptionView[]): Scale {
  const scores = views.map(({ score }) => score);
  return { low: Math.max(LOWEST, Math.min(0, ...scores)), high: Math.min(HIGHEST, Math.max(100, ...scores)) };
}

/** Where a score lies on the scale, in percent. */
export function placeOf(score: number, { low, high }: Scale): number {
  return (100 * (Math.min(high, Math.max(low, score)) - low)) / (high - low);
}

/** The largest parts of a score, its base left out. */
export function largest(parts: readonly Contribution[], most = 3): Contribution[] {
  return parts
    .filter(({ value, code }) => value !== 0 && code !== "base")
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, most);
}
