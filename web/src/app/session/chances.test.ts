import { describe, expect, it, vi } from "vitest";
import { pileState } from "../../core/testing/fake-engine";
import { context, rest } from "../testing/setup";
import { Chances } from "./chances.svelte";

/** Chances of a game that offers them, from an engine that fails. */
function failing() {
  const { context: set } = context();
  const query = vi.spyOn(set.engine.port, "query").mockRejectedValue(new Error("no"));
  const info = { ...set.info, queries: [{ name: "chances" }] as typeof set.info.queries };
  return { chances: new Chances({ engine: set.engine, info }), query };
}

describe("the chances of a game whose engine fails", () => {
  const states = [pileState(0, 0), pileState(1, 1), pileState(2, 0)];

  it("are not queried again while the game is looked through", async () => {
    const { chances, query } = failing();
    for (const view of [0, 1, 2]) {
      chances.follow(states, view);
      await rest();
    }
    expect(query).toHaveBeenCalledTimes(3);
  });

  it("are queried again on return", async () => {
    const { chances, query } = failing();
    chances.follow(states, 0);
    await rest();
    chances.leave();
    chances.follow(states, 0);
    await rest();
    expect(query).toHaveBeenCalledTimes(6);
  });

  it("are queried again when the game goes on", async () => {
    const { chances, query } = failing();
    chances.follow(states, 2);
    await rest();
    chances.follow([...states, pileState(3, 1)], 3);
    await rest();
    expect(query).toHaveBeenCalledTimes(7);
  });
});

describe("what the player to move leaves", () => {
  it("is divided as at the beginning of the turn", async () => {
    const { context: set } = context();
    vi.spyOn(set.engine.port, "query").mockResolvedValue({ chances: [[0.5, 0.3, 0.2]] });
    const info = { ...set.info, queries: [{ name: "chances" }] as typeof set.info.queries };
    const chances = new Chances({ engine: set.engine, info });
    const states = [pileState(0, 0), pileState(1, 1), pileState(2, 1), pileState(3, 2)];
    expect(chances.divisionAt(states, 2)).toBeNull();
    chances.follow(states, 0);
    await rest();
    expect(chances.divisionAt(states, 0)).toEqual([0, 0.6, 0.4]);
    expect(chances.divisionAt(states, 2)).toEqual([0.5 / 0.7, 0, 0.2 / 0.7]);
  });
});
