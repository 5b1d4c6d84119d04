import { describe, expect, it } from "vitest";
import { stateAt } from "../testing";
import { allowed, joined, sayKind } from "./say";

describe("the person's own word", () => {
  it("is in GEMP's form: ids ascend by their number", () => {
    expect(joined(["242", "31", "216"])).toBe("31,216,242");
    expect(joined(["temp10", "temp2"])).toBe("temp2,temp10");
    expect(joined([])).toBe("");
  });

  it("keeps to what is allowed", () => {
    const { decision } = stateAt(4);
    expect([sayKind(decision), sayKind({ ...decision, decision_type: "INTEGER" }), sayKind(stateAt(1).decision)]).toEqual([
      "several",
      "number",
      "none",
    ]);
    expect([1, 2, 3].map((count) => allowed(decision, count))).toEqual([false, true, false]);
  });
});
