import { describe, expect, it } from "vitest";
import {
  addCard,
  answer,
  dueCards,
  EMPTY_BOX,
  gameMistakes,
  INTERVALS,
  isRight,
  mistakesOf,
  nextDue,
  parseBox,
  regraded,
  removeCard,
  takeCardBack,
} from "./drills";
import { fingerprint } from "../../core/fingerprint";
import type { Decision } from "../../core/session";
import type { Verdict } from "../../core/types";
import { evaluation, INFO, pileState, RULESET } from "../../core/testing/fake-engine";

const BANDS = INFO.grades;
const DAY = 86_400_000;

function decision(pile: number, add: number, extra = {}): Decision {
  return { state: pileState(pile, pile % 2), action: { add }, evaluation: evaluation({ add }, 2, extra), luck: null };
}

describe("answers", () => {
  it("count as right if tied, nearly tied or too close to call", () => {
    expect(isRight(evaluation({ add: 3 }), BANDS, [])).toBe(true);
    expect(isRight(evaluation({ add: 2 }, 0.25), BANDS, [])).toBe(true);
    expect(isRight(evaluation({ add: 2 }, 0.3), BANDS, [])).toBe(false);
    expect(isRight(evaluation({ add: 1 }, 2, { tooClose: true }), BANDS, [])).toBe(true);
  });

  it("clear mistakes are listed by player, the costliest first", () => {
    const game = [decision(0, 2), decision(2, 1), decision(4, 3), decision(6, 1, { tooClose: true }), decision(7, 1)];
    expect(mistakesOf(game, [0], BANDS).map(({ index }) => index)).toEqual([1, 0]);
    expect(mistakesOf(game, null, BANDS).map(({ index }) => index)).toEqual([1, 4, 0]);
  });
});

describe("verdicts", () => {
  const judged = (verdict: Verdict, decided = false) => decision(2, 1, { verdict, decided });
  const limits = [
    { scale: "points", unit: "points", good: 0, inaccuracy: 1, mistake: 2, blunder: 5 },
    { scale: "win", unit: "%", good: 1, inaccuracy: 5, mistake: 10, blunder: 15 },
  ] as const;
  const right = (verdict: Verdict, extra = {}): boolean | null =>
    isRight(evaluation({ add: 1 }, 2, { verdict, winProbability: 0.5, ...extra }), BANDS, limits);

  it("say whether an answer is right", () => {
    expect([right("best"), right("good"), right("inaccuracy"), right("blunder")]).toEqual([true, true, false, false]);
  });

  it("leave open what may be a large loss or none: a near tie is right", () => {
    expect([right("undecided", { winLoss: 0.049 }), right("undecided", { winLoss: 0.08 })]).toEqual([true, null]);
    expect([right("undecided", { deltaEv: -0.9 }), right("undecided", { deltaEv: -1 })]).toEqual([true, null]);
  });

  it("count neither a move without a choice, a decided position, nor one that gives up most of a slim chance", () => {
    const { metadata } = evaluation({ add: 1 }, 2);
    expect(right("best", { metadata: { ...metadata, totalLegalActions: 1 } })).toBeNull();
    expect([right("blunder", { decided: true }), right("best", { decided: true })]).toEqual([null, null]);
    expect([right("good", { winProbability: 0.04, winLoss: 0.03 }), right("good", { winProbability: 0.04, winLoss: 0.01 })]).toEqual([
      null,
      true,
    ]);
  });

  it("decide what is a mistake in a game that has them", () => {
    const game = [judged("mistake"), judged("undecided"), judged("blunder", true), judged("blunder")];
    const info = { ...INFO, verdictLimits: [{ scale: "points", unit: "points", good: 0, inaccuracy: 1, mistake: 2, blunder: 5 } as const] };
    expect(gameMistakes(info, game, null).map(({ index }) => index)).toEqual([3, 0]);
    // A game saved by an earlier version has no verdicts, and blames nobody.
    expect(gameMistakes(info, [decision(2, 1)], null)).toEqual([]);
  });
});

