import { describe, expect, it } from "vitest";
import { REPLAY } from "../testing/short-game";
import type { Review, ReviewRow } from "../types";
import { filtered, firstShown, marksOf, nextDisagreement, sizeOf, turnsOf } from "./list";
import type { Mark } from "./list";
import { markText } from "../words/timeline";

describe("timeline", () => {
  it("groups marks by each player's turn, then by phase in order", () => {
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

  it("opens at the first choice before anything is scored, and nowhere in an empty game", () => {
    expect(firstShown(marksOf(REPLAY, null))).toBe(1);
    expect(firstShown([])).toBeNull();
  });

  it("sizes marks by their stakes", () => {
    expect([sizeOf(0, 40), sizeOf(10, 40), sizeOf(40, 40), sizeOf(99, 40), sizeOf(3, 0)]).toEqual([0, 0.5, 1, 1, 0]);
    // A loop that costs thousands does not shrink everything else.
    expect(sizeOf(25, 4900)).toBe(0.5);
  });
});

describe("standing of a decision", () => {
  const row = REPLAY.decisions[2]!;
  const review = (change: Partial<ReviewRow>): Review =>
    ({ decisions: [{ ...row, gap: 35, grade: "FAR", ...change }] }) as unknown as Review;
  const standing = (change: Partial<ReviewRow>, reported = {}): unknown => marksOf(REPLAY, review(change), reported)[2]!.standing;

  it("is the grade unless the decision only repeats or only the order differs", () => {
    expect([standing({}), standing({ again: 1 }), standing({ again: 2 }), standing({ taken_later: true })]).toEqual([
      "FAR",
      "FAR",
      "REPEAT",
      "ORDER",
    ]);
    expect(standing({ taken_later: true }, { 2: { answer: "1", grade: "CLOSE" } })).toBe("CLOSE");
  });

  it("excludes order-only decisions from the disagreements, and can be filtered by", () => {
    const marks = marksOf(REPLAY, review({ taken_later: true }));
    expect(nextDisagreement(marks, -1)).toBeNull();
    expect(filtered(marks, { kind: "", grade: "FAR", all: false })).toEqual([]);
    expect(filtered(marks, { kind: "", grade: "ORDER", all: false }).map(({ row: { index } }) => index)).toEqual([2]);
    expect(markText(marks[2]!)).toContain("You took it later in the same phase: only the order differs");
  });
});
