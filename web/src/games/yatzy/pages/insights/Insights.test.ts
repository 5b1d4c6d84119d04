import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import type { AskOptions, ScreenEngine } from "../../../screen-types";
import { LOWER, UPPER } from "../../card";
import { midState } from "../../testing";
import type { YatzyState } from "../../types";
import Insights from "./Insights.svelte";

interface Asked {
  name: string;
  args: Record<string, unknown>;
  options: AskOptions;
}

function fake(answers: Record<string, (args: Record<string, unknown>) => object>): { engine: ScreenEngine; asked: Asked[] } {
  const asked: Asked[] = [];
  const engine = {
    query: (name: string, args: Record<string, unknown>, options: AskOptions = {}) => {
      asked.push({ name, args, options });
      const answer = answers[name];
      return answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer(args));
    },
  };
  return { engine: engine as unknown as ScreenEngine, asked };
}

const density = ({ theta }: Record<string, unknown>): object => ({
  pmf: [
    [200, 0.5],
    [theta === 0 ? 240 : 310, 0.5],
  ],
});

function shown(state: YatzyState | null, answers: Record<string, (args: Record<string, unknown>) => object> = {}) {
  const { engine, asked } = fake(answers);
  render(Insights, {
    engine,
    ready: true,
    state,
    player: 0,
    finished: () => Promise.resolve([]),
    announce: () => undefined,
    texts: { read: () => null, write: () => undefined },
    copy: () => Promise.resolve(""),
    look: { animate: false, colorMarks: false },
    edit: () => Promise.resolve(),
  });
  return asked;
}

/** Two rows are open: Chance and Yatzy. */
function lateState(): YatzyState {
  const rows = [...UPPER, ...LOWER].filter((name) => name !== "chance" && name !== "yatzy");
  const scores = Object.fromEntries(rows.map((name) => [name, 0]));
  return midState({
    players: [{ scores, upper: 0, bonus: 0, total: 0 }],
    dice: [6, 6, 6, 5, 5],
    rolls_left: 1,
    points: { chance: 28, yatzy: 0 },
  });
}

describe("insights into an empty card", () => {
  it("need no engine, and follow the slider", async () => {
    const asked = shown(null);
    expect(screen.getByTestId("style-name").textContent).toBe("For points");
    const slider = screen.getByTestId<HTMLInputElement>("style");
    await fireEvent.input(slider, { target: { value: "10" } });
    expect(screen.getByTestId("style-name").textContent).toBe("Very bold");
    expect(slider.getAttribute("aria-valuetext")).toBe("Very bold (theta 0.05)");
    const worst = [...document.querySelectorAll("[data-line=worst] td")].map((cell) => cell.textContent);
    expect(worst).toEqual(["157.3", "148.9", "−8.4"]);
    expect(asked.filter(({ name }) => name === "density")).toEqual([]);
  });

  it("give the chance of a score, by style and adapting to it", async () => {
    shown(null);
    const chance = (kind: string): string | undefined => document.querySelector(`[data-kind=${kind}] dd.number`)?.textContent ?? undefined;
    expect(chance("points")).toBe("9.9%");
    expect(Number.parseFloat(chance("best")!)).toBeGreaterThan(9.9);
    expect(document.querySelector("[data-kind=best] dt")?.textContent).toBe("Best of all styles: very bold");
    expect(chance("adapting")).toBeUndefined();
    await fireEvent.change(screen.getByTestId("target"), { target: { value: "275" } });
    expect(Number.parseFloat(chance("adapting")!)).toBeGreaterThan(Number.parseFloat(chance("best")!));
  });
});

describe("insights into the card in play", () => {
  it("are asked of the engine, for points first and then for the style", async () => {
    const asked = shown(midState(), { density });
    await waitFor(() => expect(document.querySelector("[data-line=p90]")?.textContent).toContain("240"));
    await fireEvent.input(screen.getByTestId("style"), { target: { value: "11" } });
    await waitFor(() => expect(document.querySelector("[data-line=p90]")?.textContent).toContain("+70"));
    const densities = asked.filter(({ name }) => name === "density").map(({ args }) => args);
    expect(densities.map(({ theta }) => theta)).toEqual([0, 0.1]);
    expect(densities[0]).toMatchObject({ upper_score: 20, accumulated_score: 42 });
  });

  it("wait for a click where they take long, and can be cancelled", async () => {
    const asked = shown(midState({ players: [{ scores: { ones: 2 }, upper: 2, bonus: 0, total: 2 }] }));
    expect(asked).toEqual([]);
    await fireEvent.click(await screen.findByTestId("final-work"));
    await fireEvent.click(await screen.findByTestId("final-cancel"));
    expect(asked.map(({ name, options }) => [name, options.signal?.aborted])).toEqual([["density", true]]);
    expect(await screen.findByTestId("final-work")).toBeTruthy();
  });

  it("say how to play for a score once that is solved", async () => {
    const asked = shown(lateState(), {
      density,
      aim: () => ({ chance: 1 / 36, chance_for_points: 0, keep: [true, true, true, false, false], category: null }),
    });
    await waitFor(() => expect(document.querySelector("[data-kind=solved]")?.textContent).toContain("2.8%"));
    expect(document.querySelector("[data-kind=solved]")?.textContent).toContain("Now: Keep 6 6 6.");
    expect(asked.find(({ name }) => name === "aim")?.args).toMatchObject({ target: 300, dice: [6, 6, 6, 5, 5], rerolls_remaining: 1 });
  });

  it("show where the choice flips, if by more than a trifle", async () => {
    const flip = (theta: number, lead: number, faces: boolean[]) => ({ theta, keep: faces, category: null, lead });
    shown(lateState(), {
      density,
      sensitivity: () => ({
        choices: [{ theta: 0, keep: null, category: "chance", lead: 0 }],
        flips: [flip(-0.03, 0.01, [true, false, false, false, false]), flip(0.017, 1.2, [true, true, true, false, false])],
      }),
    });
    const found = await screen.findAllByTestId("flip");
    expect(found.map((each) => each.textContent?.replace(/\s+/g, " ").trim())).toEqual([
      "A risk-taker (theta from 0.02) Keep 6 6 6 worth 1.2 certain points more to them",
    ]);
    expect(screen.getByTestId("throw").textContent).toContain("Score 28 in Chance");
  });
});
