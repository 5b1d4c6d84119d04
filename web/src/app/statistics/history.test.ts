import { expect, test } from "vitest";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import type { About } from "../../store";
import { memoryStore } from "../../store/testing/memory";
import { toRecord } from "../record/record";
import { History } from "./history.svelte";

const GAME = {
  decisions: [
    { state: pileState(0, 0), action: { add: 1 }, evaluation: evaluation({ add: 1 }, 1), luck: null },
    { state: pileState(1, 1), action: null, evaluation: null, luck: null },
  ],
  cursor: 1,
};

test("summaries that an earlier version wrote are completed once, and stay so", async () => {
  const store = memoryStore();
  const former: About = {
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
  await store.games.keepBeside("pile:play", JSON.stringify(toRecord(GAME, [null, "one"], true)), former);
  await store.games.keepBeside("pile:play", "{cut", { ...former, begun: 2 });
  const history = new History(store);
  await history.load();
  expect(history.games.map(({ about }) => about.squares)).toEqual([4, undefined]);
  expect((await store.games.summaries()).map(({ about }) => about?.squares ?? null).sort()).toEqual([4, null]);
});
