import { screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { open } from "../known/open.svelte";
import { cards, playState } from "../testing";
import { show } from "./testing";

describe("the panel of what is known", () => {
  const BELIEFS = {
    playerId: 0,
    unseen: cards("3C 4D AS TH"),
    counts: [7, 1, 2, 1],
    voids: [[], ["C", "H"], [], []],
    out: { C: 1, D: 1, S: 1, H: 1 },
    probabilities: { "3C": [0, 0, 0.5, 0.5], "4D": [0, 0, 0.5, 0.5], AS: [0, 1, 0, 0], TH: [0, 0.2, 0.4, 0.4] },
    queen: [0, 0.125, 0.5, 0.375],
    entropy: { C: 1, D: 1, S: 1, H: 1 },
  };
  afterEach(() => {
    open.known = false;
  });

  it("queries the engine when it is opened, and shows bars and sentences", async () => {
    const ask = vi.fn(async () => BELIEFS);
    show({ ask });
    expect(ask).not.toHaveBeenCalled();
    open.known = true;
    await vi.waitFor(() => expect(screen.getByTestId("queen-1").textContent?.replace(/\s+/g, " ").trim()).toBe("Left 13%"), 10_000);
    // Rounded one by one, 12.5, 50 and 37.5 would add up to 101.
    expect([2, 3].map((player) => screen.getByTestId(`queen-${player}`).querySelector(".percent")?.textContent)).toEqual(["50%", "37%"]);
    expect(ask).toHaveBeenCalledExactlyOnceWith("beliefs", { state: playState(), playerId: 0 });
    expect(screen.getByTestId("out-C").textContent).toContain("1 out");
    expect([...screen.getByTestId("out-C").querySelectorAll(".out")].map((each) => each.textContent)).toEqual(["3"]);
    expect(screen.getByText("Left has no clubs and no hearts.")).toBeTruthy();
    expect(screen.getByText("Left has A♠.")).toBeTruthy();
  });

  it("leaves out voids in suits that are gone, and names the only suit that a player can hold", async () => {
    // Diamonds are gone, whether or not a player is known to be void in them.
    const voids = [[], ["C", "H"], ["D"], ["C", "D"]];
    show({ ask: async () => ({ ...BELIEFS, voids, out: { ...BELIEFS.out, D: 0 } }) });
    open.known = true;
    await screen.findByText("Left has only spades.", undefined, { timeout: 10_000 });
    expect(screen.getByText("Right has no clubs.")).toBeTruthy();
    expect(screen.queryByText(/diamonds\.|^Across has/)).toBeNull();
  });

  it("says whose knowledge it is", async () => {
    const { view } = show({ ask: async () => ({ ...BELIEFS, playerId: 1, voids: [["C"], [], [], []] }) });
    expect(screen.getByText("What is known to you")).toBeTruthy();
    open.known = true;
    await view.rerender({ perspective: 1 });
    await screen.findByText("You have no clubs.", undefined, { timeout: 10_000 });
    expect(screen.getByText("What is known to Left")).toBeTruthy();
    const hands = [[], cards("QS 2H"), [], []];
    await view.rerender({ state: playState({ hands }), ask: async () => ({ ...BELIEFS, playerId: 1, queen: null }) });
    await screen.findByText("Left holds the queen of spades.", undefined, { timeout: 10_000 });
    expect(screen.getByTestId("out-S").querySelector(".own")?.getAttribute("title")).toBe("queen of spades: Left's");
    expect(view.container.querySelector(".legend")?.textContent).toMatch(/7\s+out\s+7\s+Left's\s+7\s+gone/);
  });

  it("says where the queen is when that is certain, and ignores a late answer", async () => {
    let answer: (beliefs: unknown) => void = () => undefined;
    const ask = vi.fn(() => new Promise((resolve) => (answer = resolve)));
    const { view } = show({ ask });
    open.known = true;
    await tick();
    const late = answer;
    await view.rerender({ state: playState({ chance_counter: 2 }) });
    late(BELIEFS);
    await tick();
    expect(screen.queryByTestId("queen-1")).toBeNull();
    answer({ ...BELIEFS, queen: null });
    await vi.waitFor(() => expect(screen.getByText("You hold the queen of spades.")).toBeTruthy(), 10_000);
  });

  it.each([
    [{ trick: cards("KS QS") }, "The queen of spades is on the table."],
    [
      { trick_history: [{ leader: 0, cards: cards("JC KS QS 2S") as never, winner: 1, points: 13 }] },
      "The queen of spades is gone: Left took her.",
    ],
  ])("says where the queen was laid", async (patch, text) => {
    show({ state: playState({ hands: [cards("2H"), 1, 1, 1], ...patch }), ask: async () => ({ ...BELIEFS, queen: null }) });
    open.known = true;
    await screen.findByText(text, undefined, { timeout: 10_000 });
  });

  it("says so if the engine fails to answer", async () => {
    show({ ask: () => Promise.reject(new Error("no")) });
    open.known = true;
    await vi.waitFor(() => expect(screen.getByText("The engine cannot answer this here.")).toBeTruthy(), 10_000);
  });
});
