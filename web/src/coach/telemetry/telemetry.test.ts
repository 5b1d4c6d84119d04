import { describe, expect, it } from "vitest";
import { telemetryTables } from "./telemetry";

const words = (move: unknown): string => `move ${JSON.stringify(move)}`;

describe("telemetry tables", () => {
  it("has one table per kind of note, with a column for every field of its notes", () => {
    const notes = [
      { type: "SearchLog", trickIdx: 3, move: { play: "2C" }, expectedPoints: 1.256 },
      { type: "budget_exceeded", worlds: 12 },
      { type: "SearchLog", trickIdx: 4, variance: -0.5, expectedPoints: null },
    ];
    expect(telemetryTables(notes, words)).toEqual([
      {
        kind: "Search log",
        columns: ["trick idx", "move", "expected points", "variance"],
        rows: [
          ["3", 'move {"play":"2C"}', "1.26", "–"],
          ["4", "–", "–", "−0.50"],
        ],
      },
      { kind: "Budget exceeded", columns: ["worlds"], rows: [["12"]] },
    ]);
    expect(telemetryTables([], words)).toEqual([]);
  });
});
