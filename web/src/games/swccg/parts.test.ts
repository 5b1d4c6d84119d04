import { describe, expect, it } from "vitest";
import type { Shown } from "./decision/detail.svelte";
import { filtered, firstShown, marksOf, nextDisagreement, sizeOf, turnsOf, type Mark } from "./timeline/list";
import { cardsAt, cardsBeside, titleOf } from "./cards/names";
import { briefOf, FIRST, optionViews, placeOf, scaleOf, shownOptions } from "./decision/options";
import { allowed, joined, sayKind } from "./decision/say";
import { REPLAY, stateAt, WEIGHTS } from "./testing";
import { titled, titledEvaluation, worded } from "./cards/titles";
import type { BoardCard, Contribution, Evaluation, Review, ReviewRow } from "./types";
import { readPasted } from "./weights/weights";
import { plain, short, signed } from "../../core/format";
import { bandOf, gradeWords, lacksText, loopsText, percent, subjectOf, sureText, whenText } from "./words/words";
import { markText } from "./timeline/mark-text";

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
    expect(whenText({ turn: null, phase: null, whose_turn: null })).toBe("Turn and phase not known");
    expect(whenText({ turn: 0, phase: null, whose_turn: null })).toBe("Turn and phase not known");
    expect(whenText({ turn: 3, phase: "Deploy", whose_turn: "Ann" })).toBe("Turn 3, Deploy, Ann's turn");
    expect(lacksText(["phase", "hand", "spirit"])).toBe("the phase, the hand and spirit");
  });
});

describe("the timeline", () => {
  it("begins a turn for each player's turn, and a segment for each phase in order", () => {
    const marks = marksOf(REPLAY, null);
    const at = (turn: number | null, whose_turn: string | null, phase: string): Mark => ({ row: { ...marks[0]!.row, turn, whose_turn, phase }, scored: null, said: null, grade: null, standing: null });
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
    return { index: 1, state: stateAt(1), view: stateAt(1), evaluation, said };
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

  it("name their base and largest reasons, and what the others come to", () => {
    const parts = [part("a", 1), part("base", 50), part("b", -9), part("c", 0), part("d", 4), part("e", 2), part("f", -0.5)];
    const { terms, others, rest, decimals } = briefOf(parts);
    expect([terms.map(({ code }) => code), others, rest, decimals]).toEqual([["base", "b", "d", "e"], 2, 0.5, 1]);
    // A single one that would be left over is named itself; so is a base of nothing.
    expect(briefOf([...parts.slice(0, 6), part("base", 0)])).toMatchObject({ others: 0 });
    expect(briefOf([part("base", 0)]).terms).toHaveLength(1);
  });

  it("can be added up as they are written", () => {
    for (const values of [[50, 12.34, 3.33], [0.04, 0.04, 0.04], [-20.25, 5.125, 0.0625, 7, 8.875, -1.75], [0]]) {
      const { terms, others, rest, decimals } = briefOf(values.map((value, at) => part(at === 0 ? "base" : `r${at}`, value)));
      const written = [...terms.map(({ value }) => value), ...(others > 0 ? [rest] : [])].map((value) => Number(value.toFixed(decimals)));
      const total = values.reduce((sum, value) => sum + value, 0);
      expect(written.reduce((sum, value) => sum + value, 0).toFixed(1)).toBe(total.toFixed(1));
    }
    expect(briefOf([part("base", 50), part("a", 2.5)]).decimals).toBe(1);
  });

  it("that read and score the same are one, under the name of what was chosen", () => {
    const given = shown([9, 9, 9, 4], "2");
    for (const candidate of given.evaluation.candidates) candidate.note = "Stormtrooper";
    const views = optionViews(given, { inferred_answer: "1" } as ReviewRow);
    expect(views.map(({ answer, answers, best, inferred, said }) => [answer, answers, best, inferred, said])).toEqual([
      ["2", ["0", "1", "2"], true, true, true],
      ["3", ["3"], false, false, false],
    ]);
  });
});

describe("what is told", () => {
  it("counts options that look alike together", () => {
    expect(sureText(0.93)).toBe("inferred, 93% sure");
    expect(sureText(0.09, 8)).toBe("inferred, one of 8 alike, 72% sure");
    expect(sureText(0.2, 8)).toBe("inferred, one of 8 alike, >99% sure");
  });

  it("counts loops and what only repeats", () => {
    expect([loopsText(1, 195), loopsText(2, 1), loopsText(3, undefined)]).toEqual(["1 loop (195 repeats)", "2 loops (1 repeat)", "3 loops"]);
  });

  it("calls reasons by the group of their weight, or by what they are about", () => {
    const groups = new Map([["where", "Where to deploy"]]);
    expect(["where.icons", "gone.x", null].map((name) => subjectOf("Deploy", name, groups))).toEqual(["Where to deploy", "Deploying", "Deploying"]);
    expect(subjectOf("CardSelection", null, groups)).toBe("Choosing cards");
  });

  it("names cards by title as far as they are known, and writes true minus signs", () => {
    const titles = { "1_249": "Stormtrooper" };
    expect(titled("Deploy card 1_249 or card 9_9", titles)).toBe("Deploy Stormtrooper or card 9_9");
    expect(worded("card 1_249: life Force -3 (-2 x), 4-LOM 3-1", titles)).toBe("Stormtrooper: life Force −3 (−2 x), 4-LOM 3-1");
    const evaluation = { candidates: [{ action: { answer: "card 1_249" }, note: "Deploy card 1_249", reasons: [{ code: "c", label: "Life -2", value: -2 }] }] };
    const [found] = titledEvaluation(evaluation as unknown as Evaluation, titles).candidates;
    expect(found).toEqual({ action: { answer: "card 1_249" }, note: "Deploy Stormtrooper", reasons: [{ code: "c", label: "Life −2", value: -2 }] });
  });
});

describe("what a decision counts as", () => {
  const row = REPLAY.decisions[2]!;
  const review = (change: Partial<ReviewRow>): Review => ({ decisions: [{ ...row, gap: 35, grade: "FAR", ...change }] }) as unknown as Review;
  const standing = (change: Partial<ReviewRow>, told = {}): unknown => marksOf(REPLAY, review(change), told)[2]!.standing;

  it("is its grade, unless it only repeats or only the order differs", () => {
    expect([standing({}), standing({ again: 1 }), standing({ again: 2 }), standing({ taken_later: true })]).toEqual(["FAR", "FAR", "REPEAT", "ORDER"]);
    expect(standing({ taken_later: true }, { 2: { answer: "1", grade: "CLOSE" } })).toBe("CLOSE");
  });

  it("keeps it from being a disagreement, and has a filter of its own", () => {
    const marks = marksOf(REPLAY, review({ taken_later: true }));
    expect(nextDisagreement(marks, -1)).toBeNull();
    expect(filtered(marks, { kind: "", grade: "FAR", all: false })).toEqual([]);
    expect(filtered(marks, { kind: "", grade: "ORDER", all: false }).map(({ row: { index } }) => index)).toEqual([2]);
    expect(markText(marks[2]!)).toContain("You took it later in the same phase: only the order differs");
  });
});

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
