/** The decisions that mattered most, and the line of how far each choice was behind the coach's. Pure functions. */
import type { Mark } from "./list";

/** How many decisions are shown first. */
export const MOST = 5;

/** Points between the choice and the coach's pick; 0 where the choice is not known or only the order differs. */
export function swingOf({ scored, standing }: Mark): number {
  return standing === null || standing === "ORDER" || standing === "REPEAT" ? 0 : (scored?.gap ?? 0);
}

/** The largest swing of all decisions, 0 without any. */
export function largestSwing(marks: readonly Mark[]): number {
  return Math.max(0, ...marks.map(swingOf));
}

/**
 * The decisions that mattered most, worst first: by points behind the coach's pick, in proportion to how sure the inferred
 * choice is. Of similar decisions in one phase only the first place in that order counts.
 */
export function highlights(marks: readonly Mark[], most = MOST): Mark[] {
  const weight = (mark: Mark): number => swingOf(mark) * (mark.said !== null ? 1 : mark.row.inferred_confidence);
  const found: Mark[] = [];
  const phases = new Set<string>();
  for (const mark of marks.filter((each) => swingOf(each) > 0).sort((a, b) => weight(b) - weight(a))) {
    const { turn, whose_turn: whose, phase, kind } = mark.row;
    const key = JSON.stringify([turn, whose, phase, kind]);
    if (phases.has(key) || found.length >= most) continue;
    phases.add(key);
    found.push(mark);
  }
  return found;
}

/** The top of the chart, in points; larger gaps are cut there. */
export const CHART_TOP = 60;

/** The chart's points from left to right, in percent of its width and height; y is 0 at the top. */
export function swingLine(marks: readonly Mark[]): { index: number; x: number; y: number }[] {
  const scored = marks.filter((mark) => mark.scored !== null);
  return scored.map((mark, at) => ({
    index: mark.row.index,
    x: scored.length < 2 ? 50 : (100 * at) / (scored.length - 1),
    y: 100 * Math.min(1, swingOf(mark) / CHART_TOP),
  }));
}
