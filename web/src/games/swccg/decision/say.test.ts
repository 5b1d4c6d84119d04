import { describe, expect, it } from "vitest";
import { stateAt } from "../testing/short-game";
import { allowed, joined, sayKind } from "./say";

describe("reported choices", () => {
  it("lists ids in ascending numeric order, as GEMP does", () => {
    expect(joined(["242", "31", "216"])).toBe("31,216,242");
    expect(joined(["temp10", "temp2"])).toBe("temp2,temp10");
    expect(joined([])).toBe("");
  });

  it("allows only as many cards as the decision does", () => {
    const { decision } = stateAt(4);
    expect([sayKind(decision), sayKind({ ...decision, decision_type: "INTEGER" }), sayKind(stateAt(1).decision)]).toEqual([
      "several",
      "number",
      "none",
    ]);
    expect([1, 2, 3].map((count) => allowed(decision, count))).toEqual([false, true, false]);
  });
});
