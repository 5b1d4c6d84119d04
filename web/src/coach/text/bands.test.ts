import { describe, expect, it } from "vitest";
import { bandText } from "./bands";

const BANDS = [
  { score: 50, name: "beginner" },
  { score: 75, name: "experienced" },
  { score: 100, name: "strong" },
];
const points = (score: number): string => `${score} points`;

describe("score bands", () => {
  it.each([
    [42, "42 points: beginner from 50."],
    [75, "75 points: experienced; strong from 100."],
    [139, "139 points: strong."],
  ])("names the reached band and the next one for a score of %i", (score, text) => {
    expect(bandText(score, BANDS, points)).toBe(text);
  });
});
