import { describe, expect, it } from "vitest";
import { plain, short, signed } from "../../../core/format";
import { bandOf, gradeWords, lacksText, loopsText, percent, subjectOf, sureText, whenText } from "./phrases";

describe("words", () => {
  it("call scores by the bands of the document", () => {
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

  it("write numbers with a true minus, never as minus zero, and as short as they can be said", () => {
    expect([plain(-3, 1), plain(-0.01, 1), signed(2, 2), signed(0, 1)]).toEqual(["−3.0", "0.0", "+2.00", "0.0"]);
    expect([2, 0.5, 1.25, 100, -10, 1 / 3].map(short)).toEqual(["2", "0.5", "1.25", "100", "−10", "0.33"]);
    expect([0.93, 0.9999, 1, 0.001, 0, null].map(percent)).toEqual(["93%", ">99%", "100%", "<1%", "0%", "–"]);
  });

  it("never call a choice a mistake", () => {
    for (const grade of ["SAME", "CLOSE", "DIFFERENT", "FAR", null]) {
      expect(`${gradeWords(grade).word} ${gradeWords(grade).said}`).not.toMatch(/mistake|blunder|wrong|bad|error/i);
    }
    expect(gradeWords("NEW").word).toBe("Not known");
  });

  it("say when, and what is lacking", () => {
    expect(whenText({ turn: 0, phase: "", whose_turn: null })).toBe("Before the first turn");
    expect(whenText({ turn: null, phase: null, whose_turn: null })).toBe("Turn and phase not known");
    expect(whenText({ turn: 0, phase: null, whose_turn: null })).toBe("Turn and phase not known");
    expect(whenText({ turn: 3, phase: "Deploy", whose_turn: "Ann" })).toBe("Turn 3, Deploy, Ann's turn");
    expect(lacksText(["phase", "hand", "spirit"])).toBe("the phase, the hand and spirit");
  });
});

describe("what is told", () => {
  it("counts options that look alike together", () => {
    expect(sureText(0.93)).toBe("inferred, 93% sure");
    expect(sureText(0.09, 8)).toBe("inferred, one of 8 alike, 72% sure");
    expect(sureText(0.2, 8)).toBe("inferred, one of 8 alike, >99% sure");
  });

  it("counts loops and what only repeats", () => {
    expect([loopsText(1, 195), loopsText(2, 1), loopsText(3, undefined)]).toEqual([
      "1 loop (195 repeats)",
      "2 loops (1 repeat)",
      "3 loops",
    ]);
  });

  it("calls reasons by the group of their weight, or by what they are about", () => {
    const groups = new Map([["where", "Where to deploy"]]);
    expect(["where.icons", "gone.x", null].map((name) => subjectOf("Deploy", name, groups))).toEqual([
      "Where to deploy",
      "Deploying",
      "Deploying",
    ]);
    expect(subjectOf("CardSelection", null, groups)).toBe("Choosing cards");
  });
});
