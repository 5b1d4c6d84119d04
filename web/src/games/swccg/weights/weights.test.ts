import { describe, expect, it } from "vitest";
import { WEIGHTS } from "../testing/answers";
import { nextTouched, readPasted, searched } from "./weights";

describe("pasted weights", () => {
  it("applies known weights within their limits and gives a reason for every other value", () => {
    const text = '{"profile":"wild","weights":{"deploy.base":9999,"gone":3,"deploy.reach":"x"}}';
    expect(readPasted(text, WEIGHTS)).toMatchObject({
      taken: 1,
      remarks: [
        "deploy.base is set to 200: the range is −200 to 200.",
        "gone is skipped: there is no such weight.",
        'deploy.reach is skipped: "x" is not a number.',
        'The profile "wild" is not known; the coach\'s is used.',
      ],
    });
    expect(readPasted('{"weights":[1]}', WEIGHTS)).toBeNull();
    const long = readPasted(JSON.stringify({ weights: { ["x".repeat(900)]: 1 } }), WEIGHTS)!;
    expect(long.remarks[0]!.length).toBeLessThan(100);
  });
});

describe("searching weights", () => {
  it("finds all words in labels, names and groups", () => {
    const found = (text: string) => searched(WEIGHTS, text).flatMap(({ rows }) => rows.map(({ name }) => name));
    expect(found("")).toEqual(["deploy.base", "deploy.reach"]);
    expect(found("REACH")).toEqual(["deploy.reach"]);
    expect(found("deploying base")).toEqual(["deploy.base"]);
    expect(found("drains")).toEqual([]);
  });

  it("goes to the next decision that a weight touches, and starts over after the last", () => {
    expect([nextTouched([1, 4], 1), nextTouched([1, 4], 4), nextTouched([], 4)]).toEqual([4, 1, null]);
  });
});
