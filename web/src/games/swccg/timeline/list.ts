/** The marks of the timeline: filtering, grouping by turn and phase, and stepping through them. Pure functions. */
import type { DecisionRow, Grade, Replay, Review, ReviewRow } from "../types";
import { TIMELINE_WORDS, turnName } from "../words/timeline";

/** What the person says they chose, and its grade; null until graded. */
export interface Said {
  answer: string;
  grade: Grade | null;
}

export interface Mark {
  row: DecisionRow;
  scored: ReviewRow | null;
  said: Said | null;
  /** The grade of what the person says they chose, else of the inferred choice. */
  grade: Grade | null;
  /** What the decision counts as: its grade, unless it only repeats or only the order differs; null if unknown. */
  standing: Standing | null;
}

export type Standing = Grade | "ORDER" | "REPEAT";

/** What the timeline shows; "" means any. */
export interface Filter {
  kind: string;
  grade: Standing | "" | "UNKNOWN" | "FLIPPED";
  /** Include decisions in which there is nothing to choose. */
  all: boolean;
}

export const NO_FILTER: Filter = { kind: "", grade: "", all: false };

/** One mark per decision of the replay, in order. */
export function marksOf(replay: Replay, review: Review | null, reported: Readonly<Record<number, Said>> = {}): Mark[] {
  const rows = new Map(review?.decisions.map((row) => [row.index, row]));
  return replay.decisions.map((row) => {
    const scored = rows.get(row.index) ?? null;
    const said = reported[row.index] ?? null;
    const grade = said === null ? (scored?.grade ?? null) : said.grade;
    return { row, scored, said, grade, standing: said === null ? standingOf(scored) : grade };
  });
}

/** A choice made at least this often before without effect counts as a repeat. */
const LOOPS_FROM = 2;

function standingOf(scored: ReviewRow | null): Standing | null {
  if (scored === null) return null;
  if ((scored.again ?? 0) >= LOOPS_FROM) return "REPEAT";
  return scored.taken_later === true ? "ORDER" : scored.grade;
}

/** The marks that pass the filter. */
export function filtered(marks: readonly Mark[], { kind, grade, all }: Filter): Mark[] {
  return marks.filter(({ row, scored, standing }) => {
    if (kind !== "" && row.kind !== kind) return false;
    if (!all && !row.has_choice) return false;
    if (grade === "") return true;
    if (scored === null) return false;
    if (grade === "FLIPPED") return scored.flipped;
    return grade === "UNKNOWN" ? standing === null : standing === grade;
  });
}

export interface Segment {
  phase: string;
  marks: Mark[];
}

/** The marks of one turn, by phase, in order. */
export interface Turn {
  key: string;
  name: string;
  whose: string | null;
  segments: Segment[];
}

/** The log's name of a phase without its turn number: "Deploy" for "Deploy (turn #1)". */
function phaseName(phase: string | null): string {
  return phase?.replace(/\s*\(turn.*\)$/i, "") ?? TIMELINE_WORDS.otherPhase;
}

/** The marks grouped by turn, then by phase. */
export function turnsOf(marks: readonly Mark[]): Turn[] {
  const turns: Turn[] = [];
  for (const mark of marks) {
    const { whose_turn: whose, phase } = mark.row;
    // The log gives the set-up turn 0 or none.
    const turn = mark.row.turn === 0 ? null : mark.row.turn;
    const key = `${turn ?? "-"}/${whose ?? "-"}`;
    let last = turns.at(-1);
    if (last === undefined || !last.key.startsWith(`${key}#`)) {
      last = { key: `${key}#${mark.row.index}`, name: turnName(turn), whose, segments: [] };
      turns.push(last);
    }
    const segment = last.segments.at(-1);
    if (segment !== undefined && segment.phase === phaseName(phase)) segment.marks.push(mark);
    else last.segments.push({ phase: phaseName(phase), marks: [mark] });
  }
  return turns;
}

/** The index of the mark before or after `index`, or null at the end. */
export function stepFrom(marks: readonly Mark[], index: number, by: 1 | -1): number | null {
  const next = by > 0 ? marks.find(({ row }) => row.index > index) : marks.findLast(({ row }) => row.index < index);
  return next?.row.index ?? null;
}

export function isDisagreement({ standing }: Mark): boolean {
  return standing === "DIFFERENT" || standing === "FAR";
}

/** The index of the next disagreement, wrapping around after the last; null if there is none. */
export function nextDisagreement(marks: readonly Mark[], index: number): number | null {
  const some = marks.filter(isDisagreement);
  return (some.find(({ row }) => row.index > index) ?? some[0])?.row.index ?? null;
}

/** The decision to open first: the first disagreement, else the first with a choice. */
export function firstShown(marks: readonly Mark[]): number | null {
  const choices = marks.filter(({ row }) => row.has_choice);
  return (choices.find(isDisagreement) ?? choices[0] ?? marks[0])?.row.index ?? null;
}

/** Stakes from here up are drawn at full size. */
const LARGE = 100;

/** The size of a mark, from 0 to 1: the square root keeps small stakes visible beside large ones. */
export function sizeOf(stakes: number, most: number): number {
  return most <= 0 ? 0 : Math.sqrt(Math.min(1, Math.max(0, stakes / Math.min(most, LARGE))));
}
