import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { About } from "../../store";
import GameRow from "./GameRow.svelte";

const ABOUT: About = {
  begun: Date.UTC(2026, 0, 5),
  moves: 30,
  opponents: ["Strong"],
  daily: null,
  over: true,
  outcome: "lost",
  result: "Strong wins",
  graded: 10,
  lost: 20,
  worst: null,
  unit: "points",
};

/** The notes of a game's row about its losses. */
function losses(about: Partial<About>): string[] {
  const game = { key: "x:play:1", table: "x:play", saved: 0, aside: false, name: "", about: { ...ABOUT, ...about } };
  const { unmount } = render(GameRow, { game, slug: "x", name: "X", onRename: () => undefined, onForget: () => undefined });
  const notes = screen.getByText(/against Strong/).textContent?.split(" · ") ?? [];
  unmount();
  return notes.filter((note) => /lost|worst/.test(note));
}

it("each figure of a row is in a unit that is named, or in the one beside it", () => {
  const worst = (cost: string): About["worst"] => ({ index: 61, loss: 100, cost });
  expect(losses({ worst: worst("−4.1 points") })).toEqual(["2.0 points lost per decision", "worst at move 62: −4.1 points"]);
  expect(losses({ worst: worst("−100%") })).toEqual(["2.0 points lost per decision", "worst at move 62: −100% of the chance to win"]);
  expect(losses({ unit: "%", worst: worst("−12%") })).toEqual(["2.0% of the chance to win lost per decision", "worst at move 62: −12%"]);
  // A game that an earlier version saved.
  expect(losses({ worst: { index: 1, loss: 3 } })).toEqual(["2.0 points lost per decision", "worst at move 2: 3.0 points"]);
});
