import { describe, expect, it } from "vitest";
import { midState } from "../testing";
import { expectedText, expectedTitle, finalLabel, finalText, lossLabel, rowText, worthText } from "./values";

describe("Yatzy's values in words", () => {
  it.each([
    [0, true, "best"],
    [0.004, false, "\u22120.01"],
    [0.04, false, "\u22120.04"],
    [0.8, false, "\u22120.8"],
    [12.34, false, "\u221212.3"],
  ])("shorten a loss of %d", (loss, best, label) => expect(lossLabel({ final: 200, loss, best })).toBe(label));

  it("add the points so far to the expected remaining points", () => {
    expect(finalText(190.52, midState())).toBe("expected final score 232.5");
  });

  it("are given in full beside the short number", () => {
    expect(finalLabel({ final: 247.333, loss: 0.8, best: false })).toBe("247.3");
    expect(finalLabel({ final: 247.333, loss: 0, best: true })).toBe("247.3");
    expect(worthText({ final: 247.333, loss: 0.8, best: false })).toBe("expected final score 247.33, 0.80 less than the best");
    expect(rowText("yatzy", 0, undefined)).toBe("Strike out Yatzy for 0");
    expect(rowText("sixes", 18, { final: 247.333, loss: 0, best: true })).toBe("Score 18 in Sixes: expected final score 247.33, the best");
  });

  it("say chances to win as such", () => {
    const worth = { final: 61.96, loss: 3.91, best: false, win: true };
    expect(finalText(61.96, midState(), "win")).toBe("62.0% to win");
    expect(finalLabel(worth)).toBe("62.0%");
    expect(lossLabel(worth)).toBe("\u22123.9%");
    expect(worthText(worth)).toBe("61.96% to win, 3.91 less than the best");
    expect(expectedText(61.96, true)).toBe("62.0% to win");
    expect(expectedTitle(61.96, true)).toBe("Chance to be first: 61.96%");
  });
});
