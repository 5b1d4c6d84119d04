/** Numbers and names that several parts of the SWCCG screen share, as text. */
import { short, percent as percentText } from "../../../core/format";
import { capital, counted, listed } from "../../../core/words";
import type { DecisionRow, Grade, Mode, Replay } from "../types";

/** A share in whole percent: 0% and 100% only if exact, a dash if unknown. */
export function percent(share: number | null | undefined): string {
  return share === null || share === undefined ? "–" : percentText(share);
}

/** A value that the log may not contain; a dash if unknown. */
export function known(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : short(value);
}

export interface Band {
  code: "vetoed" | "below" | "low" | "moderate" | "high" | "critical";
  name: string;
}

/** The band of a score. The limits 20, 50 and 80 are those of the source document. */
export function bandOf(score: number): Band {
  if (score < 0) return { code: "below", name: "below zero" };
  if (score < 20) return { code: "low", name: "low" };
  if (score < 50) return { code: "moderate", name: "moderate" };
  return score < 80 ? { code: "high", name: "high" } : { code: "critical", name: "critical" };
}

export interface GradeWords {
  word: string;
  /** The grade as part of a sentence about a choice. */
  said: string;
  tone: "best" | "good" | "fair" | "bad" | "none";
}

const GRADES: Record<Grade, GradeWords> = {
  SAME: { word: "Same", said: "as good as the coach's choice", tone: "best" },
  CLOSE: { word: "Close", said: "close to the coach's choice", tone: "good" },
  DIFFERENT: { word: "Different", said: "different from the coach's choice", tone: "fair" },
  FAR: { word: "Far", said: "far from the coach's choice", tone: "bad" },
};
const UNKNOWN: GradeWords = { word: "Not known", said: "not known", tone: "none" };

export const GRADE_CODES = Object.keys(GRADES) as Grade[];

export function gradeWords(grade: string | null | undefined): GradeWords {
  return GRADES[grade as Grade] ?? UNKNOWN;
}

const MODES: Record<Mode, string> = { behind: "Behind", even: "Even", ahead: "Ahead" };

export function modeName(mode: string): string {
  return MODES[mode as Mode] ?? mode;
}

/** The text of an answer; an empty answer without text is a pass. */
export function answerText(text: string | null | undefined, answer: string | null | undefined): string {
  if (text !== null && text !== undefined && text !== "") return text;
  return answer === null || answer === undefined ? "not known" : answer === "" ? "Pass" : answer;
}

/** "DarkBot (dark side) against LightBot". */
export function gameTitle({ seat, opponent, side }: Pick<Replay, "seat" | "opponent" | "side">): string {
  const own = side === null ? seat : `${seat} (${side} side)`;
  return opponent === null ? own : `${own} against ${opponent}`;
}

/** "Turn 3, Deploy, DarkBot's turn". */
export function whenText(row: Pick<DecisionRow, "turn" | "phase" | "whose_turn">): string {
  // A single decision has turn 0 and no phase, which does not mean that it is an early one.
  if (row.phase === null && (row.turn ?? 0) === 0) return "Turn and phase not known";
  const parts = [
    row.turn === null || row.turn === 0 ? null : `Turn ${row.turn}`,
    row.phase,
    row.whose_turn === null ? null : `${row.whose_turn}'s turn`,
  ];
  const text = parts.filter((part) => part !== null && part !== "").join(", ");
  return text !== "" ? text : row.turn === 0 ? "Before the first turn" : "Turn and phase not known";
}

/** Said where the person took the coach's pick later in the same phase. */
const ORDER_ONLY = "you took it later in the same phase: only the order differs";

/** Said of the Force that was left after an amount to activate had been chosen. */
const GRADED_BEFORE = "it was graded with the amount of Force that you chose before";

/** Said of a choice that was made before in the same position, such as one that was taken back. */
const SAME_BEFORE = "you chose the same here before, and it was graded then";

/** Why a choice has no grade of its own. */
export function ungradedText(row: { graded_before?: boolean; again?: number }): string {
  if (row.graded_before !== true) return ORDER_ONLY;
  return (row.again ?? 0) > 0 ? SAME_BEFORE : GRADED_BEFORE;
}

/** An inference among options that look alike is never called certain. */
const NEARLY = 0.999;

/** How sure an inference is; among options that look alike, how sure that it was one of them. */
export function sureText(confidence: number, alike = 1): string {
  if (alike <= 1) return `inferred, ${percent(confidence)} sure`;
  return `inferred, one of ${alike} alike, ${percent(Math.min(NEARLY, confidence * alike))} sure`;
}

/** "1 loop (195 repeats)". */
export function loopsText(loops: number, repeats: number | undefined): string {
  return counted(loops, "loop") + (repeats === undefined || repeats === 0 ? "" : ` (${counted(repeats, "repeat")})`);
}

/** The parts that a position from the log may lack. */
const LACKS: Record<string, string> = {
  phase: "the phase",
  board: "the locations with their cards",
  hand: "the hand",
  piles: "the Force piles",
  power: "power at the locations",
  cards: "card data (numbers and types)",
  titles: "titles of cards",
};

export function lacksText(lacks: readonly string[]): string {
  return listed(lacks.map((code) => LACKS[code] ?? code));
}

const PICKERS: Record<string, string> = { coach: "Coach", pass: "Always pass", keywords: "Keywords" };

/** The name of an evaluator: the coach, or one of the two baselines. */
export function pickerName(code: string): string {
  return PICKERS[code] ?? capital(code.replaceAll("_", " "));
}

/** What each of the engine's evaluators scores. */
const SUBJECTS: Record<string, string> = {
  ActionText: "Actions of cards",
  Base: "Base",
  Battle: "Battles",
  CardSelection: "Choosing cards",
  Deploy: "Deploying",
  Draw: "Drawing",
  ForceActivation: "Activating Force",
  Move: "Moving",
  Pass: "Passing",
};

/** What a reason is about: the group of its weight, else what its evaluator scores. */
export function subjectOf(evaluator: string, weightName: string | null | undefined, groups: ReadonlyMap<string, string>): string {
  const group = groups.get(weightName?.split(".", 1)[0] ?? "");
  return group ?? SUBJECTS[evaluator] ?? capital(evaluator.replaceAll("_", " "));
}
