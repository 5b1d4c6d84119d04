import { describe, expect, it } from "vitest";
import { canTake, choicesInOrder, chooseNext, destinationsOf, groupLegal, keepIfLegal, place } from "./selection";
import type { Choice } from "../layout";
import { move } from "../testing";

const actions = [
  move("Center", "White", "Floor"),
  move({ Factory: 1 }, "Blue", { PatternLine: 0 }),
  move({ Factory: 1 }, "Blue", { PatternLine: 3 }),
  move({ Factory: 1 }, "Blue", "Floor"),
  move({ Factory: 0 }, "Red", { PatternLine: 2 }),
];
const legal = groupLegal(actions);
const blue: Choice = { source: "F1", color: "Blue" };
const red: Choice = { source: "F0", color: "Red" };

describe("groupLegal", () => {
  it("finds the destinations of a choice", () => {
    expect([...destinationsOf(legal, blue)]).toEqual(["0", "3", "floor"]);
    expect([...destinationsOf(legal, null)]).toEqual([]);
    expect([...destinationsOf(legal, { source: "F1", color: "Red" })]).toEqual([]);
  });

  it("lists choices factory by factory, the centre last", () => {
    expect(choicesInOrder(legal)).toEqual([red, blue, { source: "C", color: "White" }]);
  });
});

describe("choosing", () => {
  it("takes, replaces and puts back", () => {
    expect(chooseNext(legal, null, blue)).toEqual(blue);
    expect(chooseNext(legal, blue, red)).toEqual(red);
    expect(chooseNext(legal, blue, { ...blue })).toBeNull();
  });

  it("puts back when the clicked tiles cannot be taken", () => {
    const other: Choice = { source: "F4", color: "Black" };
    expect(canTake(legal, other)).toBe(false);
    expect(chooseNext(legal, blue, other)).toBeNull();
  });

  it("keeps a choice only while it is legal", () => {
    expect(keepIfLegal(legal, blue)).toBe(blue);
    expect(keepIfLegal(groupLegal([]), blue)).toBeNull();
  });
});

describe("placing", () => {
  it("returns the action object of the list", () => {
    const placing = place(legal, blue, "3");
    expect(placing.kind === "move" && placing.action).toBe(actions[2]);
  });

  it("explains in a sentence that a place cannot take the tiles", () => {
    expect(place(legal, blue, "1")).toEqual({
      kind: "illegal",
      action: { ...actions[2], destination: { PatternLine: 1 } },
      sentence: "Line 2 cannot take Blue here.",
    });
    expect(place(legal, red, "floor")).toMatchObject({ kind: "illegal", sentence: "The floor line cannot take Red here." });
  });
});
