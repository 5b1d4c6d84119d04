import { render, screen, within } from "@testing-library/svelte";
import { expect, it } from "vitest";
import LossChart from "./LossChart.svelte";

it("the chart's points are in a table as well, with their errors", () => {
  const points = [
    { at: Date.UTC(2026, 0, 5), games: 1, graded: 4, mean: 4, stderr: null },
    { at: Date.UTC(2026, 0, 9), games: 2, graded: 8, mean: 2.5, stderr: 0.25 },
  ];
  render(LossChart, { points, unit: "%", mean: 3 });
  const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ["1", "4.0%"],
    ["2", "2.5 ± 0.5%"],
  ]);
  expect(screen.getByTestId("loss-chart").getAttribute("aria-label")).toBe("Loss per decision over time, 2 points; on average 3.0%.");
});
