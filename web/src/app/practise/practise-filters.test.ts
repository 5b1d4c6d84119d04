import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { FILTERS } from "../../games/azul/words/filters";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { Practice, scenarioParams } from "./practise.svelte";
import PractiseFilters from "./PractiseFilters.svelte";
import { context, memoryStore, UI } from "../testing/setup";

function shown(filters: typeof FILTERS, note = "") {
  const practise = new Practice(context().context, new DrillStore(memoryStore(), () => 0));
  render(PractiseFilters, { practise, filters, note, due: 0, kept: 0 });
  return practise;
}

function change(id: string, value: string): void {
  const field = screen.getByTestId<HTMLInputElement>(id);
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

describe("the filters on screen", () => {
  it("are those that the game defines", () => {
    const practise = shown(UI.practice.filters, UI.practice.note);
    expect(screen.getByText("In stones.")).toBeTruthy();
    screen.getByTestId<HTMLSelectElement>("size").selectedIndex = 1;
    screen.getByTestId("size").dispatchEvent(new Event("change", { bubbles: true }));
    change("least", "3");
    expect(scenarioParams("x", practise.filters, 1)).toEqual({ rulesetId: "x", seed: 1, size: 4, wanted: { least: 3 } });
    change("least", "0");
    screen.getByTestId<HTMLSelectElement>("size").selectedIndex = 0;
    screen.getByTestId("size").dispatchEvent(new Event("change", { bubbles: true }));
    expect(scenarioParams("x", practise.filters, 1)).toEqual({ rulesetId: "x", seed: 1 });
  });

  it("of Azul have the phases and the lead of its generator", () => {
    const practise = shown(FILTERS);
    change("round-phase", "LATE");
    change("game-phase", "mid");
    change("min-gap", "0");
    change("max-gap", "1.5");
    expect(scenarioParams("x", practise.filters, 1)).toMatchObject({
      targetRoundPhase: "LATE",
      targetGamePhase: "mid",
      filterConfig: { minValueGap: 0, maxValueGap: 1.5 },
    });
  });
});
