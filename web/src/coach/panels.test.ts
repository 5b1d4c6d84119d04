import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { evaluation, INFO, pileState } from "../core/testing/fake-engine";
import type { EvaluationView } from "../core/types";
import type { GameUi } from "../games/types";
import EnginePanel from "./EnginePanel.svelte";
import GradeCard from "./GradeCard.svelte";

const UI = { actionShort: () => "+1", actionText: () => "add 1" } as unknown as GameUi;

/** A grading that is still going on: what is not known yet is null. */
function unfinished(): EvaluationView {
  const whole = evaluation({ add: 1 });
  return { ...whole, confidence: null, deltaStderr: null, winProbability: null, metadata: { ...whole.metadata, endedBy: null } };
}

const GRADE = { bands: INFO.grades, unit: "points", played: "add 1", best: "add 3", bestPlayed: false, quiet: "" };

describe("what is not known yet", () => {
  it("is left out of the grade", () => {
    render(GradeCard, { ...GRADE, evaluation: unfinished(), settled: true });
    expect(screen.getByTestId("confidence").textContent).toBe("");
    expect(screen.getByTestId("delta").textContent).toBe("\u22124.0 points");
    expect(document.body.textContent).not.toMatch(/null|NaN|undefined/);
  });

  it("is called unfinished in the engine panel", () => {
    const nothing = (): void => undefined;
    render(EnginePanel, { ui: UI, evaluation: unfinished(), state: pileState(), memory: null, onCopyState: nothing, onMeasure: nothing });
    expect(screen.getByText("still thinking")).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/null|NaN|undefined/);
  });
});
