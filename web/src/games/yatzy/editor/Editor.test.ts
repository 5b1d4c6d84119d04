import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import Editor from "./Editor.svelte";
import { awaitingState, midState } from "../testing";
import type { YatzyState } from "../types";
import { shownErrors } from "../../shared/editor/testing";

function show(errors: { path: string; text: string }[] = [], state = midState()) {
  const onChange = vi.fn<(state: YatzyState) => void>();
  const view = render(Editor, { state, onChange, errors });
  const die = (place: number) => view.container.querySelector<HTMLElement>(`[data-edit-die="${place}"]`) as HTMLElement;
  return { view, die, changed: () => onChange.mock.lastCall?.[0], onChange };
}

const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });

describe("the Yatzy editor", () => {
  it("fills and opens rows, and drops derived fields", async () => {
    const { changed } = show();
    await type("Player 2: Full house", "28");
    expect(changed()?.players[1]).toEqual({ scores: { twos: 6, yatzy: 50, one_pair: 12, full_house: 28 } });
    await type("Player 1: Chance", "");
    expect(changed()?.players[0]).toEqual({ scores: { ones: 2, sixes: 18, small_straight: 0 } });
    await type("Player 1: Yatzy", "0");
    expect(changed()?.players[0]?.scores.yatzy).toBe(0);
    for (const derived of ["points", "game_over", "last_events", "returns"]) expect(changed()).not.toHaveProperty(derived);
  });

  it("ignores invalid points", async () => {
    const { onChange } = show();
    const field = screen.getByLabelText<HTMLInputElement>("Player 1: Sixes");
    for (const text of ["x", "-1", "51", "1.5"]) {
      await fireEvent.input(field, { target: { value: text } });
      expect(field.getAttribute("aria-invalid")).toBe("true");
    }
    expect(onChange).not.toHaveBeenCalled();
    await fireEvent.blur(field);
    expect(field.value).toBe("18");
    expect(field.getAttribute("aria-invalid")).toBe("false");
  });

  it("changes dice by tapping and by digits", async () => {
    const { die, changed, onChange } = show();
    await fireEvent.click(die(3));
    expect(changed()?.dice).toEqual([4, 4, 6, 2, 4]);
    await fireEvent.click(die(2));
    expect(changed()?.dice).toEqual([4, 4, 1, 1, 4]);
    await fireEvent.keyDown(die(0), { key: "5" });
    expect(changed()?.dice).toEqual([5, 4, 6, 1, 4]);
    onChange.mockClear();
    await fireEvent.keyDown(die(0), { key: "Backspace" });
    await fireEvent.keyDown(die(0), { key: "9" });
    expect(onChange).not.toHaveBeenCalled();
  });

  it("allows missing real dice", async () => {
    const { die, changed } = show([], awaitingState({ dice: [6, null, 3, 3, 3], rolls_left: 2 }));
    await fireEvent.click(die(0));
    expect(changed()?.dice[0]).toBeNull();
    await fireEvent.click(die(1));
    expect(changed()?.dice[1]).toBe(1);
    await fireEvent.keyDown(die(2), { key: "Delete" });
    expect(changed()?.dice[2]).toBeNull();
    expect(screen.getByLabelText("3")).toBeTruthy();
    await fireEvent.click(screen.getByLabelText(/Real dice/));
    expect(changed()).toMatchObject({ dice: [6, 1, 3, 3, 3], options: { real_dice: false } });
  });

  it("changes throws, turn, players and house rules", async () => {
    const { changed } = show();
    await fireEvent.click(screen.getByLabelText("0"));
    expect(changed()?.rolls_left).toBe(0);
    await fireEvent.click(screen.getByLabelText("Player 2"));
    expect(changed()?.active_player_id).toBe(1);
    await fireEvent.click(screen.getByLabelText("One"));
    expect(changed()).toMatchObject({ active_player_id: 0, players: [{ upper: 20 }] });
    expect(changed()?.players).toHaveLength(1);
    await fireEvent.click(screen.getByLabelText(/full house/));
    expect(changed()?.options).toEqual({ five_of_a_kind_is_full_house: true });
  });

  it("adds a second player with an empty card", async () => {
    const [first] = midState().players;
    const { changed } = show([], midState({ players: first === undefined ? [] : [first] }));
    await fireEvent.click(screen.getByLabelText("Two"));
    expect(changed()?.players[1]).toEqual({ scores: {} });
  });

  it("takes up to six players, whose cards fold; one with an error is open", async () => {
    const { changed } = show();
    await fireEvent.click(screen.getByLabelText("Six"));
    const six = changed()!;
    expect(six.players.map(({ scores }) => Object.keys(scores).length)).toEqual([4, 3, 0, 0, 0, 0]);
    cleanup();
    const onChange = vi.fn<(state: YatzyState) => void>();
    const errors = [{ path: "players.4.scores.sixes", text: "No dice score that there." }];
    const { rerender } = render(Editor, { state: six, onChange, errors: [] });
    const open = () => six.players.map((_, player) => screen.getByTestId(`editor-player-${player}`).querySelector("details")?.open);
    expect(open()).toEqual([true, false, false, false, false, false]);
    expect(screen.getByTestId("editor-player-1").textContent).toContain("12 rows open, 68 points");
    await rerender({ state: six, onChange, errors });
    expect(open()[4]).toBe(true);
    expect(screen.getAllByTestId("field-error")).toHaveLength(1);
    await type("Player 6: Sixes", "24");
    expect(onChange.mock.lastCall?.[0].players[5]).toEqual({ scores: { sixes: 24 } });
    // A card that somebody opened stays open while it is filled.
    await fireEvent.click(screen.getByTestId("editor-player-5").querySelector("summary")!);
    await rerender({ state: onChange.mock.lastCall![0], onChange, errors });
    expect(open()[5]).toBe(true);
    await fireEvent.click(screen.getByLabelText("Player 6"));
    expect(onChange.mock.lastCall?.[0].active_player_id).toBe(5);
    await fireEvent.click(screen.getByLabelText("Three"));
    expect(onChange.mock.lastCall?.[0].players).toHaveLength(3);
  });

  it("shows each error once, at its field or at the top", () => {
    const errors = [
      { path: "players.0.scores.sixes", text: "No dice score that there." },
      { path: "players.1.scores", text: "That is no card." },
      { path: "players.1.hat", text: "There is no hat." },
      { path: "dice.2", text: "No such face." },
      { path: "rolls_left", text: "Too many throws." },
      { path: "active_player_id", text: "There is one player." },
      { path: "options.real_dice", text: "That is neither true nor false." },
      { path: "seed", text: "Not a number." },
      { path: "", text: "The state cannot be read." },
    ];
    const { die } = show(errors);
    expect(shownErrors()).toEqual(errors.map((error) => error.text).sort());
    expect(screen.getByLabelText("Player 1: Sixes").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText("Player 2: Sixes").getAttribute("aria-invalid")).toBe("false");
    expect(die(2).getAttribute("aria-label")).toContain("wrong");
    expect(die(1).getAttribute("aria-label")).not.toContain("wrong");
  });
});
