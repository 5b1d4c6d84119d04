import { describe, expect, it } from "vitest";
import type { Shown } from "./detail.svelte";
import { firstShown, marksOf, sizeOf, turnsOf, type Mark } from "./list";
import { cardsAt, cardsBeside, titleOf } from "./names";
import { FIRST, largest, optionViews, placeOf, scaleOf, shownOptions } from "./options";
import { allowed, joined, sayKind } from "./say";
import { REPLAY, stateAt } from "./testing";
import type { BoardCard, Contribution, Evaluation, ReviewRow } from "./types";
import { bandOf, gradeWords, lacksText, percent, plain, short, signed, whenText } from "./words";

describe("words", () => {
  it("call scores by the bands of the document", () => {
    expect([-0.1, 0, 19.9, 20, 49.9, 50, 79.9, 80, 300].map((score) => bandOf(score).code)).toEqual([
      "below", "low", "low", "moderate", "moderate", "high", "high", "critical", "critical",
    ]);
  });

  it("write numbers with a true minus, never as minus zero, and as short as they can be said", () => {
    expect([plain(-3, 1), plain(-0.01, 1), signed(2, 2), signed(0, 1)]).toEqual(["−3.0", "0.0", "+2.00", "0.0"]);
    expect([2, 0.5, 1.25, 100, -10, 1 / 3].map(short)).toEqual(["2", "0.5", "1.25", "100", "−10", "0.33"]);
    expect([0.93, 0.9999, 1, 0.001, 0, null].map(percent)).toEqual(["93%", ">99%", "100%", "<1%", "0%", "–"]);
  });

  it("never call a choice a mistake", () => {
    for (const grade of ["SAME", "CLOSE", "DIFFERENT", "FAR", null]) {
      expect(`${gradeWords(grade).word} ${gradeWords(grade).said}`).not.toMatch(/mistake|blunder|wrong|bad|error/i);
    }
    expect(gradeWords("NEW").word).toBe("Not known");
  });

  it("say when, and what is lacking", () => {
    expect(whenText({ turn: 0, phase: "", whose_turn: null })).toBe("Before the first turn");
    expect(whenText({ turn: null, phase: null, whose_turn: null })).toBe("When is not known");
    expect(whenText({ turn: 3, phase: "Deploy", whose_turn: "Ann" })).toBe("Turn 3, Deploy, Ann's turn");
    expect(lacksText(["phase", "hand", "spirit"])).toBe("the phase, the hand and spirit");
  });
});

describe("the timeline", () => {
  it("begins a turn for each player's turn, and a segment for each phase in order", () => {
    const marks = marksOf(REPLAY, null);
    const at = (turn: number | null, whose_turn: string | null, phase: string): Mark => ({ row: { ...marks[0]!.row, turn, whose_turn, phase }, scored: null, said: null, grade: null });
    const turns = turnsOf([at(0, null, "Start"), at(1, "A", "Deploy"), at(1, "A", "Battle"), at(1, "A", "Deploy"), at(1, "B", "Deploy"), at(2, "A", "Deploy")]);
    expect(turns.map(({ name, whose }) => [name, whose])).toEqual([
      ["Before the first turn", null], ["Turn 1", "A"], ["Turn 1", "B"], ["Turn 2", "A"],
    ]);
    expect(turns[1]!.segments.map(({ phase }) => phase)).toEqual(["Deploy", "Battle", "Deploy"]);
  });

  it("opens somewhere even before anything is scored, and nowhere where there is nothing", () => {
    expect(firstShown(marksOf(REPLAY, null))).toBe(1);
    expect(firstShown([])).toBeNull();
  });

  it("sizes marks by what was at stake", () => {
    expect([sizeOf(0, 40), sizeOf(10, 40), sizeOf(40, 40), sizeOf(99, 40), sizeOf(3, 0)]).toEqual([0, 0.5, 1, 1, 0]);
    // A loop that costs thousands does not make all else look like nothing.
    expect(sizeOf(25, 4900)).toBe(0.5);
  });
});

