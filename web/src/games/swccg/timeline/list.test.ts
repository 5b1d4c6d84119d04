import { describe, expect, it } from "vitest";
import { REPLAY } from "../testing";
import type { Review, ReviewRow } from "../types";
import { filtered, firstShown, marksOf, nextDisagreement, sizeOf, turnsOf } from "./list";
import type { Mark } from "./list";
import { markText } from "./mark-text";

describe("the timeline", () => {
  it("begins a turn for each player's turn, and a segment for each phase in order", () => {
    const marks = marksOf(REPLAY, null);
    const at = (turn: number | null, whose_turn: string | null, phase: string): Mark => ({
      row: { ...marks[0]!.row, turn, whose_turn, phase },
      scored: null,
      said: null,
      grade: null,
      standing: null,
    });
    const turns = turnsOf([
      at(0, null, "Start"),
      at(1, "A", "Deploy"),
      at(1, "A", "Battle"),
      at(1, "A", "Deploy"),
      at(1, "B", "Deploy"),
      at(2, "A", "Deploy"),
    ]);
    expect(turns.map(({ name, whose }) => [name, whose])).toEqual([
      ["Before the first turn", null],
      ["Turn 1", "A"],
      ["Turn 1", "B"],
      ["Turn 2", "A"],
    ]);
    expect(turns[1]!.segments.map(({ phase }) => phase)).toEqual(["Deploy", "Battle", "Deploy"]);
  });

  it("opens somewhere even before anything is scored, and nowhere where there is nothing", () => {
    expect(firstShown(marksOf(REPLAY, null))).toBe(1);
    expect(firstShown([])).toBeNull();
  });

  it("sizes marks by what was at stake", () => {
    expect([sizeOf(0, 40), sizeOf(10, 40), sizeOf(40, 40), sizeOf(99, 40), sizeOf(3, 0)]).toEqual([0, 0.5, 1, 1, 0]);
    // A loop that costs thousands does not make all else look like nothing.
    expect(sizeOf(25, 4900)).toBe(0.5);
  });
});

describe("what a decision counts as", () => {
  const row = REPLAY.decisions[2]!;
  const review = (change: Partial<ReviewRow>): Review =>
    ({ decisions: [{ ...row, gap: 35, grade: "FAR", ...change }] }) as unknown as Review;
  const standing = (change: Partial<ReviewRow>, told = {}): unknown => marksOf(REPLAY, review(change), told)[2]!.standing;

  it("is its grade, unless it only repeats or only the order differs", () => {
    expect([standing({}), standing({ again: 1 }), standing({ again: 2 }), standing({ taken_later: true })]).toEqual([
      "FAR",
      "FAR",
      "REPEAT",
      "ORDER",
    ]);
    expect(standing({ taken_later: true }, { 2: { answer: "1", grade: "CLOSE" } })).toBe("CLOSE");
  });

  it("keeps it from being a disagreement, and has a filter of its own", () => {
    const marks = marksOf(REPLAY, review({ taken_later: true }));
    expect(nextDisagreement(marks, -1)).toBeNull();
    expect(filtered(marks, { kind: "", grade: "FAR", all: false })).toEqual([]);
    expect(filtered(marks, { kind: "", grade: "ORDER", all: false }).map(({ row: { index } }) => index)).toEqual([2]);
    expect(markText(marks[2]!)).toContain("You took it later in the same phase: only the order differs");
  });
});
