import { describe, expect, it } from "vitest";
import { SLIDES } from "../testing";
import { groupLegal } from "./selection";

describe("legal actions of Entropy", () => {
  it("are grouped by what is selected first", () => {
    const { slides, places, pass } = groupLegal(SLIDES);
    expect([...slides].map(([from, to]) => [from, [...to]])).toEqual([
      ["c3", ["c1", "c2", "g3"]],
      ["g7", ["g1"]],
    ]);
    expect([places.size, pass]).toEqual([0, true]);
    expect(groupLegal([{ cell: "a1" }])).toMatchObject({ places: new Set(["a1"]), pass: false });
  });
});
