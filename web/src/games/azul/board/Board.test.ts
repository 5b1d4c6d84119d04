import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import Board from "./Board.svelte";
import { move, startState } from "../testing";
import type { AzulAction } from "../types";
import { BOARD_PROPS } from "../../shared/board/testing";

const LEGAL: AzulAction[] = [
  move({ Factory: 1 }, "Yellow", { PatternLine: 1 }),
  move({ Factory: 1 }, "Yellow", { PatternLine: 3 }),
  move({ Factory: 1 }, "Yellow", "Floor"),
  move({ Factory: 3 }, "Red", { PatternLine: 0 }),
];

function show(patch: Record<string, unknown> = {}) {
  const calls = { onAction: vi.fn(), onIllegal: vi.fn(), onPreview: vi.fn() };
  const props = {
    state: startState(),
    legalActions: LEGAL,
    ...BOARD_PROPS,
    playerNames: ["Ann", "Ben"],
    ...calls,
    ...patch,
  };
  const view = render(Board, props);
  const tiles = (source: string, color: string) =>
    view.container.querySelector<HTMLElement>(`[data-source="${source}"][data-color="${color}"]`) as HTMLElement;
  const dest = (key: string, player = 0) =>
    view.container.querySelector<HTMLElement>(`[data-dest="${key}"][data-player="${player}"]`) as HTMLElement;
  const lit = () => [...view.container.querySelectorAll<HTMLElement>('[data-legal="true"]')].map((each) => each.dataset.dest);
  return { ...calls, view, tiles, dest, lit };
}

describe("clicking", () => {
  it("highlights only legal places, and plays the action", async () => {
    const { tiles, dest, lit, onAction } = show();
    expect(lit()).toEqual([]);
    await fireEvent.click(tiles("F1", "Yellow"), { detail: 1 });
    expect(lit()).toEqual(["1", "3", "floor"]);
    await fireEvent.click(dest("3"));
    expect(onAction).toHaveBeenCalledExactlyOnceWith(LEGAL[1]);
    expect(lit()).toEqual([]);
  });

  it("explains why an illegal place is refused, and keeps the tiles chosen", async () => {
    const { tiles, dest, lit, onAction, onIllegal } = show();
    await fireEvent.click(tiles("F1", "Yellow"), { detail: 1 });
    await fireEvent.click(dest("4"));
    expect(onIllegal).toHaveBeenCalledExactlyOnceWith("Line 5 cannot take Yellow here.", { ...LEGAL[1], destination: { PatternLine: 4 } });
    expect(onAction).not.toHaveBeenCalled();
    expect(lit()).toHaveLength(3);
  });

  it("applies no rules itself: tiles without a legal action cannot be taken", async () => {
    const { tiles, lit } = show();
    await fireEvent.click(tiles("F0", "Blue"), { detail: 1 });
    expect(lit()).toEqual([]);
    expect(tiles("F0", "Blue").getAttribute("aria-disabled")).toBe("true");
  });

  it("does nothing when the board is not interactive", async () => {
    const { tiles, dest, lit, onAction } = show({ interactive: false });
    await fireEvent.click(tiles("F1", "Yellow"), { detail: 1 });
    await fireEvent.click(dest("3"));
    expect(lit()).toEqual([]);
    expect(onAction).not.toHaveBeenCalled();
  });

  it("drops the choice when a new list of actions does not allow it", async () => {
    const { tiles, lit, view } = show();
    await fireEvent.click(tiles("F1", "Yellow"), { detail: 1 });
    await view.rerender({ legalActions: [LEGAL[3] as AzulAction] });
    expect(lit()).toEqual([]);
  });

  it("previews the move at the place under the pointer", async () => {
    const { tiles, dest, view, onPreview } = show();
    await fireEvent.click(tiles("F1", "Yellow"), { detail: 1 });
    await fireEvent.pointerEnter(dest("1"));
    expect(onPreview).toHaveBeenLastCalledWith(LEGAL[0]);
    expect(view.container.querySelectorAll(".tile.ghost")).toHaveLength(3);
    await fireEvent.pointerLeave(dest("1"));
    expect(onPreview).toHaveBeenLastCalledWith(null);
    expect(view.container.querySelectorAll(".tile.ghost")).toHaveLength(0);
  });
});

