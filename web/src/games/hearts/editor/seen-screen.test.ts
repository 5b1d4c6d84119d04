import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import type { Card } from "../cards";
import type { HeartsState } from "../types";
import type { SeenProps } from "../../types";
import { newHand, nextHand, stageOf, withCard, type SeenHand } from "./seen";
import Seen from "./Seen.svelte";

const HELD = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC".split(" ") as Card[];
const asks = (): string => screen.getByTestId("seen-asks").textContent;

/** A hand all of whose cards are played. */
function finished(): SeenHand {
  const others = ["D", "H", "S"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => `${rank}${suit}` as Card));
  return { ...HELD.reduce(withCard, newHand(1, "hold")), plays: [...HELD, ...others] };
}

function shown(kept: unknown = null) {
  const onKeep = vi.fn<(entered: unknown) => void>();
  const onLeave = vi.fn();
  const read = vi.fn(async () => ({ states: [{ active_player_id: 0 } as HeartsState], faults: [] }));
  const others = { onBack: vi.fn<SeenProps["onBack"]>(), onReview: vi.fn(), onCopy: vi.fn(), onLeave };
  const props: SeenProps<HeartsState> = { read, kept, saved: false, onKeep, ...others };
  return { ...render(Seen, props), onKeep, onLeave, read };
}

describe("the screen for a game of Hearts as it was seen", () => {
  it("goes on where it was left", async () => {
    const { onKeep, unmount } = shown();
    await fireEvent.click(screen.getByTestId("seen-2C"));
    await fireEvent.click(screen.getByTestId("seen-3C"));
    unmount();
    shown(onKeep.mock.lastCall?.[0]);
    expect(asks()).toContain("2 of 13");
  });

  it("has one place for the Tab key among the cards, and arrow keys between them", async () => {
    shown();
    const card = (name: string): HTMLElement => screen.getByTestId(`seen-${name}`);
    card("2C").focus();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp"])
      await fireEvent.keyDown(document.activeElement!, { key });
    expect(document.activeElement).toBe(card("2D"));
    expect(screen.getByRole("group").querySelectorAll("[tabindex='0']")).toHaveLength(1);
  });

  it.each(["", "0", "1001", "7.5"])("takes no cards while the game ends at %j points", async (value) => {
    shown();
    const field = screen.getByTestId<HTMLInputElement>("seen-points");
    await fireEvent.input(field, { target: { value } });
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Enter a whole number from 1 to 1000.")).toBeTruthy();
    await fireEvent.click(screen.getByTestId("seen-2C"));
    expect(asks()).toContain("0 of 13");
    await fireEvent.input(field, { target: { value: "50" } });
    await fireEvent.click(screen.getByTestId("seen-2C"));
    expect(asks()).toContain("1 of 13");
  });

  it("takes only the empty hand back at the start of a hand", async () => {
    const hand = finished();
    expect(stageOf(hand)).toBe("over");
    const { read, onKeep } = shown({ hands: [hand, nextHand(hand)], pointsToEnd: 100, turn: 0, over: false });
    await fireEvent.click(screen.getByTestId("entry-undo"));
    expect(onKeep.mock.lastCall?.[0]).toMatchObject({ hands: [hand] });
    expect(read).not.toHaveBeenCalled();
    expect(screen.getByTestId("seen-next")).toBeTruthy();
  });

  it("asks again before it is left after another card", async () => {
    const { onLeave } = shown();
    await fireEvent.click(screen.getByTestId("seen-2C"));
    await fireEvent.click(screen.getByText("Back"));
    await fireEvent.click(screen.getByTestId("seen-3C"));
    await fireEvent.click(screen.getByText("Back"));
    expect(onLeave).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByText("Leave without this game?"));
    expect(onLeave).toHaveBeenCalledOnce();
  });
});
