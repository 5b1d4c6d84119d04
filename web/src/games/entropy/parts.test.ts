import { describe, expect, it } from "vitest";
import type { BoardMark } from "../types";
import { cellIndex, cellName, lineCells, lineName } from "./cells";
import { placeAfter } from "./input/keyboard";
import { bands, lineLabel, palindromesOf, spans, worthOfLine } from "./board/lines";
import { drawMarks } from "./board/marks";
import { lastChange, lastTouched, movedBetween } from "./board/motion";
import { bagText, handText, odds, placesText } from "./board/odds";
import { groupLegal } from "./input/selection";
import { after, boardOf, chaosState, fullBag, linesOf, orderState, SLIDES } from "./testing";
import type { EntropyAction } from "./types";

describe("cells", () => {
  it("are named by row and column, and found again", () => {
    for (const size of [7, 5]) {
      for (let index = 0; index < size * size; index += 1) expect(cellIndex(cellName(index, size), size)).toBe(index);
    }
    expect([cellName(0, 7), cellName(17, 7), cellName(17, 5), cellName(48, 7)]).toEqual(["a1", "c4", "d3", "g7"]);
    expect(["f1", "a6", "a0", "c44", "", "1a"].map((name) => cellIndex(name, 5))).toEqual([-1, -1, -1, -1, -1, -1]);
  });

  it("make rows, then columns", () => {
    expect([lineCells(1, 5), lineCells(6, 5)]).toEqual([
      [5, 6, 7, 8, 9],
      [1, 6, 11, 16, 21],
    ]);
    expect([lineName(2, 7), lineName(7, 7), lineName(13, 7), lineName(5, 5)]).toEqual(["Row c", "Column 1", "Column 7", "Column 1"]);
  });
});

describe("legal actions", () => {
  it("are sorted by what is touched first", () => {
    const { slides, places, pass } = groupLegal(SLIDES);
    expect([...slides].map(([from, to]) => [from, [...to]])).toEqual([
      ["c3", ["c1", "c2", "g3"]],
      ["g7", ["g1"]],
    ]);
    expect([places.size, pass]).toEqual([0, true]);
    expect(groupLegal([{ cell: "a1" }])).toMatchObject({ places: new Set(["a1"]), pass: false });
  });
});

describe("arrows", () => {
  const from = (row: number, column: number, key: string, ends = true) => {
    const to = placeAfter(key, { row, column }, 5, ends);
    return to === null ? null : [to.row, to.column];
  };
  it("go from cell to cell and to the ends of lines, never beyond", () => {
    expect([from(2, 2, "ArrowUp"), from(2, 2, "ArrowRight"), from(0, 0, "ArrowLeft")]).toEqual([[1, 2], [2, 3], [0, 0]]);
    expect([from(4, 4, "ArrowRight"), from(4, 5, "ArrowRight"), from(4, 5, "ArrowDown")]).toEqual([[4, 5], [4, 5], [4, 5]]);
    expect([from(4, 4, "ArrowRight", false), from(4, 2, "ArrowDown", false)]).toEqual([[4, 4], [4, 2]]);
    expect([from(3, 2, "Home"), from(3, 2, "End"), from(3, 2, "x")]).toEqual([[3, 0], [3, 4], null]);
  });
});

describe("lines", () => {
  it("unite palindromes that share a cell, and no others", () => {
    expect(spans([[2, 3, 2], [0, 1, 2]])).toEqual([[0, 1], [2, 3]]);
    expect(spans([[0, 2, 3], [1, 4, 6], [1, 2, 2], [5, 6, 2]])).toEqual([[0, 4], [5, 6]]);
  });

  it("are lit from centre to centre, rows across and columns down", () => {
    const state = orderState({ lines: linesOf(7, { row_c: [[1, 3, 3]], column_2: [[0, 1, 2], [5, 6, 2]] }) });
    expect(bands(state)).toEqual([
      { line: 2, x1: 1.5, y1: 2.5, x2: 3.5, y2: 2.5 },
      { line: 8, x1: 1.5, y1: 0.5, x2: 1.5, y2: 1.5 },
      { line: 8, x1: 1.5, y1: 5.5, x2: 1.5, y2: 6.5 },
    ]);
    const { lines: _, ...unknown } = state;
    expect(bands(unknown)).toEqual([]);
  });

  it("list their palindromes, the dearest first", () => {
    const board = boardOf("RRRGR", ".....", ".....", ".....", ".....");
    const lines = linesOf(5, { row_a: [[0, 1, 2], [0, 2, 3], [1, 2, 2], [2, 4, 3]] });
    const state = chaosState({ board, lines, expected: Array.from({ length: 10 }, () => 11.24) });
    expect(palindromesOf(state, 0).map(({ tokens, points }) => `${tokens.join("")} ${points}`)).toEqual(["RRR 3", "RGR 3", "RR 2", "RR 2"]);
    expect(lineLabel(state, 0)).toBe("Row a: 10 points, 11.2 expected. R R R: 3. R G R: 3. R R: 2. R R: 2.");
    expect(lineLabel(chaosState(), 9)).toBe("Column 5: 0 points.");
    expect(worthOfLine({ ...state, game_over: true }, 0)).toBe("10 points");
  });
});

