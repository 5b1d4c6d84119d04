import { fireEvent, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Card } from "../cards";
import { cardName } from "../cards";
import { CARD_MS, TRICK_MS } from "../motion/pacing.svelte";
import { afterPlay, cards, handOver, hiddenCards, MINE, passState, playState, PLAYS } from "../testing";
import { passing, press, show } from "./testing";

describe("playing a card", () => {
  it("raises playable cards, and plays one on a click", async () => {
    const { card, all, onAction } = show();
    expect(all('[data-playable="true"]').map((each) => each.dataset.card)).toEqual(["2C", "5C", "AC"]);
    expect(card("QS").classList.contains("dim")).toBe(true);
    expect([card("AC"), card("QS")].map((each) => each.getAttribute("aria-label"))).toEqual(["Ace of clubs, playable", "Queen of spades"]);
    await fireEvent.click(card("AC"));
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ play: "AC" });
  });

  it("refuses a card that is not listed as legal, with a sentence", async () => {
    const { card, onAction, onIllegal } = show();
    await fireEvent.click(card("QS"));
    expect(onIllegal).toHaveBeenCalledExactlyOnceWith("The queen of spades cannot be played now.", { play: "QS" });
    expect(onAction).not.toHaveBeenCalled();
  });

  it("ignores clicks before the legal actions arrive and out of turn", async () => {
    for (const patch of [{ legalActions: [] }, { interactive: false }, { state: playState({ game_over: true }) }]) {
      const { view, card, all, onAction, onIllegal } = show(patch);
      await fireEvent.click(card("AC"));
      expect([onAction.mock.calls, onIllegal.mock.calls, all(".dim")]).toEqual([[], [], []]);
      view.unmount();
    }
  });

  it("previews the playable card under the pointer", async () => {
    const { card, onPreview } = show();
    await fireEvent.pointerEnter(card("AC"), { pointerType: "mouse" });
    expect(onPreview).toHaveBeenLastCalledWith({ play: "AC" });
    await fireEvent.pointerEnter(card("QS"), { pointerType: "mouse" });
    expect(onPreview).toHaveBeenLastCalledWith(null);
  });
});

describe("passing", () => {
  const chosen = (all: (selector: string) => HTMLElement[]) => all('[data-chosen="true"]').map((each) => each.dataset.card);

  it("passes three chosen cards with the button", async () => {
    const { card, all, onAction, onPreview } = passing();
    const button = screen.getByTestId("pass");
    expect(button.textContent).toBe("Pass 3 cards to Left");
    for (const each of cards("JH 4S AC")) await fireEvent.click(card(each));
    expect(chosen(all)).toEqual(["AC", "4S", "JH"]);
    expect(card("AC").getAttribute("aria-pressed")).toBe("true");
    expect(onPreview).toHaveBeenLastCalledWith({ pass: ["AC", "4S", "JH"] });
    await fireEvent.click(card("2C"));
    expect(screen.getByTestId("board-announcement").textContent).toBe("Three cards are chosen. Put one back first.");
    expect(onAction).not.toHaveBeenCalled();
    await fireEvent.click(button);
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ pass: ["AC", "4S", "JH"] });
    expect(chosen(all)).toEqual([]);
  });

  it("puts a card back on a second click, in the hand or in the middle", async () => {
    const { card, all, onAction } = passing();
    for (const each of cards("JH 4S AC JH")) await fireEvent.click(card(each));
    expect(screen.getByTestId("pass-text").textContent).toBe("Choose 1 more");
    await fireEvent.click(screen.getByLabelText("Put back the ace of clubs"));
    expect(chosen(all)).toEqual(["4S"]);
    await fireEvent.click(screen.getByTestId("pass"));
    expect([onAction.mock.calls, screen.getByTestId("pass").getAttribute("aria-disabled")]).toEqual([[], "true"]);
  });

  it("shows the passed cards until all have passed, then the received ones until the first own play", async () => {
    const passed = [cards("AC 4S JH"), [], [], []];
    const { view, card, all } = passing({ state: passState({ passed, active_player_id: 1 }), interactive: false });
    expect(card("AC").getAttribute("aria-label")).toBe("Ace of clubs, passed");
    expect(screen.getByTestId("pass-text").textContent).toBe("Three cards have been passed");
    const start = playState({ trick_history: [], trick: [], leader: 0 });
    await view.rerender({ state: start, legalActions: PLAYS, interactive: true });
    expect(all(".fresh").map((each) => each.dataset.card)).toEqual(["QS", "3H", "KH"]);
    expect(card("QS").getAttribute("aria-label")).toBe("Queen of spades, received from Right");
    await view.rerender({ state: afterPlay(start, "2C"), interactive: false });
    expect(all(".fresh")).toEqual([]);
  });
});

