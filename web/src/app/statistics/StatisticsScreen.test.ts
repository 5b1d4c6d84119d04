import { render, screen, within } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { About } from "../../store";
import { memoryStore } from "../../store/testing/memory";
import { FIGURES } from "../words/statistics";
import StatisticsScreen from "./StatisticsScreen.svelte";

const ALONE: About = {
  begun: Date.UTC(2026, 0, 5),
  moves: 30,
  opponents: [],
  daily: null,
  over: true,
  outcome: null,
  result: "You scored 200",
  graded: 4,
  lost: 2,
  worst: null,
  unit: "points",
  score: 200,
};

it("somebody who played alone has neither won nor lost", async () => {
  const store = memoryStore();
  await store.games.keepBeside("yatzy:play", "{}", ALONE);
  await store.games.keepBeside("yatzy:play", "{}", { ...ALONE, opponents: ["Strong"], outcome: "won" });
  render(StatisticsScreen, { store, slug: "yatzy" });
  const heading = await screen.findByRole("heading", { name: FIGURES.opponents });
  const rows = within(heading.parentElement!).getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getAllByRole("cell")[1]?.textContent).sort()).toEqual(["1 – 0 – 0", "–"]);
});
