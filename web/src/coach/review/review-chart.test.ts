import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { evaluation, INFO, pileState } from "../../core/testing/fake-engine";
import { scaleOf } from "../decision/scale";
import ReviewChart from "./ReviewChart.svelte";

describe("the chart of a reviewed game", () => {
  it("names the value of a position where it is known, and what the chart shows elsewhere", async () => {
    const decisions = [0, 1].map((player) => ({
      state: pileState(player, player),
      action: { add: 1 },
      evaluation: evaluation({ add: 1 }),
      luck: null,
    }));
    const line = { kind: "value" as const, values: [-1.5, null], axis: { low: -2, high: 0, ticks: [] } };
    const props = { decisions, line, name: "You", scaleFor: () => scaleOf(INFO, null), decides: () => true, onGo: () => undefined };
    const { rerender } = render(ReviewChart, { ...props, current: 0 });
    expect(screen.getByText("Value of the position: You −1.5")).toBeTruthy();
    await rerender({ current: 1 });
    expect(screen.queryByText(/Value of the position/)).toBeNull();
    expect(screen.getByText("The game move by move")).toBeTruthy();
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("Move 2 of 2: Miss, −4.0 points");
  });
});
