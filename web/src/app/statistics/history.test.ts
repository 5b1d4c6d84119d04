import { expect, test } from "vitest";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import type { About } from "../../store";
import { memoryStore } from "../../store/testing/memory";
import { toRecord } from "../record/record";
import { WIN_UNIT } from "../../coach/decision/scale";
import { unitsOf } from "./figures";
import { History } from "./history.svelte";

const GAME = {
  decisions: [
    { state: pileState(0, 0), action: { add: 1 }, evaluation: evaluation({ add: 1 }, 1), luck: null },
    { state: pileState(1, 1), action: null, evaluation: null, luck: null },
  ],
  cursor: 1,
};

const FORMER: About = {
  begun: 1,
  moves: 1,
  opponents: [],
  daily: null,
  over: true,
  outcome: null,
  result: "",
  graded: 1,
  lost: 2,
  worst: null,
  unit: "points",
};

test("summaries that an earlier version wrote are completed once, and stay so", async () => {
  const store = memoryStore();
  await store.games.keepBeside("pile:play", JSON.stringify(toRecord(GAME, [null, "one"], true)), FORMER);
  await store.games.keepBeside("pile:play", "{cut", { ...FORMER, begun: 2 });
  const history = new History(store);
  await history.load();
  expect(history.games.map(({ about }) => about.squares)).toEqual([4, undefined]);
  expect((await store.games.summaries()).map(({ about }) => about?.squares ?? null).sort()).toEqual([4, null]);
});

test("a mixed game whose unit an earlier version named otherwise is completed, and counts with the later ones", async () => {
  const store = memoryStore();
  const won = evaluation({ add: 1 }, 1);
  const [first, last] = GAME.decisions;
  const decisions = [first!, { ...first!, evaluation: { ...won, metadata: { ...won.metadata, objective: "win" } } }, last!];
  const text = JSON.stringify(toRecord({ decisions, cursor: 2 }, [null, "one"], true));
  await store.games.keepBeside("pile:play", text, { ...FORMER, moves: 2, unit: "% points" });
  const history = new History(store);
  await history.load();
  expect(history.games.map(({ about }) => [about.unit, about.squares])).toEqual([["%", 4]]);
  expect(unitsOf([...history.games, { ...history.games[0]!, about: { ...FORMER, unit: WIN_UNIT } }])).toEqual(["%"]);
});