describe("the bag", () => {
  it("gives each colour its count and chance", () => {
    expect(odds(chaosState({ bag: { R: 1, G: 0, Y: 2, B: 3, W: 0 } })).map(({ color, count, percent }) => `${color}${count} ${percent}%`)).toEqual([
      "R1 17%", "G0 0%", "Y2 33%", "B3 50%", "W0 0%",
    ]);
    expect(odds(orderState({ bag: fullBag(7) })).every(({ count, percent }) => count === 7 && percent === 14)).toBe(true);
    expect(odds(chaosState({ bag: {} })).map(({ percent }) => percent)).toEqual([0, 0, 0, 0, 0]);
    const { bag: _, ...without } = chaosState();
    expect(odds(without)).toEqual([]);
  });

  it("says what the chances are about", () => {
    expect(bagText(chaosState())).toBe("23 in the bag, chance to come next");
    expect(bagText(chaosState({ next_token: "W" }))).toBe("23 in the bag, chance to come after White");
    expect(bagText(chaosState({ bag: {} }))).toBe("The bag is empty");
  });

  it("says what is to be done", () => {
    const texts = [true, false].flatMap((mine) => [chaosState(), orderState(), orderState({ game_over: true })].map((state) => handText(state, mine)));
    expect(texts).toEqual(["Place Red", "Slide a token", "The board is full", "Red is drawn", "Order slides", "The board is full"]);
    expect([placesText("b2", 1), placesText("b2", 3)]).toEqual(["1 cell from b2", "3 cells from b2"]);
  });
});

describe("motion", () => {
  const before = orderState();
  it("is shown for the move that led from one position to the next", () => {
    const slid = after(before, { type: "slide", player_id: 0, from: "c3", to: "c1", token: "B" });
    expect(movedBetween(before, slid)).toEqual({ from: "c3", to: "c1" });
    const placed = after(slid, { type: "place", player_id: 1, cell: "d4", token: "W" });
    expect(movedBetween(slid, placed)).toEqual({ from: null, to: "d4" });
    expect([lastTouched(before), lastTouched(slid), lastTouched(placed)]).toEqual([
      { from: null, to: null },
      { from: "c3", to: "c1" },
      { from: null, to: "d4" },
    ]);
  });

  it("is not shown after an undo, a jump or a pass", () => {
    const slid = after(before, { type: "slide", player_id: 0, from: "c3", to: "c1", token: "B" });
    const placed = after(slid, { type: "place", player_id: 1, cell: "d4", token: "W" });
    expect([movedBetween(slid, before), movedBetween(before, placed), movedBetween(placed, slid), movedBetween(slid, slid)]).toEqual([null, null, null, null]);
    expect(movedBetween(before, after(before, { type: "pass", player_id: 0 }))).toBeNull();
    expect(movedBetween(chaosState(), after(before, { type: "place", player_id: 1, cell: "d4", token: "W" }))).toBeNull();
  });

  it("tells what the move did to the score", () => {
    expect(lastChange(before)).toBe(0);
    expect(lastChange(orderState({ last_events: [{ type: "pass", player_id: 0 }, { type: "score", change: -4, score: 2 }] }))).toBe(-4);
  });
});

describe("marks", () => {
  const mark = (action: EntropyAction, kind: BoardMark["kind"] = "best", label?: string): BoardMark<EntropyAction> => (label === undefined ? { action, kind } : { action, kind, label });

  it("draw a slide from the rim of its token to the middle of the cell", () => {
    const [slide] = drawMarks([mark({ from: "c3", to: "c1" })], orderState()).slides;
    expect(slide).toMatchObject({ kind: "best", source: { x: 2.5, y: 2.5 }, start: { y: 2.5 }, end: { y: 2.5 }, label: null });
    expect(slide?.start.x).toBeLessThan(2.5);
    expect(slide?.end.x).toBeCloseTo(0.64);
  });

  it("set arrows and labels of one token apart", () => {
    const { slides } = drawMarks([mark({ from: "c3", to: "g3" }, "best", "Best"), mark({ from: "c3", to: "e3" }, "user", "Played")], orderState());
    const [first, second] = slides;
    expect(Math.abs((first?.start.x ?? 0) - (second?.start.x ?? 0))).toBeCloseTo(0.2);
    expect(first?.label?.text).toBe("Best");
    expect(Math.abs((first?.label?.y ?? 0) - (second?.label?.y ?? 0))).toBeGreaterThan(0.4);
  });

  it("draw a placement where it would be, with its token", () => {
    const { places } = drawMarks([mark({ cell: "b1" }, "hint", "Hint"), mark({ cell: "e5" }, "user", "Played")], chaosState());
    expect(places.map(({ kind, center, token }) => [kind, center.x, center.y, token])).toEqual([
      ["hint", 0.5, 1.5, "R"],
      ["user", 4.5, 4.5, "R"],
    ]);
    const label = places[1]?.label;
    expect(label?.y).toBeLessThanOrEqual(4.8);
    expect(label?.x).toBeLessThan(4.5);
  });

  it("leave out a pass, and cells that the board does not have", () => {
    const all = [mark("pass"), mark({ cell: "g7" }), mark({ from: "a1", to: "a7" }), mark({ from: "a1", to: "a1" })];
    expect(drawMarks(all, chaosState())).toEqual({ slides: [], places: [] });
  });
});
