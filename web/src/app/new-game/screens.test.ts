import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Balance from "../play/Balance.svelte";
import Layout from "../page/Layout.svelte";
import NewGame from "./NewGame.svelte";
import { ALONE, FRIEND, type NewGameChoice } from "./choice";
import { DICE_INFO } from "../../core/testing/fake-dice";
import { INFO } from "../../core/testing/fake-engine";
import { TUG_INFO } from "../../core/testing/fake-tug";
import { TUG_UI, UI } from "../testing/setup";

afterEach(() => localStorage.clear());

describe("the form of a new game", () => {
  function shown(info = DICE_INFO, ui = UI, challenge: string | null = null) {
    const started: [NewGameChoice, number][] = [];
    const onStart = (...game: [NewGameChoice, number]): void => void started.push(game);
    render(NewGame, { info, ui, challenge, company: "", canCancel: false, onStart, onCancel: () => undefined });
    const radio = (name: string, value: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`);
    return { started, radio };
  }

  it("offers who the game can be played with, and a side only against a level", async () => {
    const { started, radio } = shown();
    await fireEvent.click(radio("level", ALONE)!);
    expect(radio("side", "first")!.matches(":disabled")).toBe(true);
    await fireEvent.click(radio("level", FRIEND)!);
    expect(radio("side", "first")!.matches(":disabled")).toBe(true);
    await fireEvent.click(radio("level", "one")!);
    expect(radio("side", "first")!.matches(":disabled")).toBe(false);
    await fireEvent.click(radio("side", "second")!);
    await fireEvent.click(screen.getByTestId("option-real_dice"));
    await fireEvent.submit(screen.getByTestId("new-game-form"));
    expect(started.map(([choice]) => choice)).toEqual([{ company: "one", side: "second", options: { real_dice: true, high_only: false } }]);
  });

  it("offers roles by name and a few values as what they are called, with the par of what is chosen", async () => {
    const { started, radio } = shown(TUG_INFO, TUG_UI);
    await fireEvent.click(radio("level", "one")!);
    const labels = [...document.querySelectorAll(".segments label")].map((label) => label.textContent);
    expect(labels).toEqual(["4 moves", "2 moves", "Raise", "Lower", "Random"]);
    expect(screen.getByTestId("par").textContent).toBe("par 6");
    await fireEvent.click(radio("side", "1")!);
    expect(screen.getByTestId("par").textContent).toBe("par 1");
    await fireEvent.click(radio("side", "random")!);
    expect(screen.getByTestId("par").textContent).toBe("par 6 or 1");
    await fireEvent.click(radio("side", "0")!);
    await fireEvent.click(radio("option-size", "2")!);
    expect(screen.getByTestId("par").textContent).toBe("par 3");
    await fireEvent.submit(screen.getByTestId("new-game-form"));
    expect(started).toEqual([[{ company: "one", side: 0, options: { size: 2, open: false } }, expect.any(Number)]]);
  });

  it("starts the game of the day, with what is chosen", async () => {
    vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z"), toFake: ["Date"] });
    const { started, radio } = shown();
    await fireEvent.click(radio("level", ALONE)!);
    await fireEvent.click(screen.getByTestId("daily-game"));
    vi.useRealTimers();
    expect(started).toEqual([[{ company: ALONE, side: "first", options: { real_dice: false, high_only: false } }, 20261121]]);
    expect(screen.getByTestId("seed-note").textContent).toMatch(/everybody gets\s+the same luck/);
  });

  it("is filled with what was sent", async () => {
    const { started } = shown(TUG_INFO, TUG_UI, "seed=42&level=one&side=1&o.size=2&o.open=true");
    expect(screen.getByTestId("seed-note").textContent).toMatch(/^You were sent this game: .* the same weights\.$/);
    await fireEvent.submit(screen.getByTestId("new-game-form"));
    expect(started).toEqual([[{ company: "one", side: 1, options: { size: 2, open: true } }, 42]]);
  });

  it("has no options and nobody alone where the game has none", () => {
    const { radio } = shown(INFO);
    expect(screen.queryByTestId("options")).toBeNull();
    expect(radio("level", ALONE)).toBeNull();
    expect(radio("level", FRIEND)).not.toBeNull();
  });
});

describe("the headline", () => {
  const account = { skill: [-1.3, -2], luck: [4.2, -0.5], graded: [3, 2], made: [3, 2], untold: "none" as const };
  const said = (): string => screen.getByTestId("balance").textContent?.replaceAll(/\s+/g, " ").trim() ?? "";

  it("says skill and luck of the person, or of both with their names", () => {
    const { unmount } = render(Balance, { account, players: [0], names: ["You", "One"] });
    expect(said()).toBe("Skill\u22121.3 Luck+4.2");
    unmount();
    render(Balance, { account, players: [0, 1], names: ["Player 1", "Player 2"] });
    expect(said()).toBe("SkillLuckPlayer 1\u22121.3+4.2Player 2\u22122.0\u22120.5");
  });

  it("keeps back the luck of a hand that goes on, and says why", () => {
    render(Balance, { account: { ...account, untold: "all" }, players: [0, 1], names: ["You", "Low"] });
    expect(said()).toBe("SkillLuckYou\u22121.3–Low\u22122.0–");
    expect(screen.getByText("Luck").title).toContain("when the hand is over");
  });

  it("claims no perfect play where nothing was graded", () => {
    render(Balance, { account: { ...account, graded: [0, 0], skill: [0, 0] }, players: [0], names: ["You"] });
    expect(said()).toBe("Skill– Luck+4.2");
  });
});

describe("the coach's column", () => {
  const part = createRawSnippet(() => ({ render: () => "<p>part</p>" }));
  const parts = { title: "Play", toolbar: part, board: part, coach: part, summary: part, rest: part };

  it("is drawn down by Escape, which leaves the focus on its handle", async () => {
    const { container } = render(Layout, { ...parts, open: true });
    await fireEvent.keyDown(container.querySelector("aside")!, { key: "Escape" });
    const handle = screen.getByTestId("sheet-handle");
    expect([handle.getAttribute("aria-expanded"), document.activeElement]).toEqual(["false", handle]);
  });

  it("comes back to its top when there is a new grade, and only then", async () => {
    const first = { add: 1 };
    const { container, rerender } = render(Layout, { ...parts, news: null });
    const column = container.querySelector("aside")!;
    column.scrollTop = 80;
    await rerender({ news: null });
    expect(column.scrollTop).toBe(80);
    await rerender({ news: first });
    expect(column.scrollTop).toBe(0);
    // Looking at another move and back again is no news.
    column.scrollTop = 80;
    await rerender({ news: null });
    await rerender({ news: first });
    expect(column.scrollTop).toBe(80);
    await rerender({ news: { add: 1 } });
    expect(column.scrollTop).toBe(0);
  });
});
