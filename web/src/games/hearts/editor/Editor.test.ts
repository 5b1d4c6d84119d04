import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import type { Card } from "../cards";
import { putCard, setDirection, setLeader, setPhase, takeBack, toView, toWhole } from "./edit";
import Editor from "./Editor.svelte";
import { cards, deal, MINE, passState, playState } from "../testing";
import type { HeartsState } from "../types";

const VIEW = toView(playState(), 0);

function show(state: HeartsState = VIEW, errors: { path: string; text: string }[] = []) {
  const onChange = vi.fn<(state: HeartsState) => void>();
  const view = render(Editor, { state, onChange, errors });
  const card = (name: Card) => view.container.querySelector<HTMLElement>(`[data-edit-card="${name}"]`) as HTMLElement;
  return { view, card, onChange, changed: () => onChange.mock.lastCall?.[0] };
}

describe("the editor", () => {
  it("turns a fresh deal into one seat's view", () => {
    const { changed } = show(passState());
    expect(changed()).toMatchObject({
      seed: null,
      hands: [deal()[0], 13, 13, 13],
      passed: [[], 0, 0, 0],
      active_player_id: 0,
      phase: "pass",
    });
    for (const derived of ["points", "hearts_broken", "game_over", "returns", "last_events"]) expect(changed()).not.toHaveProperty(derived);
  });

  it("leaves an opened position as it is", () => {
    expect(show(playState()).onChange).not.toHaveBeenCalled();
  });

  it("puts cards into the own hand and takes them out", async () => {
    const { card, changed } = show();
    await fireEvent.click(card("4C"));
    expect(changed()?.hands).toEqual([cards("2C 4C 5C AC JD QS 3H KH"), 12, 12, 11]);
    await fireEvent.click(card("QS"));
    expect(changed()?.hands[0]).toEqual(cards("2C 5C AC JD 3H KH"));
  });

  it("plays cards into tricks, whose winner leads the next one", async () => {
    const { card, view, changed } = show();
    await fireEvent.click(screen.getByLabelText("Played next"));
    await fireEvent.click(card("AC"));
    expect(changed()).toMatchObject({ trick: ["8C", "AC"], leader: 3, active_player_id: 1 });
    expect(changed()?.hands[0]).not.toContain("AC");
    let state = changed() as HeartsState;
    for (const each of cards("9C QS")) state = putCard(state, each, "trick");
    expect(state).toMatchObject({ trick: [], leader: 0, active_player_id: 0 });
    expect(state.trick_history?.at(-1)).toEqual({ leader: 3, cards: ["8C", "AC", "9C", "QS"] });
    await view.rerender({ state });
    await fireEvent.click(screen.getByText("Take the last card back"));
    expect(changed()).toMatchObject({ trick: ["8C", "AC", "9C"], leader: 3, active_player_id: 2 });
    await fireEvent.change(screen.getByTestId("leader-1"), { target: { value: "2" } });
    expect(changed()?.trick_history?.[1]?.leader).toBe(2);
  });

  it("takes an own card back into the hand", () => {
    const played = putCard(VIEW, "AC", "trick");
    expect(takeBack(played)).toMatchObject({ hands: VIEW.hands, trick: ["8C"], active_player_id: 0 });
    expect(putCard(played, "AC", "trick")).toMatchObject({ hands: VIEW.hands });
    expect(setLeader(VIEW, 1, 0)).toMatchObject({ leader: 0, active_player_id: 1 });
  });

  it("records the passed and received cards", async () => {
    const { card, changed } = show();
    await fireEvent.click(screen.getByLabelText("You received"));
    await fireEvent.click(card("TH"));
    expect(changed()?.received).toEqual([cards("QS 3H TH KH"), 3, 3, 3]);
    expect(changed()?.hands[0]).toContain("TH");
    await fireEvent.click(screen.getByLabelText("You passed"));
    await fireEvent.click(card("2C"));
    expect(changed()?.passed?.[0]).toContain("2C");
    expect(changed()?.hands[0]).not.toContain("2C");
    expect(setDirection(VIEW, "hold")).toMatchObject({ passed: [[], 0, 0, 0], received: [[], 0, 0, 0] });
  });

  it("switches to passing, and between one view and all hands", () => {
    const passing = setPhase(VIEW, "pass");
    expect(passing).toMatchObject({ phase: "pass", trick: [], trick_history: [], leader: null, hands: [MINE, 13, 13, 13] });
    const whole = toWhole(VIEW);
    expect(whole.hands).toEqual([MINE, [], [], []]);
    expect(putCard(whole, "QS", "hand-2").hands).toEqual([MINE.filter((card) => card !== "QS"), [], ["QS"], []]);
    expect(toView(playState({ active_player_id: 0 }), 0)).toMatchObject({ seed: null, hands: [MINE, 12, 12, 11] });
  });

  it("changes scores and rules", async () => {
    const { changed } = show();
    await fireEvent.change(screen.getByTestId("score-field-2"), { target: { value: "77" } });
    expect(changed()?.scores).toEqual([10, 43, 77, 25]);
    await fireEvent.click(screen.getByLabelText(/^The jack of diamonds/));
    expect(changed()?.options).toMatchObject({ jack_of_diamonds: true, points_to_end: 100 });
  });

  it("moves over the deck by arrows, and labels cards with their places", async () => {
    const { card, view } = show();
    card("2C").focus();
    await fireEvent.keyDown(card("2C"), { key: "ArrowDown" });
    expect(document.activeElement).toBe(card("2D"));
    expect([card("8C"), card("AS"), card("QS"), card("2H")].map((each) => each.getAttribute("aria-label"))).toEqual([
      "8 of clubs, trick 2",
      "ace of spades, gave",
      "queen of spades, got",
      "2 of hearts, not placed",
    ]);
    expect(view.container.querySelectorAll('[data-edit-card][tabindex="0"]')).toHaveLength(1);
  });

  it.each([
    [
      "passed.0",
      "should be 3 cards, and not 0: everybody passed three.",
      "What you passed should be 3 cards, and not 0: everybody passed three.",
    ],
    ["passed.0.1", "is 2C, which is already listed.", "A card that you passed is 2\u2663, which is already listed."],
    ["hands.0", "should be 10 cards, and not 12.", "Your hand should be 10 cards, and not 12."],
    ["hands.1", "should be 10 cards, and not 12.", "Left's hand should be 10 cards, and not 12."],
    [
      "trick_history.0.cards.2",
      "is TH, but player 0 held 2C and had to follow suit.",
      "Card 3 of trick 1 is 10\u2665, but you held 2\u2663 and had to follow suit.",
    ],
    [
      "trick_history.0.leader",
      "should be the player who held 2C, which player 2 did not.",
      "The leader of trick 1 should be the player who held 2\u2663, which Across did not.",
    ],
    ["trick.0", "is AH, which is also in another place.", "Card 1 of trick 2 is A\u2665, which is also in another place."],
    [
      "active_player_id",
      "should be player 3, by the leader and the cards on the table.",
      "The player to move should be Right, by the leader and the cards on the table.",
    ],
    ["scores.2", "is 100, but a game to 100 would be over.", "Across's score is 100, but a game to 100 would be over."],
    ["", "Invalid state: player 1 is Left.", "Invalid state: Left is Left."],
  ])("reports an error at %s with names of players", (path, text, sentence) => {
    show(VIEW, [{ path, text }]);
    expect(screen.getByTestId("field-error").textContent).toBe(sentence);
  });

  it("shows each error once, at its field or at the top", () => {
    const errors = ["hands.0", "trick_history.0.cards", "scores.1", "options.points_to_end", "pass_direction", "phase", "seed", ""].map(
      (path) => ({ path, text: `Wrong: ${path}.` }),
    );
    show(VIEW, errors);
    const shown = within(screen.getByTestId("hearts-editor")).getAllByTestId("field-error");
    expect(shown.map((each) => each.textContent).sort()).toEqual(errors.map(({ text }) => text).sort());
  });
});
