/** The board in tests. */
import { fireEvent, render } from "@testing-library/svelte";
import { vi } from "vitest";
import type { Card } from "../cards";
import { deal, NAMES, passState, PLAYS, playState, triples } from "../testing";
import type { HeartsAction, HeartsState } from "../types";
import Board from "./Board.svelte";
import { BOARD_PROPS } from "../../shared/board/testing";

export function show(patch: Record<string, unknown> = {}) {
  const calls = { onAction: vi.fn(), onIllegal: vi.fn(), onPreview: vi.fn() };
  const state = (patch.state as HeartsState | undefined) ?? playState();
  const legalActions: HeartsAction[] = state.phase === "pass" ? triples(deal()[0] ?? []) : PLAYS;
  const props = {
    legalActions,
    ...BOARD_PROPS,
    playerNames: NAMES,
    ...calls,
    ...patch,
    state,
  };
  const view = render(Board, props);
  const all = (selector: string) => [...view.container.querySelectorAll<HTMLElement>(selector)];
  const card = (name: Card) => view.container.querySelector<HTMLElement>(`[data-card="${name}"]`) as HTMLElement;
  const hand = () => all("[data-card]").map((each) => each.dataset.card);
  return { ...calls, view, all, card, hand };
}

export const passing = (patch: Record<string, unknown> = {}) => show({ state: passState(), ...patch });
export const press = (target: Element, key: string, options: KeyboardEventInit = {}) => fireEvent.keyDown(target, { key, ...options });
