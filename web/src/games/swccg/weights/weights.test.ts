import { describe, expect, it } from "vitest";
import { WEIGHTS } from "../testing";
import { readPasted } from "./weights";

describe("weights that were pasted", () => {
  it("tell what was taken, and of the rest why not", () => {
    const text = '{"profile":"wild","weights":{"deploy.base":9999,"gone":3,"deploy.reach":"x"}}';
    expect(readPasted(text, WEIGHTS)).toMatchObject({
      taken: 1,
      remarks: [
        "deploy.base is taken as 200: it may be from −200 to 200.",
        "gone is left out: there is no such weight.",
        'deploy.reach is left out: "x" is not a number.',
        'The profile "wild" is not known: the coach\'s is taken.',
      ],
    });
    expect(readPasted('{"weights":[1]}', WEIGHTS)).toBeNull();
    const long = readPasted(JSON.stringify({ weights: { ["x".repeat(900)]: 1 } }), WEIGHTS)!;
    expect(long.remarks[0]!.length).toBeLessThan(100);
  });
});
