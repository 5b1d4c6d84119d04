/** The state of the quiz: the question on screen, the answers, their grades and the fit. */
import type { GamePageProps } from "../../../screen-types";
import type { YatzyAction } from "../../types";
import {
  answered,
  fresh,
  keptText,
  nextOpen,
  PROGRESS_KEY,
  progressIn,
  withAnswer,
  withLoss,
  type Feedback,
  type Progress,
} from "./progress";
import { actionOf, nameOf, type Question, type QuizData } from "./questions";
import type { Fitted } from "./results";

/** The grade of an answer, as the engine gives it. */
export interface Graded {
  bestAction: YatzyAction;
  bestActionEv: number;
  deltaEv: number | null;
  verdict: string | null;
  feedback: readonly { category: string; text: string }[];
  candidates: readonly { action: YatzyAction; ev: number; stderr: number }[];
}

export type Phase = "start" | "asking" | "graded" | "result";
/** The fewest answers that a result is made of. */
export const LEAST_ANSWERS = 10;

type Tools = Pick<GamePageProps, "engine" | "texts">;

export class Quiz {
  phase = $state<Phase>("start");
  /** The question on screen. */
  at = $state(0);
  progress = $state.raw<Progress>(fresh(0, "now"));
  /** The grade of the answer on screen. */
  graded = $state.raw<Graded | null>(null);
  fitted = $state.raw<Fitted | null>(null);
  failed = $state(false);
  readonly data: QuizData;
  readonly #tools: () => Tools;
  /** Counts the gradings: only the latest is shown. */
  #asked = 0;
  /** Counts the runs through the quiz: what the engine answers to an earlier one is dropped. */
  #run = 0;

  constructor(data: QuizData, tools: () => Tools) {
    this.data = data;
    this.#tools = tools;
    const names = data.questions.map(({ actions }) => actions);
    this.progress = progressIn(tools().texts.read(PROGRESS_KEY), data.made.sha256, names) ?? fresh(names.length, "now");
    if (this.progress.finished) this.phase = "result";
  }

  get count(): number {
    return this.data.questions.length;
  }

  get question(): Question {
    return this.data.questions[this.at]!;
  }

  get answers(): number {
    return answered(this.progress);
  }

  /** The action answered to the question on screen. */
  get answer(): YatzyAction | null {
    const name = this.progress.answers[this.at] ?? null;
    return name === null ? null : actionOf(name, this.question.state);
  }

  /** Has the engine fetch its table, so that the first grade does not wait for it, and none does without a network. */
  async prepare(): Promise<void> {
    try {
      await this.#tools().engine.query("state_value", { upper_score: 0, scored_categories: 0 });
    } catch {
      // A grade that needs the table asks for it again, and says what is wrong.
    }
  }

  start(feedback: Feedback): void {
    this.#run += 1;
    this.#bringTable();
    this.#keep({ ...this.progress, feedback });
    this.next();
  }

  restart(): void {
    this.#run += 1;
    this.failed = false;
    this.fitted = null;
    this.#keep(fresh(this.count, this.progress.feedback));
    this.phase = "start";
  }

  /** Takes an answer. With feedback at the end, the next question follows. */
  reply(action: YatzyAction): void {
    if (this.phase !== "asking") return;
    this.#keep(withAnswer(this.progress, this.at, nameOf(action, this.question.state)));
    if (this.progress.feedback === "end") return this.next();
    this.phase = "graded";
    void this.grade();
  }

  /** Continues with the first open question, or shows the result. */
  next(): void {
    const open = nextOpen(this.progress);
    if (open === null) return this.finish();
    this.at = open;
    this.graded = null;
    this.phase = "asking";
  }

  finish(): void {
    this.#keep({ ...this.progress, finished: true });
    this.phase = "result";
  }

  /** Shows an answered question again. */
  look(index: number): void {
    this.at = index;
    this.graded = null;
    this.phase = "graded";
    void this.grade();
  }

  back(): void {
    this.phase = "result";
  }

  /** Grades the answer on screen. */
  async grade(): Promise<void> {
    const { answer, at, question } = this;
    if (answer === null) return;
    this.failed = false;
    const asked = (this.#asked += 1);
    const run = this.#run;
    try {
      const graded = await this.#graded(question, answer);
      if (run !== this.#run) return;
      this.#keepLoss(at, graded);
      if (asked === this.#asked && this.at === at) this.graded = graded;
    } catch {
      if (run === this.#run && asked === this.#asked) this.failed = true;
    }
  }

  /** Grades what is not graded yet, and fits the habits. */
  async evaluate(): Promise<void> {
    this.failed = false;
    const run = this.#run;
    try {
      for (const [index, question] of this.data.questions.entries()) {
        const name = this.progress.answers[index] ?? null;
        if (name === null || this.progress.losses[index] !== null) continue;
        const graded = await this.#graded(question, actionOf(name, question.state));
        if (run !== this.#run) return;
        this.#keepLoss(index, graded);
      }
      const answers = this.data.questions.map(({ actions }, index) => {
        const name = this.progress.answers[index] ?? null;
        return name === null ? null : actions.indexOf(name);
      });
      const fitted = await this.#tools().engine.query<Fitted>("quiz_fit", { answers });
      if (run === this.#run) this.fitted = fitted;
    } catch {
      if (run === this.#run) this.failed = true;
    }
  }

  /** Has the engine fetch what it will fit the answers to, so that a quiz that was begun can be finished offline. */
  #bringTable(): void {
    const answers = this.data.questions.map(() => null);
    // The result asks again, and says what is wrong.
    this.#tools()
      .engine.query("quiz_fit", { answers })
      .catch(() => undefined);
  }

  #graded({ state }: Question, action: YatzyAction): Promise<Graded> {
    return this.#tools().engine.evaluate<Graded>(state, action, { evaluator: "exact", shortlistSize: 0 });
  }

  /** Keeps the loss of a graded answer. */
  #keepLoss(index: number, graded: Graded): void {
    this.#keep(withLoss(this.progress, index, Math.max(0, -(graded.deltaEv ?? 0))));
  }

  /** Changes the progress, and keeps it in the browser. */
  #keep(progress: Progress): void {
    this.progress = progress;
    this.#tools().texts.write(PROGRESS_KEY, keptText(progress, this.data.made.sha256));
  }
}
