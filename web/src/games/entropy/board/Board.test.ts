import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import Board from "./Board.svelte";
import { after, boardOf, chaosState, linesOf, orderState, placesOf, SLIDES } from "../testing";
import type { EntropyAction, EntropyState } from "../types";
import { BOARD_PROPS } from "../../shared/board/testing";

function show(patch: Record<string, unknown> = {}) {
  const calls = { onAction: vi.fn(), onIllegal: vi.fn(), onPreview: vi.fn() };
  const state = (patch.state as EntropyState | undefined) ?? orderState();
  const legalActions: EntropyAction[] = state.active_player_id === 0 ? SLIDES : placesOf(state);
  const props = {
    legalActions,
    ...BOARD_PROPS,
    playerNames: ["You", "Greedy"],
    ...calls,
    ...patch,
    state,
  };
  const view = render(Board, props);
  const find = (selector: string) => view.container.querySelector<HTMLElement>(selector) as HTMLElement;
  const cell = (name: string) => find(`[data-cell="${name}"]`);
  const lit = () => [...view.container.querySelectorAll<HTMLElement>('[data-legal="true"]')].map((each) => each.dataset.cell);
  return { ...calls, view, cell, lit, line: (at: number) => find(`[data-line="${at}"]`), find };
}

const chaos = () => show({ state: chaosState() });
const press = (target: Element, key: string, options: KeyboardEventInit = {}) => fireEvent.keyDown(target, { key, ...options });

describe("the Entropy board: Order by clicks", () => {
  it("picks up a token, lights its targets, and slides", async () => {
    const { cell, lit, onAction } = show();
    expect(lit()).toEqual([]);
    await fireEvent.click(cell("c3"));
    expect(lit()).toEqual(["c1", "c2", "g3"]);
    expect(cell("c3").getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByTestId("board-announcement").textContent).toBe("Blue on c3 picked up: 3 cells to slide to.");
    await fireEvent.click(cell("g3"));
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ from: "c3", to: "g3" });
    expect(lit()).toEqual([]);
  });

  it("releases a token by a second click, or picks up another one", async () => {
    const { cell, lit, onAction } = show();
    await fireEvent.click(cell("c3"));
    await fireEvent.click(cell("c3"));
    expect(lit()).toEqual([]);
    await fireEvent.click(cell("c3"));
    await fireEvent.click(cell("g7"));
    expect(lit()).toEqual(["g1"]);
    expect(onAction).not.toHaveBeenCalled();
  });

  it("refuses unlisted slides in a sentence and keeps the token picked up", async () => {
    const { cell, lit, onAction, onIllegal } = show();
    await fireEvent.click(cell("c3"));
    await fireEvent.click(cell("c4"));
    expect(onIllegal).toHaveBeenLastCalledWith("Blue cannot slide from c3 to c4.", { from: "c3", to: "c4" });
    await fireEvent.click(cell("a1"));
    expect(onIllegal).toHaveBeenLastCalledWith("Blue cannot slide from c3 to a1.", { from: "c3", to: "a1" });
    expect(lit()).toHaveLength(3);
    expect(onAction).not.toHaveBeenCalled();
  });

  it("announces that a token cannot slide", async () => {
    const { cell, lit, onIllegal } = show();
    expect(cell("a2").getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(cell("a2"));
    expect(lit()).toEqual([]);
    expect(screen.getByTestId("board-announcement").textContent).toBe("Green on a2 has nowhere to slide.");
    await fireEvent.click(cell("e5"));
    expect(onIllegal).not.toHaveBeenCalled();
  });

  it("passes by the button if that is legal", async () => {
    const { view, onAction } = show();
    await fireEvent.click(screen.getByTestId("pass"));
    expect(onAction).toHaveBeenCalledExactlyOnceWith("pass");
    await view.rerender({ legalActions: SLIDES.slice(0, 2) });
    expect(screen.getByTestId("pass").getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(screen.getByTestId("pass"));
    expect(onAction).toHaveBeenCalledTimes(1);
  });

  it("picks up a token before the legal moves have arrived", async () => {
    const { view, cell, lit, onAction, onIllegal } = show({ legalActions: [] });
    await fireEvent.click(cell("c3"));
    await fireEvent.click(cell("c4"));
    expect([onAction.mock.calls, onIllegal.mock.calls]).toEqual([[], []]);
    // Target cells are not announced before they are known.
    expect([screen.getByTestId("board-announcement").textContent, screen.queryByText(/cells from c3/)]).toEqual(["", null]);
    await view.rerender({ legalActions: SLIDES });
    expect(lit()).toEqual(["c1", "c2", "g3"]);
    expect(screen.getByTestId("board-announcement").textContent).toBe("Blue on c3 picked up: 3 cells to slide to.");
    expect(screen.getByText("3 cells from c3")).toBeTruthy();
    await view.rerender({ legalActions: ["pass"] });
    expect(cell("c3").getAttribute("aria-pressed")).toBe("false");
  });

  it("keeps the token picked up when the same position is repeated, not when it changes", async () => {
    const state = orderState();
    const { view, cell } = show({ state });
    await fireEvent.click(cell("c3"));
    await view.rerender({ state, marks: [] });
    expect(cell("c3").getAttribute("aria-pressed")).toBe("true");
    await view.rerender({ state: orderState({ chance_counter: 9 }) });
    expect(cell("c3").getAttribute("aria-pressed")).toBe("false");
  });

  it("does nothing when it is not interactive, or over", async () => {
    for (const patch of [{ interactive: false }, { state: orderState({ game_over: true }) }]) {
      const { view, cell, onAction, onIllegal, lit } = show(patch);
      await fireEvent.click(cell("c3"));
      await fireEvent.click(cell("c1"));
      expect([lit(), onAction.mock.calls, onIllegal.mock.calls]).toEqual([[], [], []]);
      view.unmount();
    }
  });
});

