import { describe, expect, it } from "vitest";
import { plain, short, signed } from "../../../core/format";
import { bandOf, gradeWords, lacksText, loopsText, percent, subjectOf, sureText, whenText } from "./phrases";

describe("phrases", () => {
  it("names the score bands of the source document", () => {
    expect([-0.1, 0, 19.9, 20, 49.9, 50, 79.9, 80, 300].map((score) => bandOf(score).code)).toEqual([
      "below",
      "low",
      "low",
      "moderate",
      "moderate",
      "high",
      "high",
      "critical",
      "critical",
    ]);
  });

  it("formats numbers briefly, with a true minus and never a minus zero", () => {
    expect([plain(-3, 1), plain(-0.01, 1), signed(2, 2), signed(0, 1)]).toEqual(["−3.0", "0.0", "+2.00", "0.0"]);
    expect([2, 0.5, 1.25, 100, -10, 1 / 3].map(short)).toEqual(["2", "0.5", "1.25", "100", "−10", "0.33"]);
    expect([0.93, 0.9999, 1, 0.001, 0, null].map(percent)).toEqual(["93%", ">99%", "100%", "<1%", "0%", "–"]);
  });

  it("never calls a choice a mistake", () => {
    for (const grade of ["SAME", "CLOSE", "DIFFERENT", "FAR", null]) {
      expect(`${gradeWords(grade).word} ${gradeWords(grade).said}`).not.toMatch(/mistake|blunder|wrong|bad|error/i);
    }
    expect(gradeWords("NEW").word).toBe("Not known");
  });

  it("names the turn, and what a position lacks", () => {
    expect(whenText({ turn: 0, phase: "", whose_turn: null })).toBe("Before the first turn");
    expect(whenText({ turn: null, phase: null, whose_turn: null })).toBe("Turn and phase not known");
    expect(whenText({ turn: 0, phase: null, whose_turn: null })).toBe("Turn and phase not known");
    expect(whenText({ turn: 3, phase: "Deploy", whose_turn: "Ann" })).toBe("Turn 3, Deploy, Ann's turn");
    expect(lacksText(["phase", "hand", "spirit"])).toBe("the phase, the hand and spirit");
  });
});

describe("inferences, loops and reasons", () => {
  it("adds up the confidence of options that look alike", () => {
    expect(sureText(0.93)).toBe("inferred, 93% sure");
    expect(sureText(0.09, 8)).toBe("inferred, one of 8 alike, 72% sure");
    expect(sureText(0.2, 8)).toBe("inferred, one of 8 alike, >99% sure");
  });

  it("counts loops and repeats", () => {
    expect([loopsText(1, 195), loopsText(2, 1), loopsText(3, undefined)]).toEqual([
      "1 loop (195 repeats)",
      "2 loops (1 repeat)",
      "3 loops",
    ]);
  });

  it("names reasons by the group of their weight, else by their evaluator", () => {
    const groups = new Map([["where", "Where to deploy"]]);
    expect(["where.icons", "gone.x", null].map((name) => subjectOf("Deploy", name, groups))).toEqual([
      "Where to deploy",
      "Deploying",
      "Deploying",
    ]);
    expect(subjectOf("CardSelection", null, groups)).toBe("Choosing cards");
  });
});
