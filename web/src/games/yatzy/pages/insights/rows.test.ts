import { describe, expect, it } from "vitest";
import type { FinishedGame } from "../../../screen-types";
import { CATEGORIES } from "../../card";
import { PERFECT, PERFECT_ROWS } from "./figures";
import { cardsOf, figuresOf, playedArgs, totalOf, type PlayedCards } from "./rows";

const card = (sixes: number, bonus = 0): Record<string, number> => ({
  ...Object.fromEntries(CATEGORIES.map((name) => [name, name === "sixes" ? sixes : 10])),
  bonus,
});
const game = (persons: readonly number[], notation: string | null = null): FinishedGame => ({
  initial: { a: 1 },
  actions: [{ b: 2 }],
  notation,
  persons,
});

describe("the rows of one's games", () => {
  it("are asked for by moves, or by text where dice were real", () => {
    expect(playedArgs([game([0]), game([0], "Yatzy")])).toEqual({ games: [{ initial: { a: 1 }, actions: [{ b: 2 }] }, { text: "Yatzy" }] });
    expect(playedArgs(Array.from({ length: 300 }, () => game([0]))).games).toHaveLength(100);
  });

  it("are those of people, in finished games without house rules", () => {
    const answer: PlayedCards = {
      games: [
        { over: true, options: {}, players: [card(18), card(24)] },
        { over: true, options: { five_of_a_kind_is_full_house: true }, players: [card(30)] },
        { over: false, options: {}, players: [card(12)] },
        null,
      ],
    };
    expect(cardsOf([game([1]), game([0]), game([0]), game([0])], answer)).toEqual([card(24)]);
  });

  it("have a mean, its error, and the share of zeros", () => {
    const sixes = figuresOf([card(18), card(0)]).find(({ name }) => name === "sixes");
    expect(sixes).toMatchObject({ perfect: PERFECT_ROWS.sixes[0], own: { mean: 9, stderr: 9, zero: 0.5 } });
    expect(totalOf([card(18, 50)]).own).toEqual({ mean: 208, stderr: null, zero: 0 });
    expect(figuresOf([])[0]?.own).toBeNull();
  });

  it("add up to the mean of perfect play", () => {
    expect(figuresOf([]).reduce((sum, { perfect }) => sum + perfect, 0)).toBeCloseTo(PERFECT.mean, 3);
  });
});
