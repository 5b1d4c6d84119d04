/** The board in tests. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { vi } from "vitest";
import { keep, legalOf, midState } from "../testing";
import type { Category, Die, YatzyState } from "../types";
import Board from "./Board.svelte";
import { BOARD_PROPS } from "../../shared/board/testing";

export function show(patch: Record<string, unknown> = {}) {
  const calls = { onAction: vi.fn(), onIllegal: vi.fn() };
  const state = (patch.state as YatzyState | undefined) ?? midState();
  const props = {
    legalActions: legalOf(state),
    ...BOARD_PROPS,
    playerNames: ["You", "Greedy"],
    ...calls,
    ...patch,
    state,
  };
  const view = render(Board, props);
  const die = (place: number) => view.container.querySelector<HTMLElement>(`[data-die="${place}"]`) as HTMLElement;
  const held = () => [0, 1, 2, 3, 4].map((place) => (die(place).getAttribute("aria-pressed") === "true" ? "x" : ".")).join("");
  const row = (category: Category) => view.container.querySelector<HTMLElement>(`[data-score="${category}"]`) as HTMLElement;
  const cell = (category: Category, player = 0) =>
    view.container.querySelector<HTMLElement>(`[data-category="${category}"][data-player="${player}"]`) as HTMLElement;
  const advance = (next: YatzyState) => view.rerender({ state: next, legalActions: legalOf(next) });
  return { ...calls, view, die, held, row, cell, advance, throwButton: () => screen.getByTestId("throw") };
}

export const press = (key: string, options: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...options });

/** The position after a throw that kept some dice. */
export function thrown(places: string, dice: Die[], patch: Partial<YatzyState> = {}): YatzyState {
  const { keep: kept } = keep(places);
  return midState({
    dice,
    rolls_left: 1,
    chance_counter: 8,
    last_events: [
      { type: "keep", player_id: 0, keep: kept, dice: [4, 4, 6, 1, 4] },
      { type: "throw", player_id: 0, dice: dice as number[], thrown: kept.map((each) => !each), rolls_left: 1 },
    ],
    ...patch,
  });
}