describe("the Entropy board: Chaos by clicks", () => {
  it("places the drawn token on any listed cell", async () => {
    const { cell, lit, onAction, onIllegal } = chaos();
    expect(screen.getByTestId("hand").dataset.token).toBe("R");
    expect(lit()).toHaveLength(24);
    await fireEvent.click(cell("b2"));
    expect(onIllegal).toHaveBeenCalledExactlyOnceWith("Red cannot go on b2.", { cell: "b2" });
    await fireEvent.click(cell("e5"));
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ cell: "e5" });
  });

  it("previews the placement under the pointer", async () => {
    const { cell, onPreview } = chaos();
    await fireEvent.pointerEnter(cell("c3"), { pointerType: "mouse" });
    expect(onPreview).toHaveBeenLastCalledWith({ cell: "c3" });
    expect(cell("c3").querySelector(".token.ghost")).not.toBeNull();
    await fireEvent.pointerLeave(cell("c3"));
    expect(onPreview).toHaveBeenLastCalledWith(null);
    await fireEvent.pointerEnter(cell("b2"), { pointerType: "mouse" });
    expect(onPreview).toHaveBeenLastCalledWith(null);
  });

  it("hides the Pass button from Chaos and disables it for Order on Chaos's turn", async () => {
    const { view } = show({ state: chaosState(), perspective: 1 });
    const away = () => screen.getByTestId("pass").parentElement?.classList.contains("away");
    expect(away()).toBe(true);
    await view.rerender({ perspective: 0, interactive: false });
    expect([away(), screen.getByTestId("pass").getAttribute("aria-disabled")]).toEqual([false, "true"]);
    await view.rerender({ state: orderState({ game_over: true }) });
    expect(away()).toBe(true);
    await view.rerender({ state: chaosState(), perspective: 1, interactive: true });
    expect(screen.getByTestId("hand-text").textContent).toBe("Place Red");
  });
});

describe("the Entropy board: keyboard", () => {
  it("has one Tab stop in the grid, moved by the arrows, also to the ends of lines", async () => {
    const { view, cell, line } = show();
    const stops = () => [...view.container.querySelectorAll<HTMLElement>('[data-own-keys] [tabindex="0"]')];
    expect(stops()).toEqual([cell("d4")]);
    cell("d4").focus();
    await press(cell("d4"), "ArrowUp");
    await press(cell("c4"), "ArrowLeft");
    expect(document.activeElement).toBe(cell("c3"));
    expect(stops()).toEqual([cell("c3")]);
    await press(cell("c3"), "End");
    await press(cell("c7"), "ArrowRight");
    expect(document.activeElement).toBe(line(2));
    await press(line(2), "ArrowLeft");
    expect(document.activeElement).toBe(cell("c7"));
    expect(stops()).toHaveLength(1);
  });

  it("releases a token with Escape, and keeps the focus after a move", async () => {
    const { view, cell, lit, onAction } = show();
    cell("c3").focus();
    await fireEvent.click(cell("c3"), { detail: 0 });
    await press(cell("c3"), "Escape");
    expect(lit()).toEqual([]);
    await fireEvent.click(cell("c3"), { detail: 0 });
    await press(cell("c3"), "ArrowLeft");
    await fireEvent.click(cell("c2"), { detail: 0 });
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ from: "c3", to: "c2" });
    const next = after(orderState(), { type: "slide", player_id: 0, from: "c3", to: "c2", token: "B" });
    await view.rerender({ state: next, interactive: false, legalActions: [] });
    await tick();
    expect(document.activeElement).toBe(cell("c2"));
    expect(cell("c2").getAttribute("aria-label")).toBe("c2, Blue");
  });

  it("passes with P anywhere on the page except in text fields", async () => {
    const { onAction } = show();
    const field = document.body.appendChild(document.createElement("input"));
    await press(field, "p");
    await press(document.body, "p", { ctrlKey: true });
    await press(document.body, "p", { repeat: true });
    expect(onAction).not.toHaveBeenCalled();
    await press(document.body, "P");
    expect(onAction).toHaveBeenCalledExactlyOnceWith("pass");
    field.remove();
  });

  it("ignores P on Chaos's turn", async () => {
    const { onAction } = chaos();
    await press(document.body, "p");
    expect(onAction).not.toHaveBeenCalled();
  });
});

