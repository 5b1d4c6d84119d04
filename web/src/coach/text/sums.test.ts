import { describe, expect, it } from "vitest";
import { accountNote, kindsNote } from "./game";
import { sumPlain, sumSigned, sumText } from "./sums";

describe("a sum over many moves", () => {
  it("stays in points", () => {
    expect([sumSigned(-14.26, "points"), sumPlain(3, "points"), sumText(142.7, "points")]).toEqual(["−14.3", "3.0", "142.7 points"]);
    // A sum that is not nothing does not read as nothing.
    expect([sumText(0.04, "points"), sumText(0.4, "%"), sumText(0, "%")]).toEqual(["0.04 points", "0.004 wins", "0.00 wins"]);
  });

  it("counts chances to win in wins, as there is no limit of 100% to what many moves lose", () => {
    expect([sumSigned(-180, "%"), sumPlain(50, "%"), sumText(4.2, "%")]).toEqual(["−1.80", "0.50", "0.04 wins"]);
    for (const note of [accountNote("%", true), kindsNote("%")]) expect(note).toContain("100% of the chance to win is one win");
  });

  it("in points says that moves are judged in another unit, if they are", () => {
    expect(accountNote("points", false)).toBe("Perfect play: 0 points.");
    expect(accountNote("points", true)).toMatch(/^Perfect play: 0 points\..*in %/);
  });
});