describe("the keyboard", () => {
  it("takes tiles with Enter, moves between legal places, and places the tiles", async () => {
    const { tiles, dest, onAction } = show();
    tiles("F1", "Yellow").focus();
    await fireEvent.click(tiles("F1", "Yellow"), { detail: 0 });
    expect(document.activeElement).toBe(dest("1"));
    await fireEvent.keyDown(dest("1"), { key: "ArrowDown" });
    expect(document.activeElement).toBe(dest("3"));
    await fireEvent.click(dest("3"), { detail: 0 });
    expect(onAction).toHaveBeenCalledExactlyOnceWith(LEGAL[1]);
  });

  it("puts the tiles back with Escape and returns to them", async () => {
    const { tiles, dest, lit } = show();
    await fireEvent.click(tiles("F1", "Yellow"), { detail: 0 });
    await fireEvent.keyDown(dest("1"), { key: "Escape" });
    expect(lit()).toEqual([]);
    expect(document.activeElement).toBe(tiles("F1", "Yellow"));
  });

  it("returns to the tiles when it is the player's turn again", async () => {
    const { tiles, dest, view } = show();
    await fireEvent.click(tiles("F1", "Yellow"), { detail: 0 });
    await fireEvent.keyDown(dest("1"), { key: "Enter" });
    await fireEvent.click(dest("1"), { detail: 0 });
    await view.rerender({ interactive: false });
    await view.rerender({ interactive: true });
    await tick();
    await tick();
    expect(document.activeElement).toBe(tiles("F1", "Yellow"));
  });

  it("has one Tab stop on the table and one on the active board", () => {
    const { view } = show();
    expect(view.container.querySelectorAll('[data-source][tabindex="0"]')).toHaveLength(1);
    expect(view.container.querySelectorAll('[data-dest][tabindex="0"]')).toHaveLength(1);
  });
});

describe("dragging", () => {
  let under: Element | null = null;
  beforeEach(() => {
    under = null;
    document.elementFromPoint = () => under;
  });

  async function drag(from: HTMLElement, to: Element | null): Promise<void> {
    const pointer = { pointerId: 1, isPrimary: true, button: 0 };
    await fireEvent.pointerDown(from, { ...pointer, clientX: 10, clientY: 10 });
    under = to;
    await fireEvent.pointerMove(window, { ...pointer, clientX: 40, clientY: 40 });
  }
  const drop = () => fireEvent.pointerUp(window, { pointerId: 1, isPrimary: true, button: 0, clientX: 40, clientY: 40 });

  it("plays the move that the tiles are dropped on", async () => {
    const { tiles, dest, onAction } = show();
    await drag(tiles("F1", "Yellow"), dest("3"));
    expect(screen.getByTestId("dragged").querySelectorAll(".tile")).toHaveLength(3);
    await drop();
    expect(onAction).toHaveBeenCalledExactlyOnceWith(LEGAL[1]);
    expect(screen.queryByTestId("dragged")).toBeNull();
  });

  it("treats a wall row as its pattern line", async () => {
    const { tiles, view, onAction } = show();
    await drag(tiles("F1", "Yellow"), view.container.querySelector('[data-testid="wall-0"] [data-drop="1"]'));
    await drop();
    expect(onAction).toHaveBeenCalledExactlyOnceWith(LEGAL[0]);
  });

  it("returns the tiles with an explanation from an illegal place", async () => {
    const { tiles, dest, onAction, onIllegal, lit } = show();
    await drag(tiles("F1", "Yellow"), dest("0"));
    await drop();
    expect(onIllegal).toHaveBeenCalledExactlyOnceWith("Line 1 cannot take Yellow here.", { ...LEGAL[1], destination: { PatternLine: 0 } });
    expect(onAction).not.toHaveBeenCalled();
    expect(lit()).toEqual([]);
    expect(screen.queryByTestId("dragged")).toBeNull();
  });

  it("returns the tiles silently from outside the board and from the opponent's board", async () => {
    const { tiles, dest, onAction, onIllegal } = show();
    for (const place of [null, dest("3", 1)]) {
      await drag(tiles("F1", "Yellow"), place);
      await drop();
    }
    expect(onAction).not.toHaveBeenCalled();
    expect(onIllegal).not.toHaveBeenCalled();
  });

  it("is cancelled by Escape and by the system", async () => {
    const { tiles, dest, onAction } = show();
    await drag(tiles("F1", "Yellow"), dest("3"));
    await fireEvent.keyDown(window, { key: "Escape" });
    await drop();
    await drag(tiles("F1", "Yellow"), dest("3"));
    await fireEvent(window, new Event("pointercancel"));
    await drop();
    expect(onAction).not.toHaveBeenCalled();
    expect(screen.queryByTestId("dragged")).toBeNull();
  });
});