describe("options", () => {
  const part = (code: string, value: number): Contribution => ({ code, label: code, value });

  function shown(scores: number[], said: string | null = null): Shown {
    const candidates = scores.map((ev, at) => ({
      action: { answer: String(at) },
      ev,
      note: null,
      features: { vetoed: 0 },
      reasons: [part("base", ev), part("veto_cost", 0)].slice(0, ev < 0 ? 2 : 1),
    }));
    const evaluation = { bestAction: { answer: "0" }, bestActionEv: scores[0], candidates } as unknown as Evaluation;
    return { index: 1, state: stateAt(1), evaluation, said };
  }

  it("say whether their reasons add up", () => {
    const given = shown([3, -2]);
    given.evaluation.candidates[0]!.reasons.push(part("more", 0.5));
    expect(optionViews(given, null).map(({ exact, band, vetoes }) => [exact, band.code, vetoes.length])).toEqual([
      [false, "low", 0], [true, "vetoed", 1],
    ]);
  });

  it("are the first ones, and always those that somebody chose", () => {
    const views = optionViews(shown(Array.from({ length: 30 }, (_, at) => 30 - at), "29"), { inferred_answer: "20" } as ReviewRow);
    expect(shownOptions(views, false).map(({ answer }) => answer)).toEqual([...Array(FIRST).keys(), 20, 29].map(String));
    expect(shownOptions(views, true)).toHaveLength(30);
  });

  it("lie on one scale that holds the bands and whatever is beyond them", () => {
    const scale = scaleOf(optionViews(shown([130, -20]), null));
    expect(scale).toEqual({ low: -20, high: 130 });
    expect([placeOf(-20, scale), placeOf(55, scale), placeOf(130, scale)]).toEqual([0, 50, 100]);
    expect(scaleOf([])).toEqual({ low: 0, high: 100 });
    // A score that lies far out is cut off, so that the others can still be told apart.
    const far = scaleOf(optionViews(shown([10, -4860]), null));
    expect([far.low, placeOf(-4860, far), placeOf(10, far)]).toEqual([-100, 0, 55]);
  });

  it("name their largest reasons, for and against", () => {
    const parts = [part("base", 50), part("a", 1), part("b", -9), part("c", 0), part("d", 4), part("e", 2)];
    expect(largest(parts).map(({ code }) => code)).toEqual(["b", "d", "e"]);
  });
});

describe("the person's own word", () => {
  it("is in GEMP's form: ids ascend by their number", () => {
    expect(joined(["242", "31", "216"])).toBe("31,216,242");
    expect(joined(["temp10", "temp2"])).toBe("temp2,temp10");
    expect(joined([])).toBe("");
  });

  it("keeps to what is allowed", () => {
    const { decision } = stateAt(4);
    expect([sayKind(decision), sayKind({ ...decision, decision_type: "INTEGER" }), sayKind(stateAt(1).decision)]).toEqual(["several", "number", "none"]);
    expect([1, 2, 3].map((count) => allowed(decision, count))).toEqual([false, true, false]);
  });
});

describe("cards", () => {
  it("go by title, by number where nobody named them, and never by the back", () => {
    const state = stateAt(1);
    expect(["1_168", "9_9", "-1_2", null].map((blueprint) => titleOf(state, blueprint))).toEqual([
      "•Darth Vader", "card 9_9", "a face-down card", "an unknown card",
    ]);
  });

  it("are where what they are attached to is; tops of piles are not in play", () => {
    const state = stateAt(1);
    const card = (card_id: string, zone: string, attached_to: string | null): BoardCard => ({ card_id, blueprint_id: "1_168", zone, owner: "seat", location: null, attached_to });
    state.board.cards.push(card("20", "ATTACHED", "21"), card("21", "ATTACHED", "11"), card("22", "TOP_OF_USED_PILE", null), card("23", "SIDE_OF_TABLE", null));
    // A ring of attachments is nobody's place, and no end of work.
    state.board.cards.push(card("30", "ATTACHED", "31"), card("31", "ATTACHED", "30"));
    expect(cardsAt(state, state.board.locations[0]!, "seat").map(({ card_id }) => card_id)).toEqual(["11", "20", "21"]);
    expect(cardsBeside(state, "seat").map(({ card_id }) => card_id)).toEqual(["23", "30", "31"]);
  });
});