describe("the box", () => {
  it("makes a new card due at once, and a solved one after longer and longer intervals", () => {
    let box = addCard(EMPTY_BOX, decision(2, 1), 0);
    const id = box.cards[0]?.id ?? "";
    expect(dueCards(box, RULESET, 0)).toHaveLength(1);
    let now = 0;
    for (const wait of INTERVALS.slice(1)) {
      box = answer(box, id, true, now);
      expect(nextDue(box, RULESET, now)).toBe(now + wait);
      now += wait;
    }
    expect(dueCards(box, RULESET, now - 1)).toHaveLength(0);
    expect(box.cards[0]?.box).toBe(INTERVALS.length - 1);
  });

  it("moves a missed card to the first compartment, due in minutes", () => {
    let box = addCard(EMPTY_BOX, decision(2, 1), 0);
    const id = box.cards[0]?.id ?? "";
    box = answer(answer(box, id, true, 0), id, false, DAY);
    expect(box.cards[0]).toMatchObject({ box: 0, asked: 2 });
    expect(nextDue(box, RULESET, DAY)).toBeLessThan(DAY + 600_000);
  });

  it("rests a card whose answer was not counted as long as before, a day at least", () => {
    const id = "x";
    const card = { id, state: pileState(2), player: 0, loss: -1, due: 0, asked: 0 };
    const rested = (compartment: number) => answer({ version: 1, cards: [{ ...card, box: compartment }] }, id, null, 5).cards[0];
    expect(rested(0)).toMatchObject({ box: 0, due: 5 + DAY });
    expect(rested(3)).toMatchObject({ box: 3, due: 5 + INTERVALS[3]! });
  });

  it("makes a card due at once whose date comes from a clock that was ahead", () => {
    const [future, now] = [400 * DAY, DAY];
    let box = addCard(EMPTY_BOX, decision(2, 1), future);
    box = answer(box, box.cards[0]?.id ?? "", true, future);
    expect(dueCards(box, RULESET, now)).toHaveLength(1);
    expect(nextDue(box, RULESET, now)).toBe(now);
  });

  it("recognises a position regardless of its last events", () => {
    const state = pileState(2, 0);
    expect(fingerprint({ ...state, last_events: [{ type: "x" }] })).toBe(fingerprint(state));
    expect(fingerprint(pileState(3, 0))).not.toBe(fingerprint(state));
    const box = addCard(addCard(EMPTY_BOX, decision(2, 1), 0), decision(2, 2), 5);
    expect(box.cards).toHaveLength(1);
  });

  it("keeps the compartment of a card whose mistake is made again, which is then due at once", () => {
    let box = addCard(EMPTY_BOX, decision(2, 1), 0);
    const id = box.cards[0]?.id ?? "";
    box = answer(box, id, true, 0);
    expect(dueCards(box, RULESET, 5)).toEqual([]);
    box = addCard(box, decision(2, 1), 5);
    expect(box.cards[0]).toMatchObject({ box: 1, asked: 1, due: 5 });
  });

  it("forgets a mistake that was taken back, and is as before where the card was there already", () => {
    const fresh = addCard(EMPTY_BOX, decision(2, 1), 0, 77);
    const id = fresh.cards[0]?.id ?? "";
    expect(takeCardBack(fresh, id, 77).cards).toEqual([]);
    // Another game's mistake stays, and so does one that was practised since.
    expect(takeCardBack(fresh, id, 78).cards).toHaveLength(1);
    expect(takeCardBack(answer(fresh, id, true, 1), id, 77).cards).toMatchObject([{ box: 1, asked: 1 }]);
    const learnt = answer(addCard(EMPTY_BOX, decision(2, 1), 0), id, true, 0);
    const twice = addCard(addCard(learnt, decision(2, 1), 5, 77), decision(2, 1), 6, 77);
    expect(takeCardBack(twice, id, 77)).toEqual(learnt);
  });

  it("keeps the grade of the mistake, with the candidates of the list and the move itself", () => {
    const candidates = Array.from({ length: 40 }, (_, rank) => ({ ...evaluation(null).candidates[0]!, action: { add: 40 - rank } }));
    const [card] = addCard(EMPTY_BOX, decision(2, 1, { candidates }), 0).cards;
    expect(card!.graded).toMatchObject({ action: { add: 1 }, evaluation: { deltaEv: -4 } });
    expect(card!.graded!.evaluation.candidates.map(({ action }) => (action as { add: number }).add)).toEqual([40, 39, 38, 37, 36, 35, 1]);
    expect(parseBox({ cards: [card] }).cards).toEqual([card]);
  });

  const { metadata: _, ...unmeasured } = evaluation({ add: 1 });
  const { bestActionEv: __, ...unvalued } = evaluation({ add: 1 });
  const { deltaEv: ___, ...ungraded } = evaluation({ add: 1 });
  it.each([
    ["null", null],
    ["text", "best"],
    ["without an evaluation", { action: { add: 1 } }],
    ["without a move", { evaluation: evaluation({ add: 1 }) }],
    ["without metadata", { action: { add: 1 }, evaluation: unmeasured }],
    ["without a best value", { action: { add: 1 }, evaluation: unvalued }],
    ["without a loss", { action: { add: 1 }, evaluation: ungraded }],
    ["whose candidates are no list", { action: { add: 1 }, evaluation: { ...evaluation({ add: 1 }), candidates: "none" } }],
  ])("keeps a card without its grade if that is broken: %s", (_name, broken) => {
    const [card] = answer(addCard(addCard(EMPTY_BOX, decision(2, 1), 0), decision(2, 1), 5, 77), "", true, 0).cards;
    const before = card!.made!.before!;
    const [read] = parseBox({ cards: [{ ...card, graded: broken, made: { game: 77, before: { ...before, graded: broken } } }] }).cards;
    const { graded: _graded, ...bare } = card!;
    const { graded: _before, ...bareBefore } = before;
    expect(read).toStrictEqual({ ...bare, made: { game: 77, before: bareBefore } });
  });

  it("follows the grade of its mistake where that changes, not the grade of another move", () => {
    const box = addCard(addCard(EMPTY_BOX, decision(2, 1), 0), decision(4, 1), 0);
    const deeper = regraded(regraded(box, decision(2, 1, { deltaEv: -3 })), decision(4, 2));
    expect(deeper.cards.map(({ loss, graded }) => [loss, graded?.evaluation.deltaEv])).toEqual([
      [-3, -3],
      [-4, -4],
    ]);
    const again = addCard(deeper, decision(2, 2), 5, 77);
    expect(takeCardBack(again, deeper.cards[0]!.id, 77).cards).toContainEqual(deeper.cards[0]);
  });

  it("lists the costliest mistake first, and only those of the game", () => {
    const box = addCard(addCard(EMPTY_BOX, decision(2, 2), 0), decision(4, 1), 0);
    expect(dueCards(box, RULESET, 0).map(({ loss }) => loss)).toEqual([-4, -2]);
    expect(dueCards(box, "other", 0)).toEqual([]);
    expect(removeCard(box, box.cards[0]?.id ?? "").cards).toHaveLength(1);
  });

  it("is limited in size and drops the best-known cards", () => {
    let box = addCard(EMPTY_BOX, decision(0, 1), 0);
    box = answer(box, box.cards[0]?.id ?? "", true, 0);
    const known = box.cards[0]?.id;
    for (let pile = 1; pile <= 320; pile += 1) box = addCard(box, decision(pile, 1), pile);
    expect(box.cards).toHaveLength(300);
    expect(box.cards.some(({ id }) => id === known)).toBe(false);
  });

  it("ignores invalid stored cards", () => {
    const box = addCard(EMPTY_BOX, decision(2, 1), 0);
    expect(
      parseBox({ cards: [...box.cards, { id: 4 }, null, { ...box.cards[0], made: { game: 1, before: { due: "x" } } }] }).cards,
    ).toEqual(box.cards);
    expect(parseBox("x")).toEqual(EMPTY_BOX);
  });
});
