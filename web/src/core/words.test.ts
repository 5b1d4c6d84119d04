import { describe, expect, it } from "vitest";
import { capital, counted, listed } from "./words";

describe("words in sentences", () => {
  it("begin with a capital", () => {
    expect([capital("queen of spades"), capital("")]).toEqual(["Queen of spades", ""]);
  });

  it("are listed with an and before the last", () => {
    expect([listed([]), listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"])]).toEqual(["", "A", "A and B", "A, B and C"]);
  });

  it("agree with their number", () => {
    expect([counted(0, "move"), counted(1, "move"), counted(1200, "move")]).toEqual(["0 moves", "1 move", "1,200 moves"]);
    expect([counted(1, "die", "dice"), counted(2, "die", "dice")]).toEqual(["1 die", "2 dice"]);
  });
});
