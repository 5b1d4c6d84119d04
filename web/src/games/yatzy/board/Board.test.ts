import { fireEvent, screen, within } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { keep, legalOf, midEvaluation, midState, score } from "../testing";
import type { Category } from "../types";
import { press, show, thrown } from "./testing";

describe("the Yatzy board: holding and throwing", () => {
  it("holds and releases dice by clicks, and throws the others", async () => {
    const { die, held, onAction, throwButton } = show();
    expect(held()).toBe(".....");
    for (const place of [0, 2, 1, 2]) await fireEvent.click(die(place));
    expect(held()).toBe("xx...");
    expect(die(0).getAttribute("aria-label")).toBe("Die 1: 4, held");
    expect(die(0).parentElement?.textContent).toContain("Held");
    expect(throwButton().textContent).toContain("Throw three dice");
    await fireEvent.click(throwButton());
    expect(onAction).toHaveBeenCalledExactlyOnceWith(keep("xx..."));
  });

  it("holds dice before the legal moves have arrived", async () => {
    const { view, die, held, onAction, onIllegal } = show({ legalActions: [] });
    await fireEvent.click(die(0));
    expect(held()).toBe("x....");
    await press("t");
    expect([onAction.mock.calls, onIllegal.mock.calls]).toEqual([[], []]);
    await view.rerender({ legalActions: legalOf(midState()) });
    await fireEvent.click(die(1));
    expect(held()).toBe("xx...");
    await view.rerender({ state: midState({ rolls_left: 0 }), legalActions: [] });
    await fireEvent.click(die(1));
    expect(held()).toBe(".....");
  });

  it("holds and throws by keyboard", async () => {
    const { held, onAction } = show();
    for (const key of ["1", "5", "3", "5"]) await press(key);
    expect(held()).toBe("x.x..");
    await press("t");
    expect(onAction).toHaveBeenLastCalledWith(keep("x.x.."));
    await press("Enter");
    expect(onAction).toHaveBeenCalledTimes(2);
    await press("6");
    await press("1", { ctrlKey: true });
    await press("t", { repeat: true });
    expect(held()).toBe("x.x..");
    expect(onAction).toHaveBeenCalledTimes(2);
  });

  it("ignores keys in fields, and Enter on buttons", async () => {
    const { held, onAction, throwButton } = show();
    const field = document.body.appendChild(document.createElement("input"));
    await fireEvent.keyDown(field, { key: "1" });
    await fireEvent.keyDown(throwButton(), { key: "Enter" });
    expect(held()).toBe(".....");
    expect(onAction).not.toHaveBeenCalled();
    field.remove();
  });

  it("keeps all five, and counts a double click once", async () => {
    const { onAction, throwButton } = show();
    for (const key of "12345") await press(key);
    expect(throwButton().textContent).toContain("Keep all five");
    await fireEvent.click(throwButton(), { detail: 1 });
    await fireEvent.click(throwButton(), { detail: 2 });
    expect(onAction).toHaveBeenCalledExactlyOnceWith(keep("xxxxx"));
  });

  it("keeps held dice for the next throw and releases them on another turn", async () => {
    const { held, advance } = show();
    await press("1");
    await advance(thrown("xx..x", [4, 4, 2, 3, 4]));
    expect(held()).toBe("xx..x");
    await advance(thrown("xx..x", [4, 4, 2, 3, 4], { rolls_left: 0 }));
    expect(held()).toBe(".....");
    await advance(midState({ last_events: [{ type: "score", player_id: 1, category: "ones", points: 1 }] }));
    expect(held()).toBe(".....");
  });

  it("explains why nothing can be thrown or held", async () => {
    const { die, held, onAction, onIllegal, throwButton } = show({ state: midState({ rolls_left: 0 }) });
    expect(throwButton().getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByTestId("throws-left").textContent).toContain("No throws left: fill a row");
    await fireEvent.click(throwButton());
    expect(onIllegal).toHaveBeenLastCalledWith("No throws are left: choose a row of the card.", keep("....."));
    await fireEvent.click(die(3));
    expect(onIllegal).toHaveBeenLastCalledWith("No throws are left: choose a row of the card.", keep("...x."));
    expect(held()).toBe(".....");
    expect(onAction).not.toHaveBeenCalled();
  });

  it("plays only listed legal actions", async () => {
    const { onAction, onIllegal, row, throwButton } = show({ legalActions: [score("fours"), keep("x....")] });
    await fireEvent.click(throwButton());
    expect(onAction).not.toHaveBeenCalled();
    expect(onIllegal).toHaveBeenCalledOnce();
    expect(row("one_pair")).toBeNull();
    expect(row("fours")).toBeTruthy();
  });

  it("does nothing when it is not interactive", async () => {
    const { die, held, onAction, onIllegal, throwButton, row, cell } = show({ interactive: false });
    await fireEvent.click(die(0));
    await fireEvent.click(throwButton());
    await fireEvent.click(cell("sixes"));
    for (const key of ["1", "t", "Enter"]) await press(key);
    expect(held()).toBe(".....");
    expect(row("fours")).toBeNull();
    expect(cell("fours").textContent).toContain("12");
    expect([...onAction.mock.calls, ...onIllegal.mock.calls]).toEqual([]);
  });

  it("animates only thrown dice, and only when going forward", async () => {
    const tumbling = (container: HTMLElement) =>
      [...container.querySelectorAll(".tumble")].map((each) => each.closest<HTMLElement>("[data-die]")?.dataset.die);
    const moving = show({ animate: true });
    expect(tumbling(moving.view.container)).toEqual([]);
    await moving.advance(thrown("xx..x", [4, 4, 2, 3, 4]));
    expect(tumbling(moving.view.container)).toEqual(["2", "3"]);
    moving.view.unmount();
    const still = show({ animate: false });
    await still.advance(thrown("xx..x", [4, 4, 2, 3, 4]));
    expect(tumbling(still.view.container)).toEqual([]);
    still.view.unmount();
    const back = show({ animate: true, state: thrown("xx..x", [4, 4, 2, 3, 4], { chance_counter: 9 }) });
    await back.advance(thrown("x....", [4, 5, 2, 3, 4]));
    expect(tumbling(back.view.container)).toEqual([]);
  });
});

