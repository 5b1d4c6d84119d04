import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import PractiseMode from "./PractiseMode.svelte";
import { context, diceContext, rest } from "../testing/setup";
import { probedDesk } from "../testing/games";

const probe = (): DOMStringMap => screen.getByTestId("probe").dataset;

describe("the board in practice", () => {
  it("gets the evaluation after the answer, and names a single player You", async () => {
    const { desk, fake } = probedDesk(diceContext());
    fake.generateScenario = async () => fake.newGame("", 1, {});
    await desk.practise.next();
    render(PractiseMode, { desk, slug: "dice" });
    await rest();
    expect([probe()["names"], probe()["evaluation"]]).toEqual(["You", "none"]);
    await desk.practise.move({ take: true });
    await rest();
    expect(probe()["evaluation"]).toBe('{"again":true}');
  });
});

describe("a hint", () => {
  it("is scrolled to above the open sheet when it is found, later than it is asked for", async () => {
    const scrolled = vi.spyOn(window, "scrollBy").mockImplementation(() => undefined);
    const rect = vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 300, 100, 44));
    const { desk, fake } = probedDesk(diceContext());
    fake.generateScenario = async () => fake.newGame("", 1, {});
    await desk.practise.next();
    render(PractiseMode, { desk, slug: "dice" });
    await rest();
    await fireEvent.click(screen.getByTestId("sheet-handle"));
    desk.practise.hint();
    await rest();
    expect(probe()["marks"]).toBe('[{"again":true}]');
    expect(scrolled.mock.calls).toEqual([[0, 52]]);
    rect.mockRestore();
    scrolled.mockRestore();
  });
});

describe("a right answer", () => {
  it.each([
    [false, "Correct", null],
    [true, "Correct, with a hint", "After a hint an answer counts as missed."],
  ])("says whether a hint was shown before: %s", async (hinted, heading, note) => {
    const { desk } = probedDesk(context());
    await desk.practise.next();
    render(PractiseMode, { desk, slug: "pile" });
    if (hinted) desk.practise.hint();
    await rest();
    await desk.practise.move({ add: 3 });
    await rest();
    expect(screen.getByTestId("turn").textContent?.trim()).toBe(heading);
    expect(screen.queryByTestId("last-move")?.textContent?.trim() ?? null).toBe(note);
  });
});

describe("the session so far", () => {
  it.each([
    [{ answered: 0, right: 0, loss: 0, chance: 0, byChance: 0 }, "–"],
    [{ answered: 4, right: 1, loss: -6, chance: 0, byChance: 0 }, "−1.5 points"],
    [{ answered: 9, right: 1, loss: 0, chance: -180, byChance: 9 }, "−20%"],
    [{ answered: 5, right: 1, loss: -6, chance: -30, byChance: 1 }, "−1.5 points (4); −30% (1)"],
  ])("has the mean loss in each unit, never their sum: %j", async (tally, text) => {
    const { desk } = probedDesk(diceContext());
    desk.practise.tally = tally;
    render(PractiseMode, { desk, slug: "dice" });
    await rest();
    expect(screen.getByTestId("mean-loss").textContent).toBe(text);
  });
});

describe("mistakes that are due", () => {
  it.each<[string, number | undefined, RegExp]>([
    ["the game that they are from", Date.UTC(2026, 4, 17, 12), /^Your mistake in the game of .*2026/],
    ["that they are one's own where no game is known", undefined, /^Your own mistake$/],
  ])("say above the board %s", async (_, game, said) => {
    const { desk, box, fake } = probedDesk(diceContext());
    const state = await fake.newGame("", 1, {});
    box.add([{ state, action: { again: true }, evaluation: null, luck: null }], game);
    render(PractiseMode, { desk, slug: "dice", box, due: true } as never);
    await rest();
    expect(screen.getByTestId("last-move").textContent.trim()).toMatch(said);
    location.hash = "";
  });

  it("are asked at once when the address wants them, and then those of other games are offered", async () => {
    const { desk, box, fake } = probedDesk(diceContext());
    const state = await fake.newGame("", 1, {});
    const decision = { state, action: { again: true }, evaluation: null, luck: null };
    box.add([decision, { ...decision, state: { ...state, ruleset_id: "hearts_v1" } }]);
    render(PractiseMode, { desk, slug: "dice", box, due: true } as never);
    await rest();
    expect([desk.practise.source, desk.practise.card?.state.ruleset_id, location.hash]).toEqual([
      "mistakes",
      desk.context.info.rulesetId,
      "#/dice/practise",
    ]);
    box.remove(desk.practise.card!.id);
    await desk.practise.next();
    await rest();
    expect(screen.getByTestId("due-in-hearts").getAttribute("href")).toBe("#/hearts/practise?due");
    location.hash = "";
  });
});
