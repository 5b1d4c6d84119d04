/** Words of the quiz. */
import { plain, signed } from "../../../../core/format";
import { pointsText } from "../../../shared/words/points";
import { PERFECT } from "../insights/figures";
import { styleName } from "../../words/styles";
import type { Kind } from "./questions";
import type { Change, Habit, HabitName, Summary } from "./results";

export const QUIZ = {
  heading: "Quiz",
  lead: (count: number) =>
    `${count} hard decisions. Your answers show how you play: how far you look ahead, how much risk you take, how steady you are.`,
  aim: "Play every position for the highest mean score. Losses are exact. Take as long as you like: your answers are kept.",
  feedback: "Feedback",
  now: "After each answer",
  end: "At the end",
  start: "Start",
  goOn: (next: number, count: number) => `Continue with question ${next} of ${count}`,
  again: "Start again",
  progress: (at: number, count: number) => `Question ${at} of ${count}`,
  keepOrThrow: "Choose the dice to keep, then throw.",
  closeRow: "Choose a row for these dice.",
  waiting: "The engine is starting. Your answer is kept, and graded as soon as it is ready.",
  grading: "Grading …",
  recorded: "Answer kept.",
  next: "Next question",
  toResult: "See the result",
  finishEarly: "Finish now",
  back: "Back to the result",
  tooFew: (least: number) => `The result needs at least ${least} answers.`,
  yours: "Your answer",
  best: "Best",
  tied: "Best, or as good as the best.",
  lost: (loss: number) => `Loses ${pointsText(loss)}`,
  closeCall: (loss: number) => `Loses ${plain(loss, 2)} points`,
  result: "Your result",
  accuracy: (best: number, of: number) => `${best} of ${of} best`,
  lostInAll: (lost: number) => `${pointsText(lost)} lost in all`,
  perDecision: (lost: number) => `${plain(lost, 2)} a decision`,
  byKind: "By kind of decision",
  style: "Your style",
  styleNote: "The dot is the best estimate, the bar where you are with 95% certainty. Few answers make long bars.",
  model: "The numbers behind this",
  fitting: "Working out your style …",
  noFit: "Your style appears here once the engine is ready.",
  change: "If you changed one habit",
  changeNote: (score: number) =>
    `Players with your habits score ${plain(score, 0)} on average; perfect play scores ${plain(PERFECT.mean, 0)}.`,
  nothing: "No single change would gain half a point: your habits fit each other.",
  mistakes: "Your costliest answers",
  noMistakes: "None: every answer was best.",
  look: (number: number) => `Question ${number}`,
  copy: "Copy result",
  copied: "The result",
  failed: "The engine could not grade this answer.",
  retry: "Try again",
} as const;

const KIND_NAMES: Record<Kind, string> = { first: "Hold, two throws left", second: "Hold, one throw left", row: "Row" };

export function kindText(kind: Kind): string {
  return KIND_NAMES[kind];
}

/** "Row · 4 rows open". */
export function situationText(kind: Kind, open: number): string {
  return `${kindText(kind)} · ${open} ${open === 1 ? "row" : "rows"} open`;
}

export const HABIT_NAMES: Record<HabitName, string> = {
  depth: "How far ahead you look in a turn",
  gamma: "How much the rest of the game counts",
  theta: "How much risk you take",
  beta: "How steady you are",
};

/** The ends of each scale. */
export const HABIT_ENDS: Record<HabitName, readonly [string, string]> = {
  depth: ["one row", "all throws"],
  gamma: ["this turn", "whole game"],
  theta: ["safe", "bold"],
  beta: ["changeable", "steady"],
};

/** A fitted habit in a sentence. */
export function habitText({ name, median, over }: Habit): string {
  switch (name) {
    case "depth":
      if (median >= 1.5) return "You plan with all throws that are left.";
      return median >= 0.5 ? "You look at the next throw, rarely beyond it." : "You have a single row in mind when you throw.";
    case "gamma":
      return median >= 0.97
        ? "You count the rest of the game in full."
        : `You count about ${plain(median * 100, 0)}% of what the rest of the game is worth.`;
    case "theta":
      if (median > 0.01) return "You take risks for a high score.";
      if (median < -0.03) return "You play very safe: a sure score is worth points to you.";
      return median < -0.01 ? "You play a little safe." : "You play for the mean score, neither safe nor bold.";
    case "beta":
      if (over) return "You nearly always do what you think best.";
      return `A choice that looks one point worse to you is ${timesText(Math.exp(median))} rarer than the one that looks best.`;
  }
}

function timesText(times: number): string {
  return `${plain(times, times < 3 ? 1 : 0)} times`;
}

const DEPTH_NAMES = ["one row", "next throw", "all throws"];
/** A steadiness above this looks the same as perfect steadiness. */
const STEADIEST = 4;

/** The interval of a habit in words: "80% to 100%", "careful to daring". */
export function rangeText({ name, low, high }: Habit): string {
  const text = (value: number): string => {
    if (name === "depth") return DEPTH_NAMES[Math.round(value)] ?? "";
    if (name === "gamma") return `${plain(value * 100, 0)}%`;
    if (name === "theta") return styleName(value).toLowerCase();
    return value > STEADIEST ? `over ${timesText(Math.exp(STEADIEST))}` : timesText(Math.exp(value));
  };
  const [from, to] = [text(low), text(high)];
  return from === to ? from : `${name === "beta" ? from.replace(" times", "") : from} to ${to}`;
}

const PARAMETERS: Record<HabitName, string> = {
  depth: "d, throws looked ahead",
  gamma: "gamma, the share of the rest of the game that counts",
  theta: "theta, the risk preference in e^(theta × score)",
  beta: "beta, the steadiness: choices are made in proportion to e^(beta × points)",
};

/** The interval of a habit as a parameter of the fitted player, for those who know the model. */
export function parameterText({ name, low, high }: Habit): string {
  const text = (value: number): string =>
    name === "beta" && value > STEADIEST ? `over ${STEADIEST}` : plain(value, name === "depth" ? 0 : name === "beta" ? 1 : 2);
  return `${PARAMETERS[name]}: ${text(low)}${text(low) === text(high) ? "" : ` to ${text(high)}`}.`;
}

/** A change as advice: "Count the rest of the game in full". */
export function changeText({ name, value }: Change): string {
  switch (name) {
    case "depth":
      return value === 2 ? "Plan with all throws that are left" : value === 1 ? "Look at the next throw only" : "Go for one row at a time";
    case "gamma":
      return value === 1 ? "Count the rest of the game in full" : `Count ${plain(value * 100, 0)}% of the rest of the game`;
    case "theta":
      return Math.abs(value) < 0.001 ? "Play for the mean score" : value < 0 ? "Play a little safer" : "Take a little more risk";
    case "beta":
      return "Always do what you think best";
  }
}

/** "+6.2 points a game". */
export function gainText({ worth }: Change): string {
  return `${signed(worth)} points a game`;
}

/** The result as a few lines of text. */
export function shareText(summary: Summary, habits: readonly Habit[], link: string): string {
  const lines = [
    `Yatzy quiz: ${QUIZ.accuracy(summary.best, summary.answered)}, ${QUIZ.lostInAll(summary.lost)}.`,
    ...habits.map((habit) => `${HABIT_NAMES[habit.name]}: ${habitText(habit)}`),
    link,
  ];
  return lines.join("\n");
}
