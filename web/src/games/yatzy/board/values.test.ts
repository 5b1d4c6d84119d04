import { describe, expect, it } from "vitest";
import { aheadOfPar, banked, CATEGORIES, categoryName, filledMask } from "../card";
import { keptValues, PIPS, sameAction } from "../dice";
import yatzyUi, { awaitsEntry, outlook } from "../index";
import { awaitingState, evaluationOf, keep, midEvaluation, midState, score } from "../testing";
import type { Player } from "../types";
import { boardValues, holdWorth, finalLabel, lossLabel, rowText, worthText } from "./values";

describe("what an evaluation says", () => {
  const state = midState();
  const values = boardValues(state, midEvaluation());

  it("adds the points so far to what is expected", () => {
    expect(values?.best).toEqual({ text: "Keep 4 4 4, then throw", final: 42 + 190.5, action: keep("xx..x") });
    expect(values?.rows.fours).toEqual({ final: 222, loss: 10.5, best: false });
  });

  it("leaves the bonus out of the points so far: what is expected holds it", () => {
    const [first, second] = state.players as [Player, Player];
    const rich = midState({ players: [{ ...first, bonus: 50, total: 142 }, second] });
    expect(boardValues(rich, midEvaluation())?.best.final).toBe(92 + 190.5);
  });

  it("calls a row best that is so close that it is the same", () => {
    expect(values?.rows.three_of_a_kind?.best).toBe(true);
    expect(values?.rows.yatzy?.best).toBe(false);
    expect(values?.rows.twos).toBeUndefined();
  });

  it("advises to throw all, or to fill a row", () => {
    expect(boardValues(state, evaluationOf([[keep("....."), 1]]))?.best.text).toBe("Throw all five");
    expect(boardValues(state, evaluationOf([[score("yatzy"), 1]]))?.best.text).toBe("Strike out Yatzy");
    expect(boardValues(state, evaluationOf([[score("fours"), 1]]))?.best.text).toBe("Score 12 in Fours");
  });

  it("knows the worth of a hold by its dice, not their places", () => {
    expect(holdWorth(state, midEvaluation(), keep("xx...").keep)?.loss).toBeCloseTo(0.04);
    expect(holdWorth(state, midEvaluation(), keep("x...x").keep)?.loss).toBeCloseTo(0.04);
    expect(holdWorth(state, midEvaluation(), keep("xx..x").keep)?.best).toBe(true);
    expect(holdWorth(state, midEvaluation(), keep("..x..").keep)).toBeNull();
  });

  it("says nothing where nobody decides", () => {
    expect(boardValues(state, null)).toBeNull();
    expect(boardValues(awaitingState(), midEvaluation())).toBeNull();
    expect(boardValues(midState({ game_over: true }), midEvaluation())).toBeNull();
  });
});

describe("losses", () => {
  it.each([
    [0, true, "best"],
    [0.004, false, "\u22120.01"],
    [0.04, false, "\u22120.04"],
    [0.8, false, "\u22120.8"],
    [12.34, false, "\u221212.3"],
  ])("of %d", (loss, best, label) => expect(lossLabel({ final: 200, loss, best })).toBe(label));

  it("are told in full beside the short number", () => {
    expect(finalLabel({ final: 247.333, loss: 0.8, best: false })).toBe("247.3");
    expect(finalLabel({ final: 247.333, loss: 0, best: true })).toBe("★247.3");
    expect(worthText({ final: 247.333, loss: 0.8, best: false })).toBe("expected final score 247.33, 0.80 less than the best");
    expect(rowText("yatzy", 0, undefined)).toBe("Strike out Yatzy for 0");
    expect(rowText("sixes", 18, { final: 247.333, loss: 0, best: true })).toBe("Score 18 in Sixes: expected final score 247.33, the best");
  });
});

describe("the card", () => {
  const [player] = midState().players as [Player];

  it("has its categories in the engine's order", () => {
    expect(CATEGORIES).toHaveLength(15);
    expect(filledMask(player)).toBe(0b010010000100001);
    expect(filledMask({ scores: { yatzy: 0 } })).toBe(1 << 14);
    expect(categoryName("four_of_a_kind")).toBe("Four of a kind");
  });

  it("counts against three of each face", () => {
    expect(aheadOfPar(player)).toBe(-1);
    expect(aheadOfPar({ scores: {} })).toBe(0);
    expect(banked({ scores: {}, total: 142, bonus: 50 })).toBe(92);
  });
});

describe("dice", () => {
  it("are kept by place and told by value", () => expect(keptValues([4, null, 6, 1, 4], keep("xxx.x").keep)).toEqual([4, 4, 6]));
  it("have as many pips as they show", () => expect([1, 2, 3, 4, 5, 6].map((face) => PIPS[face]?.length)).toEqual([1, 2, 3, 4, 5, 6]));

  it("make the same move or another", () => {
    expect(sameAction(keep("xx..."), keep("xx..."))).toBe(true);
    expect(sameAction(keep("xx..."), keep("x...x"))).toBe(false);
    expect(sameAction(score("ones"), score("ones"))).toBe(true);
    expect(sameAction(score("ones"), score("twos"))).toBe(false);
    expect(sameAction(score("ones"), keep("....."))).toBe(false);
    expect(sameAction({ enter: [1, 2, 3, 4, 5] }, { enter: [1, 2, 3, 4, 5] })).toBe(true);
    expect(sameAction({ enter: [1, 2, 3, 4, 5] }, { enter: [5, 4, 3, 2, 1] })).toBe(false);
    expect(sameAction(keep("....."), { enter: [1, 2, 3, 4, 5] })).toBe(false);
  });
});

describe("what the screens ask of the game", () => {
  it("waits for dice that are entered by hand", () => {
    expect(awaitsEntry(awaitingState())).toBe(true);
    expect(awaitsEntry(midState())).toBe(false);
    expect(awaitsEntry(awaitingState({ game_over: true }))).toBe(false);
    expect(yatzyUi.rulesetId).toBe("yatzy_v1");
  });

  it("asks for the spread of a final score", () => {
    const args = { upper_score: 20, scored_categories: 0b010010000100001, accumulated_score: 42 };
    expect(outlook(midState(), 0)).toEqual({ args, heavy: true });
    const ruled = midState({ options: { five_of_a_kind_is_full_house: true, four_of_a_kind_is_two_pairs: false } });
    expect(outlook(ruled, 0)?.args).toEqual({ ...args, five_of_a_kind_is_full_house: true });
    expect(outlook(midState(), 2)).toBeNull();
    expect(outlook(midState({ game_over: true }), 0)).toBeNull();
  });

  it("knows which spreads take long", () => {
    const withOpen = (open: number) => {
      const scores = Object.fromEntries(CATEGORIES.slice(open).map((category) => [category, 0]));
      return outlook(midState({ players: [{ scores, upper: 90, bonus: 50, total: 150 }] }), 0);
    };
    expect([15, 14, 10, 9, 1].map((open) => withOpen(open)?.heavy)).toEqual([false, true, true, false, false]);
    expect(withOpen(9)?.args).toMatchObject({ upper_score: 63, accumulated_score: 100 });
  });
});
