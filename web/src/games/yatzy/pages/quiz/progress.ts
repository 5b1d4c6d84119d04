/** Answers given so far, kept in the browser, so that the quiz goes on where it was left. */

/** When answers are graded: each at once, or all at the end. */
export type Feedback = "now" | "end";

export interface Progress {
  feedback: Feedback;
  /** By question, the name of the action chosen; null while it is open. */
  answers: readonly (string | null)[];
  /** By question, the points lost; null until it is graded. */
  losses: readonly (number | null)[];
  /** Whether the result was asked for. */
  finished: boolean;
}

/** What is kept, with the version of the questions. */
interface Kept extends Progress {
  questions: string;
}

export const PROGRESS_KEY = "hindsight:yatzy:quiz";

export function fresh(count: number, feedback: Feedback): Progress {
  const none = Array.from({ length: count }, () => null);
  return { feedback, answers: none, losses: none, finished: false };
}

export function keptText(progress: Progress, questions: string): string {
  return JSON.stringify({ questions, ...progress } satisfies Kept);
}

/**
 * The progress in a kept text; null if there is none, or if it belongs to other questions.
 *
 * @param names by question, the names of its actions
 */
export function progressIn(text: string | null, questions: string, names: readonly (readonly string[])[]): Progress | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<Kept>;
    const { answers = [], losses = [], feedback, finished } = kept;
    if (kept.questions !== questions || answers.length !== names.length || losses.length !== names.length) return null;
    if (!answers.every((answer, index) => answer === null || names[index]?.includes(answer) === true)) return null;
    if (!losses.every((loss) => loss === null || (Number.isFinite(loss) && loss >= 0))) return null;
    return { feedback: feedback === "end" ? "end" : "now", answers, losses, finished: finished === true };
  } catch {
    return null;
  }
}

/** The first question without an answer; null if all have one. */
export function nextOpen({ answers }: Progress): number | null {
  const found = answers.indexOf(null);
  return found < 0 ? null : found;
}

export function answered({ answers }: Progress): number {
  return answers.filter((answer) => answer !== null).length;
}

export function withAnswer(progress: Progress, index: number, answer: string): Progress {
  return { ...progress, answers: progress.answers.with(index, answer), losses: progress.losses.with(index, null) };
}

export function withLoss(progress: Progress, index: number, loss: number): Progress {
  return { ...progress, losses: progress.losses.with(index, loss) };
}
