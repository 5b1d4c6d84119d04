import { render, screen, fireEvent } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { diceState } from "../../core/testing/fake-dice";
import type { Outlook } from "../../games/types";
import { outlookText } from "../text/forecast";
import { areaPath, axisOf, bandOf, edgePath, linePath, sheetAt, sheetsOf, type Spread } from "./forecast";
import ForecastChart from "./ForecastChart.svelte";

const outlook = (turns: number, heavy = false): Outlook => ({ args: { turns }, heavy });
const spread = (p50: number): Spread => ({ p10: p50 - 10, p50, p90: p50 + 10 });
const flat = (value: number): number => value;

function states(...turns: number[]) {
  return turns.map((count) => ({ ...diceState(1), sheets: [new Array<number>(count).fill(1)] }));
}
const ask = (state: { sheets?: unknown }): Outlook => outlook((state.sheets as number[][])[0]!.length);

describe("sheets", () => {
  it("change at the end of a turn, the last one being the final score", () => {
    const over = { ...states(2)[0]!, game_over: true, returns: [9] };
    const sheets = sheetsOf([...states(0, 0, 1, 1, 1), over], 0, ask as never);
    expect(sheets.map(({ index, outlook: asked, final }) => [index, asked?.args["turns"] ?? null, final])).toEqual([
      [0, 0, null],
      [2, 1, null],
      [5, null, 9],
    ]);
    expect(sheetAt(sheets, 1)?.index).toBe(0);
    expect(sheetAt(sheets, 4)?.index).toBe(2);
    expect(sheetAt([], 4)).toBeNull();
  });

  it("have no band without an outlook", () => {
    expect(sheetsOf(states(0, 1), 0, () => null)).toEqual([]);
  });

  it("with unknown spread are bridged by interpolation", () => {
    const known = new Map([
      ['{"turns":0}', spread(250)],
      ['{"turns":2}', spread(240)],
      ['{"turns":3}', spread(230)],
    ]);
    const band = bandOf(sheetsOf(states(0, 1, 2, 3), 0, ask as never), (key) => known.get(key) ?? null);
    expect(band.map(({ index, guessed }) => [index, guessed])).toEqual([
      [0, false],
      [2, true],
      [3, false],
    ]);
    expect(edgePath(band, "p10", true, flat)).toBe("M0.5 240L2.5 230");
    expect(edgePath(band, "p10", false, flat)).toBe("M2.5 230L3.5 220");
    expect(areaPath(band, flat)).toBe("M0.5 260L2.5 250L3.5 240L3.5 220L2.5 230L0.5 240Z");
    expect(areaPath(band.slice(0, 1), flat)).toBe("");
  });
});

describe("axis", () => {
  it("contains every value between round numbers, with a minimum range", () => {
    const axis = axisOf([231, 262]);
    expect(axis.low).toBeLessThanOrEqual(231);
    expect(axis.high).toBeGreaterThanOrEqual(262);
    expect(axis.high - axis.low).toBeGreaterThanOrEqual(40);
    expect(axis.ticks[0]).toBe(axis.low);
    expect(axis.ticks.at(-1)).toBe(axis.high);
    expect(axis.ticks.length).toBeGreaterThan(2);
    expect(axis.ticks.length).toBeLessThan(8);
    expect(axisOf([5]).ticks.length).toBeGreaterThan(2);
  });

  it("leaves a gap in a line at unknown values", () => {
    expect(linePath([1, 2, null, 4], flat)).toBe("M0.5 1L1.5 2M3.5 4");
  });
});

describe("outlook text", () => {
  it("contains what is known, and no more", () => {
    expect(outlookText(250.6, { p10: 214, p90: 287 }, false, "points")).toBe(
      "Expected 251 points. As the turn began: 80% between 214 and 287",
    );
    expect(outlookText(250.6, null, false, "points")).toBe("Expected 251 points");
    expect(outlookText(254, spread(254), true, "points")).toBe("Final score 254 points");
  });
});

describe("forecast chart", () => {
  const props = {
    lines: [
      [250, 245, 260],
      [250, 251, 240],
    ],
    band: [
      { ...spread(250), index: 0, guessed: false },
      { ...spread(240), index: 2, guessed: true },
    ],
    banded: true,
    spread: spread(250),
    names: ["You", "Greedy"],
    unit: "points",
    player: 0,
    current: 1,
    over: false,
    onGo: () => undefined,
  };

  it("describes the position on screen, and moves to others by key", async () => {
    const onGo = vi.fn();
    render(ForecastChart, { ...props, onGo });
    const chart = screen.getByRole("slider");
    expect(chart.getAttribute("aria-valuetext")).toBe(
      "Before move 2 of 2. You: Expected 245 points. As the turn began: 80% between 240 and 260. Greedy: Expected 251 points.",
    );
    expect(screen.getByTestId("outlook").textContent).toBe("Expected 245 points. As the turn began: 80% between 240 and 260");
    for (const key of ["ArrowRight", "ArrowLeft", "End", "Home"]) await fireEvent.keyDown(chart, { key });
    expect(onGo.mock.calls).toEqual([[2], [0], [2], [0]]);
  });

  it("has a line per player that differs by more than colour, and marks interpolated edges", () => {
    const { container } = render(ForecastChart, props);
    expect(container.querySelector(".chart .edge.guess")?.getAttribute("d")).toMatch(/^M0\.5 .*L2\.5 /);
    expect(container.querySelectorAll("path[data-player]")).toHaveLength(2);
    const classes = [...container.querySelectorAll("path[data-player]")].map((line) => line.getAttribute("class"));
    expect(new Set(classes).size).toBe(2);
    expect(screen.getByText(/dashed: not computed/)).toBeTruthy();
  });

  it("keeps its place while nothing is known", () => {
    render(ForecastChart, { ...props, lines: [[null, null, null]], band: [], banded: false, spread: null, names: ["You"] });
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("Before move 2 of 2, not computed yet");
    expect(document.body.textContent).not.toMatch(/NaN|null|Infinity|dashed/);
  });
});
