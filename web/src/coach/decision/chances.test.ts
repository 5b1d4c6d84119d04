import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../core/settings";
import { evaluation, INFO } from "../../core/testing/fake-engine";
import { PLAIN_UI } from "../../games/testing/plain-ui";
import CoachPanel from "./CoachPanel.svelte";

const NOTHING = (): void => undefined;

it("has the same chances to win in the bar, the list and the breakdown, so far apart as the stated loss", () => {
  const whole = evaluation({ add: 1 });
  const chance = (action: unknown) => (PLAIN_UI.sameAction(action, whole.bestAction) ? 0.606 : 0.534);
  const ui = { ...PLAIN_UI, analysis: { reasonKinds: 1 } };
  const reasons = [{ code: "all", label: "All", value: 0, evaluator: null, input: null, weightName: null, weight: null }];
  const candidates = whole.candidates.map((each) => ({ ...each, reasons, winProbability: chance(each.action) }));
  const lost = { ...whole, candidates, winProbability: 0.606, winLoss: 0.072 };
  const { container } = render(CoachPanel, {
    ui,
    scale: { bands: INFO.grades, unit: "points", win: false, verdicts: false },
    presets: INFO.presets,
    settings: DEFAULT_SETTINGS,
    heading: "Coach",
    state: null,
    action: { add: 1 },
    evaluation: lost,
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
  });
  expect(screen.getByTestId("delta").textContent.trim()).toBe("\u22127%");
  expect(screen.getByTestId("win-probability").textContent).toMatch(/You 54%.*46% One/s);
  expect([...container.querySelectorAll("li .wins")].map((each) => each.textContent).slice(0, 2)).toEqual(["61%", "54%"]);
  expect([...container.querySelectorAll("[data-kind=win] td")].map((each) => each.textContent.trim())).toEqual(["54%", "61%", "\u22127%"]);
});