describe("the Entropy board: dragging", () => {
  let under: Element | null = null;
  beforeEach(() => {
    under = null;
    document.elementFromPoint = () => under;
  });
  const pointer = { pointerId: 1, isPrimary: true, button: 0 };

  async function drag(from: HTMLElement, to: Element | null): Promise<void> {
    await fireEvent.pointerDown(from, { ...pointer, clientX: 10, clientY: 10 });
    under = to;
    await fireEvent.pointerMove(window, { ...pointer, clientX: 40, clientY: 40 });
  }
  const drop = () => fireEvent.pointerUp(window, { ...pointer, clientX: 40, clientY: 40 });

  it("slides a token to the cell it is dropped on", async () => {
    const { cell, lit, onAction } = show();
    await drag(cell("c3"), cell("c1"));
    expect(lit()).toEqual(["c1", "c2", "g3"]);
    expect(screen.getByTestId("dragged").querySelector(".c-B")).not.toBeNull();
    await drop();
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ from: "c3", to: "c1" });
    expect(screen.queryByTestId("dragged")).toBeNull();
  });

  it("places the drawn token on the cell it is dropped on", async () => {
    const { cell, onAction } = chaos();
    await drag(screen.getByTestId("hand"), cell("d2"));
    await drop();
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ cell: "d2" });
  });

  it("returns with a sentence from an illegal cell", async () => {
    const { cell, lit, onAction, onIllegal } = show();
    await drag(cell("c3"), cell("c5"));
    await drop();
    expect(onIllegal).toHaveBeenCalledExactlyOnceWith("Blue cannot slide from c3 to c5.", { from: "c3", to: "c5" });
    expect([onAction.mock.calls, lit(), screen.queryByTestId("dragged")]).toEqual([[], [], null]);
  });

  it("returns silently from outside, from its own cell, by Escape and on pointercancel", async () => {
    const { cell, onAction, onIllegal } = show();
    for (const place of [null, cell("c3")]) {
      await drag(cell("c3"), place);
      await drop();
    }
    await drag(cell("c3"), cell("c1"));
    await press(document.body, "Escape");
    await drop();
    await drag(cell("c3"), cell("c1"));
    await fireEvent(window, new Event("pointercancel"));
    await drop();
    expect([onAction.mock.calls, onIllegal.mock.calls, screen.queryByTestId("dragged")]).toEqual([[], [], null]);
  });

  it("does not start on immovable tokens, and ends when the position changes", async () => {
    const { view, cell, onAction } = show();
    await drag(cell("a2"), cell("c1"));
    expect(screen.queryByTestId("dragged")).toBeNull();
    await drop();
    await drag(cell("c3"), cell("c1"));
    await view.rerender({ state: orderState({ board: boardOf(...Array.from({ length: 7 }, () => ".......")) }) });
    await fireEvent.pointerMove(window, { ...pointer, clientX: 50, clientY: 50 });
    await drop();
    expect([onAction.mock.calls, screen.queryByTestId("dragged")]).toEqual([[], null]);
  });
});