describe("the keyboard", () => {
  it("moves along the hand by arrows and ranks, with one Tab stop", async () => {
    const { all, card } = show();
    const stops = () => all('[data-card][tabindex="0"]').map((each) => each.dataset.card);
    expect(stops()).toEqual(["2C"]);
    card("2C").focus();
    await press(card("2C"), "ArrowRight");
    await tick();
    expect(document.activeElement).toBe(card("5C"));
    await press(card("5C"), "k");
    await tick();
    expect(document.activeElement).toBe(card("KH"));
    await press(card("KH"), "2");
    await tick();
    await press(card("2C"), "End");
    await tick();
    expect([document.activeElement, stops()]).toEqual([card("KH"), ["KH"]]);
    // Keys of the page are left to the page.
    expect(await press(card("KH"), "h")).toBe(true);
  });

  it("keeps the focus in the hand when the focused card is played", async () => {
    const { view, card } = show();
    card("5C").focus();
    await fireEvent.click(card("5C"), { detail: 0 });
    await view.rerender({ state: afterPlay(playState(), "5C"), interactive: false, legalActions: [] });
    await tick();
    await tick();
    expect(document.activeElement).toBe(card("AC"));
  });

  it("passes with P from anywhere, and shows the last trick with L", async () => {
    const { view, card, onAction, all } = passing();
    await press(document.body, "p");
    expect(onAction).not.toHaveBeenCalled();
    for (const each of cards("JH 4S AC")) await fireEvent.click(card(each));
    await press(document.body, "p", { ctrlKey: true });
    expect(onAction).not.toHaveBeenCalled();
    await press(document.body, "P");
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ pass: ["AC", "4S", "JH"] });
    await view.rerender({ state: playState(), legalActions: PLAYS });
    await press(document.body, "l");
    expect(all("[data-laid]").map((each) => each.dataset.laid)).toEqual(["JC", "QD", "KD", "AD"]);
    const status = () => all('[data-testid="status"]')[0]?.textContent;
    expect(status()).toBe("Last trick");
    await press(document.body, "l");
    expect(status()).toBe("Your turn");
    expect(all("[data-laid]").map((each) => each.dataset.laid)).toEqual(["8C"]);
  });

  it("puts the chosen cards back with Escape", async () => {
    const { card, all } = passing();
    await fireEvent.click(card("JH"));
    await press(card("JH"), "Escape");
    expect(all('[data-chosen="true"]')).toEqual([]);
  });
});

describe("dragging", () => {
  const pointer = { pointerId: 1, isPrimary: true, button: 0 };
  let under: Element | null = null;
  beforeEach(() => {
    under = null;
    document.elementFromPoint = () => under;
  });

  async function drag(from: HTMLElement, to: Element | null): Promise<void> {
    await fireEvent.pointerDown(from, { ...pointer, clientX: 10, clientY: 10 });
    under = to;
    await fireEvent.pointerMove(window, { ...pointer, clientX: 40, clientY: 40 });
    await fireEvent.pointerUp(window, { ...pointer, clientX: 40, clientY: 40 });
  }

  it("to the middle plays a card or says why not; elsewhere it does nothing", async () => {
    const { card, all, onAction, onIllegal } = show();
    const middle = all('[data-drop="middle"]')[0] as HTMLElement;
    await drag(card("QS"), middle);
    expect(onIllegal).toHaveBeenCalledExactlyOnceWith("The queen of spades cannot be played now.", { play: "QS" });
    await drag(card("AC"), null);
    expect(onAction).not.toHaveBeenCalled();
    await drag(card("AC"), middle);
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ play: "AC" });
    expect(screen.queryByTestId("dragged")).toBeNull();
  });

  it("to the middle chooses a card to pass", async () => {
    const { card, all, onAction } = passing();
    await drag(card("JH"), all('[data-drop="middle"]')[0] as HTMLElement);
    expect([card("JH").dataset.chosen, onAction.mock.calls]).toEqual(["true", []]);
  });
});

