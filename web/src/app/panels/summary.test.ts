import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { evaluation, INFO } from "../../core/testing/fake-engine";
import type { EvaluationView } from "../../core/types";
import Summary from "./Summary.svelte";

it("says how sure a fault is before its reason, where a phone has room for it", () => {
  const feedback = [{ category: "overall", text: "Your move leaves two points.", delta: -2 }];
  const fault = { ...evaluation({ add: 2 }, 2, { deltaStderr: 1.3 }), feedback, verdict: "mistake", worse: 0.73 } as EvaluationView;
  render(Summary, { evaluation: fault, info: INFO, running: false, quiet: "" });
  const line = screen.getByTestId("summary-worse").parentElement;
  expect(line?.textContent).toBe("73% sure it is worse: Your move leaves two points.");
  expect(line?.previousElementSibling?.textContent).toMatch(/Mistake\s+\S+2/);
});

it("gives the reason of a hint once it is there, and none while the coach still thinks", async () => {
  const feedback = [{ category: "overall", text: "The best move.", delta: 0 }];
  const hint = { ...evaluation(null, 2), feedback } as EvaluationView;
  const { container, rerender } = render(Summary, { evaluation: hint, info: INFO, running: false, quiet: "Add 2" });
  expect(container.textContent).toBe("Add 2 The best move.");
  await rerender({ running: true });
  expect(container.textContent).not.toContain("The best move.");
});
