import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import Editor from "./Editor.svelte";
import { startState } from "../testing";
import type { AzulState } from "../types";
import { shownErrors } from "../../shared/editor/testing";

function show(errors: { path: string; text: string }[] = [], state = startState()) {
  const onChange = vi.fn<(state: AzulState) => void>();
  const view = render(Editor, { state, onChange, errors });
  return { view, changed: () => onChange.mock.lastCall?.[0], onChange };
}

describe("the editor", () => {
  it("shows the count of all tiles", async () => {
    const { view } = show();
    expect(screen.getByTestId("tile-total").textContent).toBe("100 tiles");
    await view.rerender({ state: startState({ lid: { Red: 1 } }) });
    expect(screen.getByTestId("tile-total").textContent).toBe("101 tiles");
  });

  it("changes counts, lines, wall, floor, score, token, turn and round", async () => {
    const { changed } = show();
    await fireEvent.input(screen.getByLabelText("Centre: Red"), { target: { value: "4" } });
    expect(changed()?.center.tiles).toEqual({ Red: 4 });
    await fireEvent.change(screen.getByLabelText("Player 2, line 3: colour"), { target: { value: "Black" } });
    expect(changed()?.players[1]?.pattern_lines[2]).toEqual({ capacity: 3, color: "Black", count_filled: 1 });
    await fireEvent.click(screen.getAllByLabelText("Wall row 2: Red")[0] as HTMLElement);
    expect(changed()?.players[0]?.wall[1]).toEqual([false, false, false, true, false]);
    await fireEvent.click(screen.getAllByLabelText("Add White to the floor line")[1] as HTMLElement);
    expect(changed()?.players[1]?.floor_line?.tiles).toEqual(["White"]);
    await fireEvent.input(screen.getByLabelText("Player 1: score"), { target: { value: "42" } });
    expect(changed()?.players[0]?.score).toBe(42);
    await fireEvent.click(screen.getByLabelText("Nobody"));
    expect(changed()?.center.has_first_player_token).toBe(false);
    await fireEvent.click(screen.getAllByLabelText("Player 2")[0] as HTMLElement);
    expect(changed()?.active_player_id).toBe(1);
    await fireEvent.input(screen.getByLabelText("Round"), { target: { value: "3" } });
    expect(changed()?.round_number).toBe(3);
  });

  it("passes on only valid counts", async () => {
    const { onChange } = show();
    const field = screen.getByLabelText<HTMLInputElement>("Bag: Blue");
    await fireEvent.input(field, { target: { value: "-3" } });
    expect(onChange).not.toHaveBeenCalled();
    expect(field.getAttribute("aria-invalid")).toBe("true");
    await fireEvent.blur(field);
    expect(field.value).toBe("16");
  });

  it("shows each error once, at its field or at the top", () => {
    const errors = [
      { path: "factories.0", text: "A factory holds at most 4 tiles." },
      { path: "players.1.wall.2", text: "A wall row has 5 places." },
      { path: "players.0.pattern_lines.3.color", text: "The wall row has that colour." },
      { path: "players.0.floor_line.tiles", text: "At most 7 tiles." },
      { path: "players.0.score", text: "Too many points." },
      { path: "players.1", text: "Line 3 is odd." },
      { path: "players.1.hat", text: "There is no hat." },
      { path: "players.1.pattern_lines.9", text: "There is no line 10." },
      { path: "round_number", text: "No such round." },
      { path: "seed", text: "Not a number." },
      { path: "", text: "There is only one first-player token." },
    ];
    show(errors);
    expect(shownErrors()).toEqual(errors.map((error) => error.text).sort());
    expect(screen.getByLabelText("Factory 1: Blue").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText("Factory 2: Blue").getAttribute("aria-invalid")).toBe("false");
  });
});