describe("the Yatzy score card", () => {
  it("scores an open row with one click", async () => {
    const { row, onAction } = show();
    expect(row("fours").textContent).toContain("12");
    await fireEvent.click(row("fours"));
    expect(onAction).toHaveBeenCalledExactlyOnceWith(score("fours"));
  });

  it("shows a zero as a strike-out", () => {
    const { row, cell } = show();
    expect(screen.getByRole("button", { name: "Strike out Yatzy: 0" })).toBe(row("yatzy"));
    expect(screen.getByRole("button", { name: "Fours: score 12" })).toBe(row("fours"));
    expect(row("yatzy").querySelector(".struck-out")?.textContent).toBe("0");
    expect(row("fours").querySelector(".struck-out")).toBeNull();
    expect(cell("small_straight").querySelector(".struck-out")?.textContent).toBe("0");
  });

  it("explains why a filled row cannot be scored", async () => {
    const { cell, onAction, onIllegal } = show();
    await fireEvent.click(cell("sixes"));
    expect(onIllegal).toHaveBeenCalledExactlyOnceWith("Sixes is already filled, with 18 points.", score("sixes"));
    await fireEvent.click(cell("twos", 1));
    expect(onIllegal).toHaveBeenCalledOnce();
    expect(onAction).not.toHaveBeenCalled();
  });

  it("shows the engine's sums and the distance to the bonus", () => {
    show();
    expect(screen.getByTestId("total-0").textContent).toBe("42");
    expect(screen.getByTestId("total-1").textContent).toBe("68");
    expect(screen.getByTestId("upper-0").getAttribute("aria-label")).toBe("20 of 63");
    expect(screen.getByTestId("bonus-0").textContent?.trim()).toBe("par \u22121");
  });

  it("can be filled even if the position lacks the points of open rows", async () => {
    const { points: _points, ...bare } = midState({ players: [{ scores: { ones: 2 } }] });
    const { row, onAction } = show({ state: bare, legalActions: [score("fours")], evaluation: midEvaluation() });
    expect(screen.getByTestId("total-0").textContent).toBe("?");
    expect(screen.getByTestId("advice").textContent?.trim()).toBe("");
    await fireEvent.click(row("fours"));
    expect(onAction).toHaveBeenCalledExactlyOnceWith(score("fours"));
  });

  it("shows the bonus once it is won or lost", () => {
    const full = { ones: 3, twos: 6, threes: 9, fours: 12, fives: 15, sixes: 18 };
    show({
      state: midState({
        players: [
          { scores: full, upper: 63, bonus: 50, total: 113 },
          { scores: { ...full, ones: 0 }, upper: 60, bonus: 0, total: 60 },
        ],
      }),
    });
    expect(screen.getByTestId("bonus-0").textContent?.trim()).toBe("50");
    expect(screen.getByTestId("bonus-1").querySelector(".struck-out")?.textContent).toBe("0");
  });

  it("is a table with headers, with the viewer's column first", async () => {
    const { view } = show();
    const heads = () =>
      within(screen.getByRole("table", { name: "Lower section" }))
        .getAllByRole("columnheader")
        .map((each) => each.textContent?.trim());
    expect(heads()).toEqual(["Lower", "You, to move", "Greedy"]);
    await view.rerender({ perspective: 1 });
    expect(heads()).toEqual(["Lower", "Greedy", "You, to move"]);
    expect(screen.getAllByRole("rowheader")).toHaveLength(15 + 3);
  });

  it("shows the card of the player to move on a narrow board with many players, or the chosen one", async () => {
    const card = { scores: {}, upper: 0, bonus: 0, total: 0 };
    const state = midState({ players: [card, { ...card, total: 40 }, { ...card, total: 30 }], active_player_id: 1 });
    const { view } = show({ state, playerNames: ["Ann", "Bob", "Cleo"] });
    const open = () => [0, 1, 2].filter((player) => !screen.getByTestId(`total-${player}`).classList.contains("aside"));
    expect(screen.getByRole("group", { name: "Score cards" }).textContent?.replace(/\s+/g, " ")).toBe("Ann 0Bob, to move 40Cleo 30");
    expect(open()).toEqual([1]);
    await fireEvent.click(screen.getByTestId("card-of-2"));
    expect(open()).toEqual([2]);
    await view.rerender({ state: { ...state, active_player_id: 0 } });
    expect(open()).toEqual([0]);
  });

  it("names many players without a name by their numbers, which fit their columns", () => {
    const card = { scores: {}, upper: 0, bonus: 0, total: 0 };
    show({ state: midState({ players: [card, card, card], active_player_id: 1 }), playerNames: ["Player 1", "Bob", "Player 3"] });
    const [table] = screen.getAllByRole("table");
    const heads = within(table as HTMLElement)
      .getAllByRole("columnheader")
      .slice(1);
    expect(heads.map((head) => head.querySelector("[aria-hidden]")?.textContent)).toEqual(["P1", "Bob", "P3"]);
    expect(heads.map((head) => head.querySelector(".visually-hidden")?.textContent)).toEqual(["Player 1", "Bob", "Player 3"]);
  });

  it("is navigated by arrows, with one Tab stop", async () => {
    const { row, view } = show();
    expect([...view.container.querySelectorAll<HTMLElement>('[data-score][tabindex="0"]')].map((each) => each.dataset.score)).toEqual([
      "twos",
    ]);
    row("twos").focus();
    const steps: [string, Category][] = [
      ["ArrowDown", "threes"],
      ["ArrowRight", "three_of_a_kind"],
      ["ArrowLeft", "threes"],
      ["ArrowUp", "twos"],
      ["ArrowUp", "yatzy"],
    ];
    for (const [key, category] of steps) {
      await fireEvent.keyDown(document.activeElement as Element, { key });
      expect(document.activeElement).toBe(row(category));
    }
    expect(row("yatzy").tabIndex).toBe(0);
  });

  it("moves between dice by arrows", async () => {
    const { die, held } = show();
    die(0).focus();
    await fireEvent.keyDown(die(0), { key: "ArrowLeft" });
    expect(document.activeElement).toBe(die(4));
    await fireEvent.keyDown(die(4), { key: "ArrowRight" });
    expect(document.activeElement).toBe(die(0));
    expect(held()).toBe(".....");
  });
});

