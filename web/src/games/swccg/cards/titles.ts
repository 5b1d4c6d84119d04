/** Puts the log's card titles where the engine only gave a number. For display only: titled values are never sent back. */
import type { Evaluation, Replay, Review, State } from "../types";

/** Titles by blueprint. */
export type Titles = Readonly<Record<string, string>>;

const NAMELESS = /\bcard (\d+_\d+)\b/gi;
/** A hyphen used as a minus: before a digit, and not within a word or number. */
const MINUS = /(^|[\s(:×])-(?=\d)/g;

/** The text with known titles in place of card numbers. */
export function titled(text: string, titles: Titles): string {
  return text.replace(NAMELESS, (whole, blueprint: string) => titles[blueprint] ?? whole);
}

/** The same for text written by the engine, with true minus signs as well. */
export function worded(text: string, titles: Titles): string {
  return titled(text, titles).replace(MINUS, "$1\u2212");
}

/** A deep copy of a value with `change` applied to every string, except keys and the fields named in `skipped`. */
function mapped<T>(value: T, change: (text: string) => string, skipped: ReadonlySet<string>): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => mapped(each, change, skipped)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    skipped.has(key) ? (each as unknown) : mapped(each as unknown, change, skipped),
  ]);
  return Object.fromEntries(entries) as T;
}

/** Fields that hold identifiers rather than text. */
const CODES = new Set([
  "replay_id",
  "answer",
  "inferred_answer",
  "best_answer",
  "default_answer",
  "baselines",
  "action",
  "weightName",
  "code",
  "evaluator",
  "artifacts",
]);

export function titledReplay(replay: Replay): Replay {
  const { titles = {} } = replay;
  const decisions = replay.decisions.map((row) => mapped(row, (text) => titled(text, titles), CODES));
  return { ...replay, decisions, warnings: replay.warnings.map(({ code, text }) => ({ code, text: titled(text, titles) })) };
}

export function titledReview(review: Review, titles: Titles): Review {
  return { ...review, decisions: review.decisions.map((row) => mapped(row, (text) => titled(text, titles), CODES)) };
}

/** A state for display: cards and options by their titles. */
export function titledState(state: State, titles: Titles): State {
  const all = { ...titles, ...state.titles };
  const change = (text: string): string => titled(text, all);
  const decision = { ...state.decision, text: change(state.decision.text) };
  decision.options = state.decision.options.map((option) => ({ ...option, text: change(option.text) }));
  return { ...state, titles: all, decision, board: { ...state.board, messages: state.board.messages.map(change) } };
}

export function titledEvaluation(evaluation: Evaluation, titles: Titles): Evaluation {
  return mapped(evaluation, (text) => worded(text, titles), CODES);
}
