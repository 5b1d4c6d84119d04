import { describe, expect, it, vi } from "vitest";
import { startSession } from "../../core/session";
import { pileState } from "../../core/testing/fake-engine";
import { memoryStore } from "../../store/testing/memory";
import type { Source } from "../../store";
import { describeGame } from "../record/describe";
import { toRecord } from "../record/record";
import type { Seats } from "../session/seats";
import { finishedGames } from "./page-tools";

/** Saves a finished game whose first position has this seed. */
async function finish(store: ReturnType<typeof memoryStore>, seed: number, seats: Seats, source?: Source): Promise<void> {
  const text = JSON.stringify(toRecord(startSession(pileState(0, 0, seed)), seats, true));
  await store.games.keepBeside("pile:play", text, { ...describeGame(text)!, over: true, ...(source !== undefined && { source }) });
}

describe("the finished games of a page", () => {
  it("are those that one person played here", async () => {
    const store = memoryStore();
    await finish(store, 1, [null, "one"]);
    await finish(store, 2, [null, "one"], "pasted");
    await finish(store, 3, [null, null]);
    await finish(store, 4, [], "entered");
    const found = await finishedGames(store, "pile", 100);
    expect(found.map(({ initial, persons }) => [initial, persons])).toEqual([[pileState(0, 0, 1), [0]]]);
  });

  it("are no more than wanted, and no more are read", async () => {
    const store = memoryStore();
    for (let seed = 1; seed <= 5; seed += 1) await finish(store, seed, [null, "one"]);
    const read = vi.spyOn(store.games, "readAtLast");
    expect(await finishedGames(store, "pile", 2)).toHaveLength(2);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