describe("values on the Yatzy board", () => {
  it("appear in the open rows, with the best one marked", () => {
    const { row } = show({ evaluation: midEvaluation() });
    expect(row("fours").textContent).toMatch(/12\s*222\.0/);
    expect(row("three_of_a_kind").textContent).toMatch(/12\s*2\d\d\.\d\s*★/);
    expect(row("fours").title).toBe("Score 12 in Fours: expected final score 222.00, 10.50 less than the best");
    expect(row("twos").textContent).not.toMatch(/\d\.\d/);
  });

  it("advise a hold, and value the current one", async () => {
    const { view } = show({ evaluation: midEvaluation() });
    expect(screen.getByTestId("advice").textContent).toMatch(/Best: Keep 4 4 4, then throw\s+232\.5 expected/);
    expect(screen.queryByTestId("hold-worth")).toBeNull();
    for (const key of "12") await press(key);
    expect(screen.getByTestId("hold-worth").textContent).toBe("\u22120.04");
    await press("5");
    expect(screen.getByTestId("hold-worth").textContent).toBe("best");
    await view.rerender({ marks: [{ action: keep("xx..x"), kind: "hint", label: "Hint" }] });
    expect(screen.getByTestId("advice").textContent).toContain("Hint: Keep 4 4 4");
    await view.rerender({ evaluation: null });
    expect(screen.getByTestId("advice").textContent?.trim()).toBe("");
  });
});

