/** The decisions that stand in the timeline: which ones, in which order, and where a key leads. */
import type { DecisionRow, Grade, Replay, Review, ReviewRow } from "../types";

/** What the person says they chose, and how that was graded; null until it is. */
export interface Said {
  answer: string;
  grade: Grade | null;
}

export interface Mark {
  row: DecisionRow;
  scored: ReviewRow | null;
  said: Said | null;
  /** Of what the person says they chose, or else of what is inferred. */
  grade: Grade | null;
  /** What it counts as: its grade, unless it only repeats, or only the order differs; null where nothing is known. */
  standing: Standing | null;
}

export type Standing = Grade | "ORDER" | "REPEAT";

/** "" is any. */
export interface Filter {
  kind: string;
  grade: Standing | "" | "UNKNOWN" | "FLIPPED";
  /** Also those in which there is nothing to choose. */
  all: boolean;
}

export const NO_FILTER: Filter = { kind: "", grade: "", all: false };

export function marksOf(replay: Replay, review: Review | null, told: Readonly<Record<number, Said>> = {}): Mark[] {
  const rows = new Map(review?.decisions.map((row) => [row.index, row]));
  return replay.decisions.map((row) => {
    const scored = rows.get(row.index) ?? null;
    const said = told[row.index] ?? null;
    const grade = said === null ? (scored?.grade ?? null) : said.grade;
    return { row, scored, said, grade, standing: said === null ? standingOf(scored) : grade };
  });
}

/** A choice that was made so often before without a change is one more turn of a loop. */
const LOOPS_FROM = 2;

function standingOf(scored: ReviewRow | null): Standing | null {
  if (scored === null) return null;
  if ((scored.again ?? 0) >= LOOPS_FROM) return "REPEAT";
  return scored.taken_later === true ? "ORDER" : scored.grade;
}

/** What the filter lets through. */
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

/** What belongs to one turn, by phase, in order. */
export interface Turn {
  key: string;
  name: string;
  whose: string | null;
  segments: Segment[];
}

/** A phase as the log spells it, without the turn that it may repeat. */
function phaseName(phase: string | null): string {
  return phase?.replace(/\s*\(turn.*\)$/i, "") ?? "Other";
}

export function turnsOf(marks: readonly Mark[]): Turn[] {
  const turns: Turn[] = [];
  for (const mark of marks) {
    const { whose_turn: whose, phase } = mark.row;
    // Setting up is turn 0 to the log, or none.
    const turn = mark.row.turn === 0 ? null : mark.row.turn;
    const key = `${turn ?? "-"}/${whose ?? "-"}`;
    let last = turns.at(-1);
    if (last === undefined || !last.key.startsWith(`${key}#`)) {
      const name = turn === null ? "Before the first turn" : `Turn ${turn}`;
      last = { key: `${key}#${mark.row.index}`, name, whose, segments: [] };
      turns.push(last);
    }
    const segment = last.segments.at(-1);
    if (segment !== undefined && segment.phase === phaseName(phase)) segment.marks.push(mark);
    else last.segments.push({ phase: phaseName(phase), marks: [mark] });
  }
  return turns;
}

/** The mark that lies so many steps on, or null at the end. */
export function stepFrom(marks: readonly Mark[], index: number, by: 1 | -1): number | null {
  const next = by > 0 ? marks.find(({ row }) => row.index > index) : marks.findLast(({ row }) => row.index < index);
  return next?.row.index ?? null;
}

export function isDisagreement({ standing }: Mark): boolean {
  return standing === "DIFFERENT" || standing === "FAR";
}

/** The next disagreement in order; after the last one, the first again. Null where there is none. */
export function nextDisagreement(marks: readonly Mark[], index: number): number | null {
  const some = marks.filter(isDisagreement);
  return (some.find(({ row }) => row.index > index) ?? some[0])?.row.index ?? null;
}

/** Which decision is looked at first. */
export function firstShown(marks: readonly Mark[]): number | null {
  const choices = marks.filter(({ row }) => row.has_choice);
  return (choices.find(isDisagreement) ?? choices[0] ?? marks[0])?.row.index ?? null;
}

/** Stakes from here on are drawn alike. */
const LARGE = 100;

/** How large a mark is, from 0 to 1: the square root keeps small stakes visible beside large ones. */
export function sizeOf(stakes: number, most: number): number {
  return most <= 0 ? 0 : Math.sqrt(Math.min(1, Math.max(0, stakes / Math.min(most, LARGE))));
}
