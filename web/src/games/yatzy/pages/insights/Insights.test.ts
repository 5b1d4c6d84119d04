import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import type { ComponentProps } from "svelte";
import { describe, expect, it } from "vitest";
import type { AskOptions, ScreenEngine } from "../../../screen-types";
import { LOWER, UPPER } from "../../card";
import { midState } from "../../testing";
import type { YatzyState } from "../../types";
import Insights from "./Insights.svelte";
import { AIM, chanceText } from "./words";

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
  // Only what this page uses.
  const props = { engine, ready: true, state, player: 0, finished: () => Promise.resolve([]) };
  render(Insights, props as unknown as ComponentProps<typeof Insights>);
  return asked;
}

describe("the chance of a score", () => {
  it("is never or certain only where it is exact", () => {
    expect([0, 1e-9, 0.099, 0.9999, 0.9999999999999927, 1].map((chance) => chanceText(chance))).toEqual([
      "never",
      "<0.01%",
      "9.9%",
      ">99.9%",
      "certain",
      "certain",
    ]);
    expect([chanceText(0, false), chanceText(1, false)]).toEqual(["<0.01%", ">99.9%"]);
  });

  it("goes with what to do now", () => {
    expect(AIM.now("Score 18 in Sixes", 1 - 1e-14)).toBe("Now: Score 18 in Sixes. Then it is certain.");
    expect(AIM.now("Keep 6 6", 0)).toBe("With this throw it is out of reach.");
  });
});

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
    expect(slider.getAttribute("aria-valuetext")).toBe("Very bold");
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
    expect(document.querySelector("[data-kind=adapting]")?.textContent).toContain("100,000 games");
  });

  it("call no score impossible or certain: their chances are rounded", async () => {
    shown(null);
    const chance = (): string | undefined => document.querySelector("[data-kind=points] dd.number")?.textContent ?? undefined;
    await fireEvent.change(screen.getByTestId("target"), { target: { value: "374" } });
    expect(chance()).toBe("<0.01%");
    await fireEvent.change(screen.getByTestId("target"), { target: { value: "50" } });
    expect(chance()).toBe(">99.9%");
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
      aim: ({ dice }) =>
        dice === undefined
          ? { chance: 1 / 8, chance_for_points: 0, keep: null, category: null }
          : { chance: 1 / 36, chance_for_points: 0, keep: [true, true, true, false, false], category: null },
    });
    const line = (): string | undefined => document.querySelector("[data-kind=solved]")?.textContent ?? undefined;
    // The chance is from before the throw, like those of the styles beside it; the dice matter for what to do now.
    await waitFor(() => expect(document.querySelector("[data-kind=solved] dd.number")?.textContent).toBe("12.5%"));
    await waitFor(() => expect(line()).toContain("Now: Keep 6 6 6. The chance is then 2.8%."));
    const aims = asked.filter(({ name }) => name === "aim").map(({ args }) => args);
    expect(aims).toHaveLength(2);
    expect(aims[0]).toMatchObject({ target: 300 });
    expect("dice" in aims[0]!).toBe(false);
    expect(aims[1]).toMatchObject({ target: 300, dice: [6, 6, 6, 5, 5], rerolls_remaining: 1 });
  });

  it("show where the choice flips, if by more than a trifle", async () => {
    const flip = (theta: number, lead: number, faces: boolean[]) => ({ theta, keep: faces, category: null, lead });
    shown(lateState(), {
      density,
      sensitivity: () => ({
        choices: [
          flip(-0.05, 0.01, [true, false, false, false, false]),
          { theta: 0, keep: null, category: "chance", lead: 0 },
          flip(0.02, 0.01, [true, true, true, false, false]),
          flip(0.05, 1.2, [true, true, true, false, false]),
        ],
        flips: [flip(-0.03, 0.01, [true, false, false, false, false]), flip(0.017, 0.01, [true, true, true, false, false])],
      }),
    });
    const found = await screen.findAllByTestId("flip");
    expect(found.map((each) => each.textContent?.replace(/\s+/g, " ").trim())).toEqual([
      "Daring or bolder Keep 6 6 6 worth up to 1.2 points more to them",
    ]);
    expect(screen.getByTestId("throw").textContent).toContain("Score 28 in Chance");
  });

  it.each([
    [[], "Every style from very safe to playing for a record chooses the same."],
    [[{ theta: 0.03, keep: [true, true, true, false, false], category: null, lead: 0.01 }], "worth less than 0.05 points more"],
  ])("say that styles agree only where they do, else that it hardly matters: %j", async (flips, words) => {
    const choices = [{ theta: 0, keep: null, category: "chance", lead: 0 }, ...flips.map((flip) => ({ ...flip, theta: 0.05 }))];
    shown(lateState(), { density, sensitivity: () => ({ choices, flips }) });
    await waitFor(() => expect(screen.getByTestId("throw").textContent).toContain(words));
    expect(screen.queryAllByTestId("flip")).toEqual([]);
  });
});
