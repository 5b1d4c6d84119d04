import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { scaleOf } from "../../coach/decision/scale";
import { evaluation, INFO, pileState } from "../../core/testing/fake-engine";
import { UI } from "../testing/setup";
import PartsPanel from "./PartsPanel.svelte";

/** A decision of a part of its own that lost 2, judged by this objective. */
function made(part: number, objective: string | null) {
  const judged = evaluation({ add: 1 }, 1);
  const metadata = { ...judged.metadata, objective };
  return { state: pileState(5 * part), action: { add: 1 }, evaluation: { ...judged, metadata }, luck: null };
}

it("the costliest decision of each hand is stated in the unit that judged it", () => {
  const last = { state: pileState(10), action: null, evaluation: null, luck: null };
  render(PartsPanel, {
    ui: { ...UI, parts: { name: "hand", of: ({ chance_counter }) => chance_counter } },
    decisions: [made(0, null), made(1, "win"), last],
    players: null,
    scaleFor: (each) => scaleOf({ ...INFO, unit: "points", winGrades: INFO.grades }, each),
    current: 0,
    leaves: null,
    onGo: () => undefined,
    onAgain: () => undefined,
  });
  expect(screen.getAllByTestId("key-decision").map((each) => each.querySelector(".number")?.textContent)).toEqual(["−2.0 points", "−2%"]);
});
