import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asPort, FakeEngine, pileState } from "../../core/testing/fake-engine";
import azul from "../../games/azul/picture";
import type { About, Store } from "../../store";
import { memoryStore } from "../../store/testing/memory";
import { Library } from "../library/library.svelte";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { EngineStore } from "../session/engine.svelte";
import { HOME, TRY } from "../words/home";
import { BEST, choiceOf, CHOICES, DICE } from "./first-decision";
import { HomeData } from "./home.svelte";
import Home from "./Home.svelte";

const ABOUT: About = {
  begun: 1,
  moves: 12,
  opponents: ["Strong"],
  daily: null,
  over: false,
  outcome: null,
  result: "",
  graded: 0,
  lost: 0,
  worst: null,
  unit: "",
  mover: "You",
  sketch: azul,
};

/** The start page while the engine is still loading. */
function opened(store: Store): HomeData {
  const fake = new FakeEngine();
  fake.say({ phase: "loading", stage: "Downloading the engine", loadedBytes: 0, totalBytes: 0 });
  const data = new HomeData(store);
  render(Home, { engine: new EngineStore(asPort(fake)), data, box: new DrillStore(store) });
  return data;
}

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

describe("the start page for somebody who is new", () => {
  it("offers a decision at once, and grades every answer as the engine did", async () => {
    opened(memoryStore());
    const task = within(screen.getByTestId("first-decision"));
    expect(task.getByTestId("first-throw").textContent).toContain("Throw all five");
    const dice = task.getAllByRole("button", { pressed: false });
    expect(dice).toHaveLength(DICE.length);
    for (const die of [0, 1, 2]) await fireEvent.click(dice[die]!);
    await fireEvent.click(task.getByTestId("first-throw"));
    const { loss, why } = choiceOf([true, true, true, false, false]);
    expect(loss).toBeGreaterThan(0);
    expect(task.getByTestId("first-answer").textContent).toContain(TRY.cost(String(loss)));
    expect(task.getByTestId("first-answer").textContent).toContain(why);
    // The button that was pressed is gone: the keyboard goes on from the one after the answer.
    const again = task.getByRole("button", { name: "Try again" });
    expect(document.activeElement).toBe(again);

    await fireEvent.click(again);
    expect(document.activeElement).toBe(dice[0]);
    for (const [die, kept] of BEST.keep.entries()) if (kept) await fireEvent.click(dice[die]!);
    await fireEvent.click(task.getByTestId("first-throw"));
    expect(task.getByTestId("first-answer").textContent).toContain(TRY.costsNothing);
  });

  it("states the loss of a choice as its sentence does", () => {
    for (const { loss, why } of CHOICES) if (loss > 0) expect(why).toContain(`gains ${loss.toFixed(1)} `);
    expect(TRY.cost("1")).toBe("It costs 1 point on average.");
  });

  it("keeps its shape for the visit, and remembers what there is to come back to", async () => {
    const store = memoryStore();
    const data = opened(store);
    await vi.waitFor(() => expect(data.shape).toBe("first"), 10_000);
    await store.games.write("azul:play", { text: "{}", known: 0, writer: "me", about: ABOUT });
    await data.load();
    expect(data.shape).toBe("first");
    await data.enter();
    expect(data.shape).toBe("returning");
    expect(new HomeData(store).shape).toBeNull();
  });
});

describe("the start page for somebody who comes back", () => {
  it("continues games, and says what is due, before the engine is ready", async () => {
    localStorage.setItem("hindsight:settings", "{}");
    const store = memoryStore();
    await store.games.write("azul:play", { text: "{}", known: 0, writer: "me", about: ABOUT });
    const over: About = {
      ...ABOUT,
      over: true,
      outcome: "won",
      result: "You win, 52 to 30",
      graded: 4,
      lost: 1,
      squares: 1,
      unit: "points",
    };
    await store.games.keepBeside("azul:play", "{}", over);
    await store.cards.change([{ ...card(), state: { ...pileState(), ruleset_id: "hearts_v1" } } as never], []);
    opened(store);
    const azulCard = within(await screen.findByTestId("home-azul"));
    expect(azulCard.getByText("Your move")).toBeTruthy();
    expect(azulCard.getByText(HOME.state(12, ["Strong"]))).toBeTruthy();
    expect(azulCard.getByTestId("open-azul-play").textContent).toContain(HOME.continue);
    expect(azulCard.getByTestId("results-azul").textContent).toContain("W");
    expect(azulCard.getByTestId("trend-azul").textContent).toContain("0.3");
    const named = (testid: string) =>
      within(screen.getByTestId(testid))
        .getAllByRole("link")
        .map((link) => link.getAttribute("aria-label"));
    expect(named("trend-azul")).toEqual(["0.3 points lost per decision in Azul, statistics"]);
    expect(named("results-azul")).toEqual(["W: You win, 52 to 30, review this game of Azul"]);
    expect(named("due-hearts")).toEqual(["1 mistake due in Hearts"]);
    expect(screen.getByTestId("today-azul").getAttribute("aria-label")).toBe("Play it: today’s game of Azul");
    expect(screen.getByTestId("practise-due").getAttribute("href")).toBe("#/hearts/practise?due");
    expect(screen.getByTestId("open-yatzy-play").textContent).toContain("Play");
  });

  it("takes the shape for games that were seen in the library, also where the storage names them late", async () => {
    localStorage.setItem("hindsight:settings", "{}");
    const store = memoryStore();
    await store.games.write("azul:play", { text: "{}", known: 0, writer: "me", about: ABOUT });
    await new Library(store).load();
    vi.spyOn(store.games, "summaries").mockReturnValue(new Promise(() => undefined));
    expect(opened(store).shape).toBe("returning");
  });

  it("is usable when the storage does not answer", async () => {
    localStorage.setItem("hindsight:settings", "{}");
    const store = memoryStore();
    vi.spyOn(store.games, "summaries").mockReturnValue(new Promise(() => undefined));
    opened(store);
    expect(await screen.findByTestId("open-azul-play")).toBeTruthy();
  });
});

function card() {
  return { id: "a", player: 0, loss: -2, box: 0, due: 0, asked: 0 };
}