describe("the board", () => {
  it("puts the perspective's board first in reading order", () => {
    const boards = (perspective: number) => {
      const { view } = show({ perspective });
      const found = [...view.container.querySelectorAll<HTMLElement>('[data-testid="board-0"], [data-testid="board-1"]')];
      return found.map((each) => each.dataset.testid);
    };
    expect(boards(0)).toEqual(["board-0", "board-1"]);
    expect(boards(1)).toEqual(["board-1", "board-0"]);
  });

  it("names tiles and lines for screen readers", () => {
    show();
    expect(screen.getByRole("button", { name: "Factory 2: 3 Yellow" })).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Line 4, empty, room for 4" })).toHaveLength(2);
  });

  it("shows whose turn it is and the scores", () => {
    show();
    expect(screen.getByTestId("status-0").textContent).toBe("To move");
    expect(screen.getByTestId("status-1").textContent).toBe("");
    expect(screen.getByTestId("score-1").textContent).toBe("0");
  });
});

describe("a move drawn on the board", () => {
  const drawn = async (patch: Record<string, unknown>) => {
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe = vi.fn();
        disconnect = vi.fn();
      },
    );
    const rect = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      const { dish, source, player } = (this.closest<HTMLElement>("[data-dish], [data-source], [data-player]") ?? (this as HTMLElement))
        .dataset;
      return {
        left: source !== undefined ? 11 : dish !== undefined ? 22 : 0,
        top: player === "1" ? 500 : 0,
        width: 10,
        height: 10,
      } as DOMRect;
    });
    const { view } = show(patch);
    for (let turn = 0; turn < 3; turn += 1) await tick();
    rect.mockRestore();
    vi.unstubAllGlobals();
    return [...view.container.querySelectorAll("[data-mark]")].map((mark) => {
      const frame = mark.querySelector(".box")?.getAttribute("d") ?? "";
      return [Number.parseInt(frame.slice(1)) - 8, Number(mark.querySelector("rect")?.getAttribute("y")), frame.includes("q-8 0-8 8")];
    });
  };

  it("starts at its tiles and ends on the board of the player to move", async () => {
    const marks = await drawn({ marks: [{ action: LEGAL[0], kind: "best" }] });
    expect(marks).toEqual([[8, -1, true]]);
    expect(await drawn({ marks: [{ action: move({ Factory: 1 }, "Blue", "Floor"), kind: "best" }] })).toEqual([]);
  });

  it("starts where its tiles were and ends on its player's board if it was already made", async () => {
    const marks = await drawn({ marks: [{ action: move({ Factory: 1 }, "Blue", { PatternLine: 1 }), kind: "line", player: 1 }] });
    expect(marks).toEqual([[19, 499, false]]);
  });
});
