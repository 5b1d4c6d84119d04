/** The options of a decision for display: scores on one scale, and their reasons. Pure functions. */
import type { Contribution, Evaluation, ReviewRow, Scored, State } from "../types";
import { answerText, bandOf, type Band } from "../words/phrases";
import type { Shown } from "./detail.svelte";

export interface OptionView {
  /** Among options with equal text and score, the chosen one, else the first. */
  answer: string;
  /** The answers of all of them; the first is the key of the view, whatever is chosen. */
  answers: string[];
  text: string;
  score: number;
  band: Band;
  best: boolean;
  /** Inferred from the log to be the choice. */
  inferred: boolean;
  /** Reported by the person to be the choice. */
  said: boolean;
  /** Why it is ruled out; empty if it is not. */
  vetoes: Contribution[];
  /** The terms of the score. */
  parts: Contribution[];
  /** Whether the terms add up to the score. */
  exact: boolean;
  repeats: number;
}

/** The number of options that are shown at first. */
export const FIRST = 12;

const VETO: Band = { code: "vetoed", name: "ruled out" };

function isVeto({ code, value }: Contribution): boolean {
  return code.startsWith("veto") && value === 0;
}

/** The scored options, best first; options with equal text and score are merged. */
export function optionViews(shown: Shown, row: ReviewRow | null): OptionView[] {
  const groups = new Map<string, OptionView>();
  for (const view of singleViews(shown, row)) {
    const key = [view.text, view.score, view.band.code, view.repeats].join("\n");
    const other = groups.get(key);
    groups.set(key, other === undefined ? view : merged(other, view));
  }
  return [...groups.values()];
}

function merged(one: OptionView, other: OptionView): OptionView {
  const shown = other.said || (other.inferred && !one.said) ? other : one;
  return {
    ...shown,
    answers: [...one.answers, ...other.answers],
    best: one.best || other.best,
    inferred: one.inferred || other.inferred,
    said: one.said || other.said,
  };
}

function singleViews({ evaluation, view: state, said }: Shown, row: ReviewRow | null): OptionView[] {
  return evaluation.candidates.map((candidate) => {
    const { answer } = candidate.action;
    const vetoes = candidate.reasons.filter(isVeto);
    const parts = candidate.reasons.filter((reason) => !isVeto(reason));
    const vetoed = vetoes.length > 0 || candidate.features["vetoed"] === 1;
    return {
      answer,
      answers: [answer],
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

/** The text of an answer, which may name several options; null for a pass. */
export function answerIn(state: State, answer: string): string | null {
  if (answer === "") return null;
  const texts = answer.split(",").map((part) => state.decision.options.find((option) => option.answer === part)?.text ?? part);
  return texts.join(", ");
}

/** The text of an answer: its candidate's if there is one. */
export function wordsFor(state: State, evaluation: Evaluation, answer: string): string {
  const note = evaluation.candidates.find(({ action }) => action.answer === answer)?.note;
  return answerText(note ?? answerIn(state, answer), answer);
}

/** The options to show: the first ones, and those that the coach or the person chose. */
export function shownOptions(views: readonly OptionView[], all: boolean): OptionView[] {
  return all ? [...views] : views.filter(({ best, inferred, said }, place) => place < FIRST || best || inferred || said);
}

/** The range of the bars: all bands, extended to scores beyond them up to fixed limits. */
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

/** The place of a score on the scale, 0 to 100. */
export function placeOf(score: number, { low, high }: Scale): number {
  return (100 * (Math.min(high, Math.max(low, score)) - low)) / (high - low);
}

/** A score as a short sum that can be checked by eye. */
export interface Brief {
  /** The base, if any, then the largest reasons. */
  terms: Contribution[];
  /** The number of remaining reasons, and their sum. */
  others: number;
  rest: number;
  /** The decimals needed for the shown terms to add up. */
  decimals: number;
}

/** The number of reasons in the short form. */
const LARGEST = 3;

/** The short form of a score with these terms. */
export function briefOf(parts: readonly Contribution[]): Brief {
  const base = parts.filter(({ code }) => code === "base").slice(0, 1);
  const sorted = parts.filter((part) => part.value !== 0 && part !== base[0]).toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  // A single remaining reason is shown itself: it is no longer than "and 1 more".
  const shown = sorted.length === LARGEST + 1 ? LARGEST + 1 : LARGEST;
  const terms = [...base, ...sorted.slice(0, shown)];
  const left = sorted.slice(shown);
  const rest = left.reduce((sum, { value }) => sum + value, 0);
  const values = [...terms.map(({ value }) => value), ...(left.length > 0 ? [rest] : [])];
  return { terms, others: left.length, rest, decimals: decimalsFor(values) };
}

const MOST_DECIMALS = 4;

/** The fewest decimals with which the rounded numbers add up to their sum, to one decimal. */
function decimalsFor(values: readonly number[]): number {
  const total = values.reduce((sum, value) => sum + value, 0).toFixed(1);
  for (let decimals = 1; decimals < MOST_DECIMALS; decimals += 1) {
    const written = values.reduce((sum, value) => sum + Number(value.toFixed(decimals)), 0);
    if (Number(written.toFixed(1)) === Number(total)) return decimals;
  }
  return MOST_DECIMALS;
}
