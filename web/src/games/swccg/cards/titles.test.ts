import { describe, expect, it } from "vitest";
import type { Evaluation } from "../types";
import { titled, titledEvaluation, worded } from "./titles";

describe("option text", () => {
  it("replaces card numbers by known titles and hyphens by minus signs", () => {
    const titles = { "1_249": "Stormtrooper" };
    expect(titled("Deploy card 1_249 or card 9_9", titles)).toBe("Deploy Stormtrooper or card 9_9");
    expect(worded("card 1_249: life Force -3 (-2 x), 4-LOM 3-1", titles)).toBe("Stormtrooper: life Force −3 (−2 x), 4-LOM 3-1");
    const evaluation = {
      candidates: [{ action: { answer: "card 1_249" }, note: "Deploy card 1_249", reasons: [{ code: "c", label: "Life -2", value: -2 }] }],
    };
    const [found] = titledEvaluation(evaluation as unknown as Evaluation, titles).candidates;
    expect(found).toEqual({
      action: { answer: "card 1_249" },
      note: "Deploy Stormtrooper",
      reasons: [{ code: "c", label: "Life −2", value: -2 }],
    });
  });
});
