import { describe, expect, it } from "vitest";
import { lossText } from "./words";

describe("loss text", () => {
  it("gives losses with their unit", () => {
    expect(lossText(-1.3, 1, "points")).toBe("\u22121.3 points");
    expect(lossText(-1, 0, "points")).toBe("\u22121 point");
    expect(lossText(-0.01, 1, "points")).toBe("0 points");
  });
});
