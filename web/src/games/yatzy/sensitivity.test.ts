import { describe, expect, it } from "vitest";
import { mainFlips } from "./sensitivity";

const choice = (theta: number, first: boolean, lead: number) => ({ theta, keep: [first, true, true, true, true], category: null, lead });

describe("the changes that matter", () => {
  it("are judged by the greatest lead of the choice, not by that right after the change", () => {
    const choices = [choice(-0.1, false, 0.38), choice(-0.05, false, 0.02), choice(0, true, 0), choice(0.05, true, 0)];
    const found = mainFlips({ choices, flips: [choice(-0.045, false, 0.02)] });
    expect(found).toEqual([choice(-0.045, false, 0.38)]);
  });

  it("are the first on either side, each with the leads up to the next change", () => {
    const [other, third] = [{ ...choice(0.05, false, 0.3) }, { ...choice(0.1, true, 0.9), keep: null }];
    const choices = [choice(-0.05, false, 0.2), choice(0, true, 0), choice(0.02, false, 0.01), other, third];
    const flips = [choice(-0.03, false, 0.2), choice(0.01, false, 0.01), { ...third, theta: 0.07 }];
    expect(mainFlips({ choices, flips }).map(({ theta, lead }) => [theta, lead])).toEqual([
      [0.01, 0.3],
      [-0.03, 0.2],
    ]);
    const trifling = choices.map((each) => (each === other ? { ...other, lead: 0.04 } : each));
    expect(mainFlips({ choices: trifling, flips })[0]?.theta).toBe(0.07);
  });

  it("are none where no choice leads by enough", () => {
    expect(mainFlips({ choices: [choice(0, true, 0), choice(0.05, false, 0.04)], flips: [choice(0.03, false, 0.04)] })).toEqual([]);
  });
});