describe("marks on the Yatzy board", () => {
  const marked = (container: HTMLElement, kind: string) =>
    [...container.querySelectorAll<HTMLElement>(`[data-mark="${kind}"]`)].map((each) =>
      each.closest<HTMLElement>("[data-die], [data-testid=throw], tr"),
    );

  it("surround the dice that a move keeps, with a word", () => {
    const { view, die } = show({
      interactive: false,
      marks: [
        { action: keep("xx..x"), kind: "best", label: "Best" },
        { action: keep("..x.x"), kind: "user", label: "Played" },
      ],
    });
    expect(marked(view.container, "best").map((each) => each?.dataset.die)).toEqual(["0", "1", "4"]);
    expect(marked(view.container, "user").map((each) => each?.dataset.die)).toEqual(["2", "4"]);
    expect(die(0).parentElement?.textContent).toContain("Best");
    expect(die(2).parentElement?.textContent).toContain("Played");
    expect(die(4).getAttribute("aria-label")).toBe("Die 5: 4, Best, Played");
  });

  it("are on the throw button when nothing is kept", () => {
    const { view, throwButton } = show({ interactive: false, marks: [{ action: keep("....."), kind: "best", label: "Best" }] });
    expect(marked(view.container, "best")).toEqual([throwButton()]);
    expect(throwButton().textContent).toMatch(/Throw all five\s*Best/);
  });

  it("are on rows, without a word for a picked candidate", () => {
    const { view } = show({
      marks: [
        { action: score("fours"), kind: "hint", label: "Hint" },
        { action: score("yatzy"), kind: "line" },
      ],
    });
    expect(marked(view.container, "hint").map((each) => each?.querySelector("th")?.textContent?.replaceAll(/\s+/g, " ").trim())).toEqual([
      "Fours Hint",
    ]);
    expect(marked(view.container, "line")).toHaveLength(1);
  });
});