describe("the board", () => {
  /** Whether a card is anywhere on the page, by its data or by its name. */
  function traces(container: HTMLElement, card: Card): boolean {
    const html = container.innerHTML.toLowerCase();
    return html.includes(`"${card.toLowerCase()}"`) || html.includes(cardName(card));
  }

  it("never draws the cards of others, although the position holds them", async () => {
    for (const state of [passState({ passed: [[], cards("3C 7C JC"), [], []] }), playState()]) {
      const { view } = show({ state, perspective: 0 });
      expect(hiddenCards(state).filter((card) => traces(view.container, card))).toEqual([]);
      expect(traces(view.container, state.phase === "pass" ? "JH" : "QS")).toBe(true);
      view.unmount();
    }
  });

  it("draws all hands when they are revealed, and allows plays from them", async () => {
    const { view, all, card, onAction } = show({
      state: playState({ active_player_id: 1, leader: 1, trick: [] }),
      legalActions: [{ play: "7H" }],
      reveal: true,
    });
    expect(all('[data-testid="open-hands"] [data-card]')).toHaveLength(20);
    await fireEvent.click(card("7H"));
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ play: "7H" });
    await view.rerender({ reveal: false });
    expect(all("[data-card]")).toHaveLength(7);
  });

  it("draws a view in which the others' cards are only counted", () => {
    const { hand } = show({ state: playState({ seed: null, hands: [MINE, 7, 7, 6], passed: [cards("AS KS QD"), 3, 3, 3] }) });
    expect(hand()).toEqual(MINE);
    expect(screen.getByLabelText("Right, 6 cards, 0 points in this hand, 25 points in the game")).toBeTruthy();
  });

  it("seats the chosen player at the bottom and the others clockwise", async () => {
    const { view, all } = show({ state: playState(), perspective: 2, interactive: false });
    expect(all("[data-seat]").map((each) => [each.dataset.seat, each.dataset.side])).toEqual([
      ["3", "left"],
      ["0", "across"],
      ["1", "right"],
      ["2", undefined],
    ]);
    expect(all("[data-laid]")[0]?.classList.contains("left")).toBe(true);
    expect(screen.getByTestId("status").textContent).toBe("Your turn");
    await view.rerender({ playerNames: ["Ann", "Ben", "You", "Cy"] });
    expect(screen.getByTestId("status").textContent).toBe("Ann to play");
  });

  it("calls players of equal level by their seats everywhere", () => {
    const { view, all } = show({ state: playState(), playerNames: ["You", "Skilled (left)", "Skilled (across)", "Skilled (right)"] });
    expect(all("[data-seat] .name").map((each) => each.textContent)).toEqual(["LeftSkilled", "AcrossSkilled", "RightSkilled"]);
    expect(screen.getByLabelText(/^Left, Skilled, 7 cards/)).toBeTruthy();
    expect([...view.container.querySelectorAll("thead th")].map((each) => each.textContent)).toEqual([
      "Part",
      "You",
      "Left",
      "Across",
      "Right",
    ]);
  });

  it("says only once who is to choose", () => {
    show({ state: passState(), interactive: false });
    expect(screen.getByTestId("pass-text").textContent).toBe("Three cards go to the left");
    expect(screen.getByTestId("status").textContent).toBe("You choose");
  });

  it("shows a completed trick with its winner until the next card", () => {
    const { all } = show({
      state: playState({
        trick: [],
        leader: 1,
        active_player_id: 1,
        last_events: [
          { type: "play", player_id: 0, card: "QS" },
          { type: "trick", player_id: 1, leader: 1, cards: cards("KS 2S 3S QS"), points: 13 },
        ],
      }),
    });
    const trick = within(screen.getByTestId("trick"));
    expect(all("[data-laid]")).toHaveLength(4);
    expect(trick.getByText(/Left: king of spades, led, takes it/)).toBeTruthy();
  });

  it("shows the result of a hand until the person acts", async () => {
    const over = handOver([{ type: "moon", player_id: 1 }]);
    const { view } = show({ state: over });
    const result = () => screen.queryByTestId("hand-end")?.textContent.replace(/\s+/g, " ") ?? null;
    expect(result()).toContain("Hand 1 is over. Left shoots the moon!");
    expect(result()).toContain("Left takes 4 points");
    // Meanwhile others pass.
    await view.rerender({
      state: { ...over, active_player_id: 1, last_events: [{ type: "pass", player_id: 3, cards: 3 }] },
      interactive: false,
    });
    expect(result()).toContain("Hand 1 is over");
    await view.rerender({ state: { ...over, passed: [cards("AC 4S JH"), [], [], []], last_events: [] } });
    expect(result()).toBeNull();
    expect(within(screen.getByTestId("last-hand")).getByText("+23")).toBeTruthy();
    await view.rerender({ state: passState() });
    expect(screen.queryByTestId("last-hand")).toBeNull();
  });

  it("marks moves on their cards, each with its label", () => {
    const marks = [
      { action: { play: "AC" }, kind: "best", label: "Best" },
      { action: { play: "2C" }, kind: "user", label: "Played" },
    ];
    const { card } = show({ marks });
    const notes = [card("AC"), card("2C")].map((each) => each.querySelector<HTMLElement>("[data-mark]")?.dataset.note);
    expect(notes).toEqual(["Best", "Played"]);
    expect(card("AC").getAttribute("aria-label")).toBe("Ace of clubs, playable, best");
  });

  it("marks all three cards of a pass, and uses four colours if set", () => {
    const { all } = passing({ marks: [{ action: { pass: cards("AC 4S JH") }, kind: "hint", label: "Hint" }], colorMarks: true });
    expect(all('[data-mark="hint"]').map((each) => each.closest<HTMLElement>("[data-card]")?.dataset.card)).toEqual(["AC", "4S", "JH"]);
    expect(all(".card.four.s-C").length).toBeGreaterThan(0);
  });
});