describe("the Entropy board: display", () => {
  it("names every cell, on both boards", () => {
    const { view, cell } = show();
    expect([cell("a1"), cell("g6")].map((each) => each.getAttribute("aria-label"))).toEqual(["a1, Red", "g6, empty"]);
    expect(view.container.querySelectorAll("[data-cell]")).toHaveLength(49);
    view.unmount();
    const small = chaos();
    expect(small.view.container.querySelectorAll("[data-cell]")).toHaveLength(25);
    expect(small.view.container.querySelectorAll("[data-line]")).toHaveLength(10);
    expect(small.cell("b2").getAttribute("aria-label")).toBe("b2, Green");
    expect(screen.getAllByTestId(/^bag-/)).toHaveLength(5);
  });

  it("lights scoring cells, and lists the palindromes of the line pointed at", async () => {
    const { line, find } = show();
    expect(line(0).textContent).toBe("3");
    expect(find('[data-line-lit="0"]').getAttribute("x2")).toBe("2.5");
    expect(screen.queryByTestId("line-list")).toBeNull();
    await fireEvent.pointerEnter(line(0));
    const list = within(screen.getByTestId("line-list"));
    expect(list.getByText("3 points, 4.0 on average without slides")).toBeTruthy();
    expect(screen.getByTestId("line-list").querySelector("li")?.textContent.replace(/\s/g, "")).toBe("RGR3");
    await fireEvent.pointerLeave(line(0));
    expect(screen.queryByTestId("line-list")).toBeNull();
    line(7).focus();
    await tick();
    expect(screen.getByTestId("line-list").textContent).toContain("Column 1");
    await press(line(7), "Escape");
    expect(screen.queryByTestId("line-list")).toBeNull();
  });

  it("shows no line scores if the state lacks them", () => {
    const { lines: _, ...silent } = orderState();
    const { view } = show({ state: silent });
    expect(view.container.querySelectorAll("[data-line], [data-line-lit]")).toHaveLength(0);
  });

  it("shows the score and its last change", async () => {
    const { view } = show();
    expect([screen.getByTestId("score").textContent, screen.getByTestId("score-change").textContent]).toEqual(["3", "points"]);
    const events = (change: number) => [
      { type: "pass", player_id: 0 },
      { type: "score", change, score: 12 },
    ];
    await view.rerender({ state: orderState({ score: 12, last_events: events(9) as never }) });
    expect([screen.getByTestId("score").textContent, screen.getByTestId("score-change").textContent]).toEqual(["12", "+9"]);
    await view.rerender({ state: orderState({ score: 1, last_events: events(-2) as never }) });
    expect(screen.getByTestId("score-change").textContent).toBe("\u22122");
    expect(screen.getByTestId("score-change").classList.contains("loss")).toBe(true);
    await view.rerender({ perspective: 1 });
    expect(screen.getByTestId("score-change").classList.contains("gain")).toBe(true);
  });

  it("shows the odds of the bag, and a known next token", () => {
    show({ state: chaosState({ next_token: "W", bag: { R: 1, G: 4, Y: 5, B: 5, W: 5 } }) });
    expect(screen.getByTestId("bag-R").textContent.replace(/\s+/g, " ").trim()).toBe("R Red: 1 left, 5%");
    expect(screen.getByTestId("next-token").textContent.replace(/\s+/g, " ")).toContain("White");
    expect(screen.getByTestId("bag").textContent).toContain("20 in the bag, chance to come after White");
  });

  it("enlarges the letters with colour marks", async () => {
    const { view, cell } = show();
    expect(cell("a1").querySelector(".strong")).toBeNull();
    await view.rerender({ colorMarks: true });
    expect(cell("a1").querySelector(".strong text")?.textContent).toBe("R");
  });

  it("draws marked moves with words, and a pass at its button", () => {
    const marks = [
      { action: { from: "c3", to: "c1" }, kind: "best", label: "Best" },
      { action: "pass", kind: "user", label: "Played" },
    ];
    const { view } = show({ marks });
    const drawn = [...view.container.querySelectorAll<HTMLElement>("[data-mark]")].map((each) => each.dataset.mark);
    expect(drawn.toSorted()).toEqual(["best", "user"]);
    expect(screen.getByTestId("marks").textContent.trim()).toBe("Best");
    expect(screen.getByTestId("pass").parentElement?.textContent).toContain("Played");
  });

  it("animates moved tokens unless they were dropped", async () => {
    const animate = vi.fn();
    Element.prototype.animate = animate;
    vi.stubGlobal("matchMedia", () => ({ matches: false }) as MediaQueryList);
    Element.prototype.getBoundingClientRect = () => ({ left: 0, top: 0, width: 40, height: 40 }) as DOMRect;
    const { view, cell } = show({ animate: true });
    const slid = after(orderState(), { type: "slide", player_id: 0, from: "c3", to: "c1", token: "B" }, { lines: linesOf(7, {}) });
    await view.rerender({ state: slid });
    expect(animate).toHaveBeenCalledTimes(1);
    expect(cell("c1").contains(animate.mock.contexts[0] as Node)).toBe(true);
    await view.rerender({ state: orderState() });
    expect(animate).toHaveBeenCalledTimes(1);
    document.elementFromPoint = () => cell("c1");
    await fireEvent.pointerDown(cell("c3"), { pointerId: 1, isPrimary: true, button: 0, clientX: 10, clientY: 10 });
    await fireEvent.pointerMove(window, { pointerId: 1, clientX: 40, clientY: 40 });
    await fireEvent.pointerUp(window, { pointerId: 1, clientX: 40, clientY: 40 });
    await view.rerender({ state: { ...slid } });
    expect(animate).toHaveBeenCalledTimes(1);
  });
});
