import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../core/settings";
import { evaluation, INFO } from "../../core/testing/fake-engine";
import type { EvaluationView } from "../../core/types";
import { PLAIN_UI } from "../../games/testing/plain-ui";
import CoachPanel from "./CoachPanel.svelte";

const NOTHING = (): void => undefined;
const TAKE = { take: true } as const;
const AGAIN = { again: true } as const;
const props = {
  ui: PLAIN_UI,
  scale: { bands: INFO.grades, unit: "points", win: false, verdicts: false, limits: [] },
  presets: INFO.presets,
  settings: DEFAULT_SETTINGS,
  heading: "Coach",
  state: null,
  action: null,
  running: false,
  progress: 0,
  error: null,
  quiet: "",
  names: ["You", "One"],
  shown: null,
  bestShown: false,
  onShow: NOTHING,
  onShowBest: NOTHING,
  onLonger: NOTHING,
  onCancel: NOTHING,
} as const;

describe("line below the candidates", () => {
  const lineOf = (line: unknown[]): string | undefined => {
    const whole = evaluation(null);
    const changed = { ...whole, candidates: [{ ...whole.candidates[0]!, line }] } as EvaluationView;
    const { container } = render(CoachPanel, { ...props, evaluation: changed });
    return container.querySelector('[data-testid="main-line"]')?.textContent?.trim();
  };

  it("shows the expected continuation, unless that is the move alone", () => {
    expect(lineOf([AGAIN, TAKE])).toMatch(/^Line .*again.*take/);
    expect([lineOf([AGAIN]), lineOf([])]).toEqual(["", ""]);
  });

  it.each(["solved", "clock"] as const)("offers to think longer unless the round is solved: ended by %s", (endedBy) => {
    const whole = evaluation(null);
    render(CoachPanel, { ...props, evaluation: { ...whole, metadata: { ...whole.metadata, endedBy } } });
    expect(screen.getByTestId("think-longer")).toHaveProperty("disabled", endedBy === "solved");
  });

  it("says where longer thinking changed nothing, once the coach has finished", async () => {
    const thought = { ...props, evaluation: evaluation(null), unchanged: true };
    const { rerender } = render(CoachPanel, thought);
    expect(screen.getByTestId("known").textContent).toContain("Thinking longer changed nothing.");
    await rerender({ ...thought, running: true });
    expect(screen.getByTestId("known").textContent).not.toContain("nothing");
  });

  it("does not offer to think longer where the presets say what is played for, but to grade a move", async () => {
    const exact = { ...props, presets: INFO.presets.map((preset) => ({ ...preset, scale: "win" as const })), evaluation: null };
    const { rerender } = render(CoachPanel, exact);
    expect(screen.queryByTestId("think-longer")).toBeNull();
    await rerender({ ...exact, action: AGAIN });
    expect(screen.getByTestId("think-longer").textContent).toBe("Grade it");
  });
});

it("has the same chances to win in the bar, the list and the breakdown, so far apart as the stated loss", () => {
  const whole = evaluation({ add: 1 });
  const chance = (action: unknown) => (PLAIN_UI.sameAction(action, whole.bestAction) ? 0.606 : 0.534);
  const ui = { ...PLAIN_UI, analysis: { reasonKinds: 1 } };
  const reasons = [{ code: "all", label: "All", value: 0, evaluator: null, input: null, weightName: null, weight: null }];
  const candidates = whole.candidates.map((each) => ({ ...each, reasons, winProbability: chance(each.action) }));
  const lost = { ...whole, candidates, winProbability: 0.606, winLoss: 0.072 };
  const { container } = render(CoachPanel, { ...props, ui, action: { add: 1 }, evaluation: lost });
  expect(screen.getByTestId("delta").textContent.trim()).toBe("\u22127%");
  expect(screen.getByTestId("win-probability").textContent).toMatch(/You 54%.*46% One/s);
  expect([...container.querySelectorAll("li .wins")].map((each) => each.textContent).slice(0, 2)).toEqual(["61%", "54%"]);
  expect([...container.querySelectorAll("[data-kind=win] td")].map((each) => each.textContent.trim())).toEqual(["54%", "61%", "\u22127%"]);
});
