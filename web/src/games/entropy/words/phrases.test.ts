import { describe, expect, it } from "vitest";
import { allFit, candidateRows } from "../../../coach/decision/candidates";
import { evaluation } from "../../../core/testing/fake-engine";
import { FILTERS } from "./filters";
import { HELP } from "./help";
import { chaosState, orderState } from "../testing";
import type { EntropyAction, EntropyEvent } from "../types";
import {
  actionShort,
  actionText,
  bands,
  cellLabel,
  changeText,
  chosenText,
  eventsText,
  optionText,
  resultText,
  forecastNote,
  sameAction,
  stuckText,
  worthText,
} from "./phrases";
import { pointsText } from "../../shared/words/points";

const SLIDE: EntropyAction = { from: "c3", to: "c1" };

describe("the note on expected final scores", () => {
  it("explains why they are above the values of moves, unless they are not", () => {
    const note = forecastNote(orderState({ next_token: null }));
    for (const figure of ["Expected", "Par", "“With best play”"]) expect(note).toContain(figure);
    expect(forecastNote(orderState({ next_token: "R" }))).toBeNull();
  });
});

describe("Entropy's actions in words", () => {
  it.each([
    [SLIDE, orderState(), "Slide Blue c3-c1", "B c3-c1"],
    ["pass" as const, orderState(), "Pass", "pass"],
    [{ cell: "c4" }, chaosState(), "Place Red on c4", "R c4"],
    [{ from: "b1", to: "b2" }, orderState(), "Slide b1-b2", "b1-b2"],
    [{ cell: "c4" }, orderState(), "Place on c4", "c4"],
  ])("%j", (action, state, text, short) => {
    expect(actionText(action, state)).toBe(text);
    expect(actionShort(action, state)).toBe(short);
    expect(short.endsWith(actionShort(action))).toBe(true);
  });

  it("are short enough for a list that says of a move that it is not compared, so that words stay words", () => {
    const state = orderState();
    state.board[0] = "Y";
    const slide = { ...evaluation(null).candidates[0]!, action: { from: "a1", to: "a7" }, compared: false };
    const rows = candidateRows({ ...evaluation(null), candidates: [slide] }, null, Object.is, [], true);
    expect(actionText(slide.action, state)).toBe("Slide Yellow a1-a7");
    expect(allFit(rows, ({ action }) => actionText(action as EntropyAction, state))).toBe(true);
  });

  it("are equal if they do the same", () => {
    const all: EntropyAction[] = [SLIDE, { from: "c3", to: "c2" }, { from: "c2", to: "c1" }, { cell: "c1" }, { cell: "c3" }, "pass"];
    for (const a of all) for (const b of all) expect(sameAction(a, structuredClone(b))).toBe(a === b);
  });
});

describe("Entropy's numbers in words", () => {
  it.each([
    [-1.27, "\u22121.3 points"],
    [2, "2 points"],
    [1, "1 point"],
    [-1, "\u22121 point"],
    [-0.04, "0 points"],
  ])("%d is %s", (value, text) => expect(pointsText(value)).toBe(text));

  it("have a sign when they are changes", () => expect([3, -2, 0].map(changeText)).toEqual(["+3", "\u22122", "0"]));

  it("give values as Order's final score, for both sides", () => {
    expect(worthText(87.26, orderState())).toBe("final score 87.3 with best play");
    expect(worthText(-87.26, chaosState())).toBe("final score 87.3 with best play");
    expect(worthText(-3.2, orderState())).toBe("final score \u22123.2 with best play");
    expect(worthText(0.01, chaosState())).toBe("final score 0.0 with best play");
  });

  it("name the size of the board", () => expect([optionText("size", 5), optionText("seed", 5)]).toEqual(["5 × 5", null]));

  it("rate Order's scores on the large board", () => {
    expect(bands(orderState(), 0).map(({ score }) => score)).toEqual([50, 75, 100, 120]);
    expect([bands(orderState(), 1), bands(chaosState(), 0)]).toEqual([[], []]);
  });
});

describe("Entropy's events in words", () => {
  const sentences = (...events: EntropyEvent[]) => eventsText(orderState({ last_events: events }), ["You", "Greedy"]);

  it("describe moves of both sides, in the right person", () => {
    expect(
      sentences(
        { type: "slide", player_id: 0, from: "a1", to: "b1", token: "K" },
        { type: "score", change: 3, score: 12 },
        { type: "draw", player_id: 1, token: "G" },
        { type: "place", player_id: 1, cell: "c4", token: "G" },
        { type: "pass", player_id: 0 },
        { type: "pass", player_id: 1 },
        { type: "score", change: -11, score: 1 },
        { type: "game_over", returns: [87, -87], score: 87 },
      ),
    ).toEqual([
      "You slide Black a1-b1.",
      "The score rises by 3 to 12 points.",
      "Greedy draws Green.",
      "Greedy places Green on c4.",
      "You pass.",
      "Greedy passes.",
      "The score falls by 11 to 1 point.",
      "The board is full: Order scores 87 points.",
    ]);
    expect(eventsText(orderState({ last_events: [{ type: "pass", player_id: 0 }] }))).toEqual(["Order passes."]);
    const { last_events: _, ...silent } = orderState();
    expect(eventsText(silent)).toEqual([]);
  });

  it.each([
    [["You", "Greedy"], "You scored 87 points as Order."],
    [["Greedy", "You"], "You held Order to 87 points."],
    [["Ann", "Ben"], "Ann scored 87 points as Order."],
    [[], "Order scored 87 points."],
  ])("describe the result for %j", (names, text) => {
    expect(resultText(orderState({ returns: [87, -87] }), names)).toBe(text);
  });
});

describe("Entropy's labels and help", () => {
  it("name cells and tokens", () => {
    expect([cellLabel("c4", "R"), cellLabel("c4", "")]).toEqual(["c4, Red", "c4, empty"]);
    expect(chosenText("R", "a1", 5)).toBe("Red on a1 picked up: 5 cells to slide to.");
    expect(chosenText("R", "a1", 1)).toContain("1 cell to");
    expect(stuckText("P", "g7")).toBe("Purple on g7 has nowhere to slide.");
  });

  it("include the keys, the rules and the practice filters", () => {
    expect(HELP.shortcuts.map(({ keys }) => keys)).toEqual(["Arrows", "Enter or Space", "Esc", "P"]);
    expect(HELP.howTo.join(" ")).toContain("Red Red is 2 points, Red Green Red 3, Red Red Red 7, Red Green Green Red 6");
    expect(FILTERS.map(({ path }) => path)).toEqual([
      "targetRole",
      "targetPhase",
      "size",
      "filterConfig.minValueGap",
      "filterConfig.maxValueGap",
    ]);
    const values = FILTERS.flatMap((filter) => (filter.kind === "choice" ? filter.options.map(({ value }) => value) : []));
    expect(values).toEqual(["order", "chaos", "early", "mid", "late", 7, 5]);
  });
});
