import { expect, it, vi } from "vitest";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import type { Decision } from "../../core/session";
import { StoreError } from "../../store";
import { memoryStore } from "../../store/testing/memory";
import { rest } from "../testing/setup";
import { DrillStore } from "./drill-store.svelte";

const mistake = (pile: number): Decision => ({
  state: pileState(pile),
  action: { add: 1 },
  evaluation: evaluation({ add: 1 }, 2),
  luck: null,
});

it("cards that a full disk refused are written with the next change, and removed ones stay removed", async () => {
  const store = memoryStore();
  const box = new DrillStore(store, () => 0);
  await rest();
  box.add([mistake(1)]);
  await store.settled();
  const change = vi.spyOn(store.cards, "change").mockRejectedValue(new StoreError("full"));
  box.add([mistake(2)]);
  box.remove(box.box.cards[0]!.id);
  await rest();
  // Another tab's message must not bring back what is here.
  await box.load();
  expect(box.box.cards.map(({ state }) => state["pile"])).toEqual([2]);
  change.mockRestore();
  box.add([mistake(3)]);
  await store.settled();
  const kept = (await store.cards.all()) as unknown as { state: { pile: number } }[];
  expect(kept.map(({ state }) => state.pile).sort()).toEqual([2, 3]);
});
