import { describe, expect, it } from "vitest";
import { aheadOfPar, banked, CATEGORIES, categoryName, filledMask } from "../card";
import { keptValues, PIPS, sameAction } from "../dice";
import yatzyUi, { awaitsEntry, outlook } from "../index";
import { awaitingState, evaluationOf, keep, midEvaluation, midState, score } from "../testing";
import type { Player } from "../types";
import { boardValues, holdWorth } from "./values";

describe("board values", () => {
  const state = midState();
  const values = boardValues(state, midEvaluation());

  it("add the points so far to the expected remaining points", () => {
    expect(values?.best).toEqual({ text: "Keep 4 4 4, then throw", final: 42 + 190.5, win: false, action: keep("xx..x") });
    expect(values?.rows.fours).toEqual({ final: 222, loss: 10.5, best: false });
  });

  it("exclude the bonus from the points so far, because the remaining points include it", () => {
    const [first, second] = state.players as [Player, Player];
    const rich = midState({ players: [{ ...first, bonus: 50, total: 142 }, second] });
    expect(boardValues(rich, midEvaluation())?.best.final).toBe(92 + 190.5);
  });

  it("are the chances themselves if the game is played to win", () => {
    const evaluation = { ...midEvaluation(), metadata: { objective: "win" } };
    const chances = boardValues(state, evaluation);
    expect(chances?.best).toMatchObject({ final: evaluation.bestActionEv, win: true });
    expect(chances?.rows.fours).toEqual({ final: evaluation.bestActionEv - 10.5, loss: 10.5, best: false, win: true });
    expect(holdWorth(state, evaluation, keep("xx..x").keep)).toMatchObject({ final: evaluation.bestActionEv, win: true });
  });

  it("mark a row as best if it ties", () => {
    expect(values?.rows.three_of_a_kind?.best).toBe(true);
    expect(values?.rows.yatzy?.best).toBe(false);
    expect(values?.rows.twos).toBeUndefined();
  });

  it("advise throwing all dice, or filling a row", () => {
    expect(boardValues(state, evaluationOf([[keep("....."), 1]]))?.best.text).toBe("Throw all five");
    expect(boardValues(state, evaluationOf([[score("yatzy"), 1]]))?.best.text).toBe("Strike out Yatzy");
    expect(boardValues(state, evaluationOf([[score("fours"), 1]]))?.best.text).toBe("Score 12 in Fours");
  });

  it("value a hold by its faces, not their places", () => {
    expect(holdWorth(state, midEvaluation(), keep("xx...").keep)?.loss).toBeCloseTo(0.04);
    expect(holdWorth(state, midEvaluation(), keep("x...x").keep)?.loss).toBeCloseTo(0.04);
    expect(holdWorth(state, midEvaluation(), keep("xx..x").keep)?.best).toBe(true);
    expect(holdWorth(state, midEvaluation(), keep("..x..").keep)).toBeNull();
  });

  it("are null without a decision", () => {
    expect(boardValues(state, null)).toBeNull();
    expect(boardValues(awaitingState(), midEvaluation())).toBeNull();
    expect(boardValues(midState({ game_over: true }), midEvaluation())).toBeNull();
  });
});

describe("the score card", () => {
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

describe("dice helpers", () => {
  it("give kept faces by place", () => expect(keptValues([4, null, 6, 1, 4], keep("xxx.x").keep)).toEqual([4, 4, 6]));
  it("give each face as many pips as it shows", () =>
    expect([1, 2, 3, 4, 5, 6].map((face) => PIPS[face]?.length)).toEqual([1, 2, 3, 4, 5, 6]));

  it("compare actions", () => {
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

describe("the Yatzy UI", () => {
  it("waits for real dice", () => {
    expect(awaitsEntry(awaitingState())).toBe(true);
    expect(awaitsEntry(midState())).toBe(false);
    expect(awaitsEntry(awaitingState({ game_over: true }))).toBe(false);
    expect(yatzyUi.rulesetId).toBe("yatzy_v1");
  });

  it("gives the query for the distribution of a final score", () => {
    const args = { upper_score: 20, scored_categories: 0b010010000100001, accumulated_score: 42 };
    expect(outlook(midState(), 0)).toEqual({ args, heavy: true });
    const ruled = midState({ options: { five_of_a_kind_is_full_house: true, four_of_a_kind_is_two_pairs: false } });
    expect(outlook(ruled, 0)?.args).toEqual({ ...args, five_of_a_kind_is_full_house: true });
    expect(outlook(midState(), 2)).toBeNull();
    expect(outlook(midState({ game_over: true }), 0)).toBeNull();
  });

  it("knows which distributions take long", () => {
    const withOpen = (open: number) => {
      const scores = Object.fromEntries(CATEGORIES.slice(open).map((category) => [category, 0]));
      return outlook(midState({ players: [{ scores, upper: 90, bonus: 50, total: 150 }] }), 0);
    };
    expect([15, 14, 10, 9, 1].map((open) => withOpen(open)?.heavy)).toEqual([false, true, true, false, false]);
    expect(withOpen(9)?.args).toMatchObject({ upper_score: 63, accumulated_score: 100 });
  });
});
