import { describe, expect, it } from "vitest";
import { remarkQuery } from "../index";
import { midState } from "../testing";
import type { Category } from "../types";
import { LOWER } from "../card";
import { remarkText } from "./remark";

const flip = (theta: number, lead: number, keep: boolean[] | null, category: Category | null = null) => ({ theta, lead, keep, category });
/** Each choice is made from its change on; its lead is the one at that end. */
const answer = (...flips: ReturnType<typeof flip>[]) => ({ choices: flips.map((each) => ({ ...each, theta: each.theta * 1.1 })), flips });

describe("the remark on a decision", () => {
  it("names the nearest change of the choice that matters", () => {
    const keeps = flip(0.034, 0.4, [true, true, false, false, true]);
    expect(remarkText(answer(keeps), midState())).toBe("A very bold player keeps 4 4 4.");
    expect(remarkText(answer(flip(-0.02, 0.1, null, "yatzy"), keeps), midState())).toBe("A careful player strikes out Yatzy.");
    expect(remarkText(answer(flip(0.01, 0.001, null, "fours"), keeps), midState())).toBe("A very bold player keeps 4 4 4.");
    expect(remarkText(answer(flip(0.02, 1, null, "fours")), midState())).toBe("A daring player scores 12 in Fours.");
    expect(remarkText(answer(), midState())).toBeNull();
  });

  it("is asked for in the second half of a game that is played for points", () => {
    const state = midState({ players: [{ scores: Object.fromEntries(LOWER.map((name) => [name, 0])), upper: 0, bonus: 0, total: 0 }] });
    expect(remarkQuery(state, null)).toMatchObject({
      name: "sensitivity",
      args: { dice: [4, 4, 6, 1, 4], rerolls_remaining: 2, upper_score: 0 },
    });
    expect(remarkQuery(state, "win")).toBeNull();
    expect(remarkQuery(midState(), null)).toBeNull();
    expect(remarkQuery({ ...state, dice: [4, 4, 6, 1, null] }, null)).toBeNull();
  });
});
