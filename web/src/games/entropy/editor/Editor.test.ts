import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import Editor from "./Editor.svelte";
import { setSize, setTurn } from "./edit";
import { boardOf, chaosState, orderState } from "../testing";
import type { EntropyState } from "../types";
import { shownErrors } from "../../shared/editor/testing";

function show(errors: { path: string; text: string }[] = [], state = orderState()) {
  const onChange = vi.fn<(state: EntropyState) => void>();
  const view = render(Editor, { state, onChange, errors });
  const cell = (index: number) => view.container.querySelector<HTMLElement>(`[data-edit-cell="${index}"]`) as HTMLElement;
  return { view, cell, changed: () => onChange.mock.lastCall?.[0], onChange };
}

describe("the Entropy editor", () => {
  it("puts the selected colour on a cell, removes it, and drops derived fields", async () => {
    const { cell, changed } = show([], orderState({ turn: "order", returns: [null, null] }));
    await fireEvent.click(cell(10));
    expect(changed()?.board[10]).toBe("R");
    await fireEvent.click(cell(0));
    expect(changed()?.board[0]).toBe("");
    await fireEvent.click(screen.getByLabelText(/^W White,/));
    await fireEvent.click(cell(0));
    expect(changed()?.board[0]).toBe("W");
    await fireEvent.click(screen.getByLabelText("None"));
    await fireEvent.click(cell(2));
    expect(changed()?.board[2]).toBe("");
    for (const derived of ["bag", "score", "lines", "expected", "turn", "game_over", "returns", "last_events"])
      expect(changed()).not.toHaveProperty(derived);
    await fireEvent.click(screen.getByText("Clear the board"));
    expect(changed()?.board.every((token) => token === "")).toBe(true);
  });

  it("takes letters and arrows on a cell", async () => {
    const { cell, changed, onChange } = show();
    cell(8).focus();
    await fireEvent.keyDown(cell(8), { key: "p" });
    expect(changed()?.board[8]).toBe("P");
    await fireEvent.keyDown(cell(0), { key: "Backspace" });
    expect(changed()?.board[0]).toBe("");
    onChange.mockClear();
    await fireEvent.keyDown(cell(8), { key: "ArrowDown" });
    expect(document.activeElement).toBe(cell(15));
    await fireEvent.keyDown(cell(15), { key: "x" });
    expect(onChange).not.toHaveBeenCalled();
  });

  it("counts what is left of each colour", async () => {
    const { view } = show([], chaosState());
    const left = (color: string) => screen.getByTestId(`left-${color}`).textContent;
    expect([left("R"), left("G"), left("Y")]).toEqual(["4 left", "4 left", "5 left"]);
    await view.rerender({ state: chaosState({ board: boardOf("RRRRR", "RR...", ".....", ".....", ".....") }) });
    expect(left("R")).toBe("\u22123 left");
  });

  it("gives Chaos a drawn token and Order none", async () => {
    const { view, changed } = show();
    expect(screen.queryByText("Drawn token")).toBeNull();
    await fireEvent.click(screen.getByLabelText("Chaos"));
    expect(changed()).toMatchObject({ active_player_id: 1, token: "R" });
    await view.rerender({ state: chaosState() });
    await fireEvent.click(screen.getByLabelText("Blue"));
    expect(changed()?.token).toBe("B");
    await fireEvent.click(screen.getByLabelText("Order"));
    expect(changed()).toMatchObject({ active_player_id: 0, token: null });
    const none = setTurn(orderState({ board: boardOf("RRRRRRR", ...Array.from({ length: 6 }, () => ".......")) }), 1);
    expect(none.token).toBe("G");
  });

  it("sets the next token if it is known", async () => {
    const { view, changed } = show([], chaosState());
    await fireEvent.click(screen.getByLabelText("The next token is known"));
    expect(changed()).toMatchObject({ next_token_known: true, next_token: "R" });
    await view.rerender({ state: chaosState({ next_token_known: true, next_token: "R" }) });
    await fireEvent.click(screen.getByLabelText("None left"));
    expect(changed()?.next_token).toBeNull();
    await fireEvent.click(screen.getAllByLabelText("Yellow")[1] as HTMLElement);
    expect(changed()?.next_token).toBe("Y");
    await fireEvent.click(screen.getByLabelText("The next token is known"));
    expect(changed()).toMatchObject({ next_token_known: false, next_token: null });
  });

  it("keeps the upper left part of a board made smaller, without colours it does not have", async () => {
    const { changed } = show(
      [],
      orderState({ active_player_id: 1, token: "K", board: boardOf("RGR..BB", "K......", ...Array.from({ length: 5 }, () => "......P")) }),
    );
    await fireEvent.click(screen.getByLabelText("5 by 5"));
    expect(changed()).toMatchObject({ size: 5, token: "R" });
    expect(changed()?.board).toEqual(boardOf("RGR..", ".....", ".....", ".....", "....."));
    const large = setSize(chaosState(), 7);
    expect([large.board.length, large.board[8], large.token]).toEqual([49, "G", "R"]);
  });

  it("shows each error once, at its field or at the top", () => {
    const errors = [
      { path: "board.3", text: "There is no such colour." },
      { path: "board", text: "There are eight Reds." },
      { path: "token", text: "Chaos needs a token." },
      { path: "next_token", text: "None is left." },
      { path: "next_token_known", text: "That is neither true nor false." },
      { path: "active_player_id", text: "There are two players." },
      { path: "size", text: "There is no such board." },
      { path: "seed", text: "Not a number." },
      { path: "", text: "The state cannot be read." },
    ];
    const { cell } = show(errors);
    expect(shownErrors()).toEqual(errors.map((error) => error.text).sort());
    expect(cell(3).getAttribute("aria-label")).toBe("a4, empty, wrong");
    expect(cell(4).getAttribute("aria-label")).toBe("a5, empty");
  });
});
