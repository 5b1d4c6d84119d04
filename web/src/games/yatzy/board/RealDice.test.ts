import { fireEvent, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { awaitingState, midState } from "../testing";
import type { YatzyAction } from "../types";
import { press, show } from "./testing";

describe("real dice", () => {
  const legal: YatzyAction[] = [{ enter: [1, 1, 1, 1, 1] }];
  const faces = (view: ReturnType<typeof show>["view"]) =>
    [...view.container.querySelectorAll<HTMLElement>("[data-die]")].map((each) => each.dataset.value || "-").join("");

  it("are entered by five digits", async () => {
    const { view, onAction } = show({ state: awaitingState(), legalActions: legal });
    for (const key of ["3", "7", "4", "x", "6"]) await press(key);
    expect(faces(view)).toBe("346--");
    await press("Backspace");
    for (const key of ["6", "6"]) await press(key);
    expect(onAction).not.toHaveBeenCalled();
    await press("1");
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ enter: [3, 4, 6, 6, 1] });
  });

  it("are entered by taps and Done, and removed by a tap", async () => {
    const { view, die, onAction } = show({ state: awaitingState(), legalActions: legal });
    const tap = (face: number) => fireEvent.click(screen.getByRole("button", { name: String(face) }));
    for (const face of [1, 2, 3, 4]) await tap(face);
    await fireEvent.click(die(1));
    expect(faces(view)).toBe("1-34-");
    await fireEvent.click(screen.getByTestId("entry-done"));
    await tap(6);
    await tap(5);
    expect(onAction).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByTestId("entry-done"));
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ enter: [1, 6, 3, 4, 5] });
  });

  it("stay in place when kept, and stay held", async () => {
    const kept = awaitingState({ dice: [4, null, 6, null, null], rolls_left: 2 });
    const { view, held, advance, onAction, onIllegal } = show({ state: kept, legalActions: legal });
    expect(held()).toBe("x.x..");
    await press("Enter");
    await press("Backspace");
    for (const key of "223") await press(key);
    expect(onAction).toHaveBeenCalledExactlyOnceWith({ enter: [4, 2, 6, 2, 3] });
    await advance(
      awaitingState({
        chance_counter: (kept.chance_counter ?? 0) + 1,
        dice: [4, 2, 6, 2, 3],
        rolls_left: 1,
        points: { twos: 4 },
        last_events: [{ type: "enter", player_id: 0, dice: [4, 2, 6, 2, 3], rolls_left: 1 }],
      }),
    );
    expect(faces(view)).toBe("42623");
    expect(held()).toBe("x.x..");
    expect(onIllegal).not.toHaveBeenCalled();
  });

  it("do not count as kept if the previous position does not precede this one", async () => {
    const { held, advance } = show({ state: awaitingState({ dice: [4, null, 6, null, null], rolls_left: 2 }), legalActions: legal });
    await advance(
      awaitingState({
        chance_counter: 20,
        dice: [4, 2, 6, 2, 3],
        rolls_left: 1,
        last_events: [{ type: "enter", player_id: 0, dice: [4, 2, 6, 2, 3], rolls_left: 1 }],
      }),
    );
    expect(held()).toBe(".....");
  });

  it("cannot be entered on the opponent's turn", async () => {
    const { view, onAction } = show({ state: awaitingState(), legalActions: [], interactive: false });
    await press("3");
    expect(faces(view)).toBe("-----");
    await fireEvent.click(screen.getByRole("button", { name: "3" }));
    expect(faces(view)).toBe("-----");
    expect(onAction).not.toHaveBeenCalled();
  });
});

it("the Yatzy board focuses the dice after a row is scored by keyboard", async () => {
  const { row, die, view, advance } = show();
  row("fours").focus();
  vi.spyOn(row("fours"), "matches").mockReturnValue(true);
  await fireEvent.click(row("fours"), { detail: 0 });
  await view.rerender({ interactive: false });
  await advance(midState({ points: { twos: 1 } }));
  await view.rerender({ interactive: true });
  await tick();
  await tick();
  expect(document.activeElement).toBe(die(0));
});