describe("the pacing", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    vi.stubGlobal("matchMedia", () => ({ matches: true }) as MediaQueryList);
  });
  afterEach(() => vi.useRealTimers());

  it("shows each card of the others for a minimum time, which a click ends", async () => {
    const first = afterPlay(playState(), "AC");
    const second = {
      ...first,
      hands: first.hands.map((hand, at) => (at === 1 && typeof hand !== "number" ? hand.slice(1) : hand)),
      trick: cards("8C AC 3C"),
      active_player_id: 2,
      last_events: [{ type: "play" as const, player_id: 1, card: "3C" as Card }],
    };
    const { view, all } = show({ animate: true, interactive: false });
    const laid = () => all("[data-laid]").map((each) => each.dataset.laid);
    vi.advanceTimersByTime(TRICK_MS);
    await view.rerender({ state: first });
    await view.rerender({ state: second });
    expect(laid()).toEqual(["8C", "AC"]);
    vi.advanceTimersByTime(CARD_MS + 1);
    await tick();
    expect(laid()).toEqual(["8C", "AC", "3C"]);
    await view.rerender({ state: playState() });
    expect(laid()).toEqual(["8C"]);
    await view.rerender({ state: first });
    await view.rerender({ state: second });
    await fireEvent.pointerDown(screen.getByTestId("hearts-board"));
    expect(laid()).toEqual(["8C", "AC", "3C"]);
  });

  it("does not delay anything without animation", async () => {
    const { view, all } = show({ animate: false });
    await view.rerender({ state: afterPlay(playState(), "AC") });
    expect(all("[data-laid]")).toHaveLength(2);
    expect(screen.getByTestId("hearts-board").dataset.held).toBe("false");
  });
});

describe("the score sheet", () => {
  it("begins with the own column and goes clockwise, whoever is at the bottom", () => {
    const { all } = show({ state: playState({ scores: [10, 20, 30, 40] }), perspective: 2, playerNames: ["A", "B", "C", "D"] });
    expect(
      all('[data-testid="scores"] thead th')
        .slice(1)
        .map((each) => each.textContent),
    ).toEqual(["C", "D", "A", "B"]);
    expect(all('[data-testid="scores"] .total td').map((each) => each.textContent?.trim())).toEqual(["30", "40", "10", "20"]);
    expect(all('[data-testid="scores"] .own').map((each) => each.textContent)).toEqual(["C"]);
  });
});
