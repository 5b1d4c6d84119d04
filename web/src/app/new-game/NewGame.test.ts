import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import NewGame from "./NewGame.svelte";
import { ALONE, FRIEND, type NewGameChoice } from "./choice";
import { DICE_INFO } from "../../core/testing/fake-dice";
import { INFO } from "../../core/testing/fake-engine";
import { TUG_INFO } from "../../core/testing/fake-tug";
import type { GameUi } from "../../games/types";
import { TUG_UI, UI } from "../testing/setup";

afterEach(() => localStorage.clear());

describe("the new-game form", () => {
  function shown(info = DICE_INFO, ui: GameUi = UI, challenge: string | null = null) {
    const started: [NewGameChoice, number][] = [];
    const onStart = (...game: [NewGameChoice, number]): void => void started.push(game);
    render(NewGame, { info, ui, challenge, opponent: "", canCancel: false, onStart, onCancel: () => undefined });
    const radio = (name: string, value: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`);
    return { started, radio };
  }

  it("offers the possible opponents, and a side only against a level", async () => {
    const { started, radio } = shown();
    await fireEvent.click(radio("level", ALONE)!);
    expect(radio("side", "first")!.matches(":disabled")).toBe(true);
    await fireEvent.click(radio("level", FRIEND)!);
    expect(radio("side", "first")!.matches(":disabled")).toBe(true);
    await fireEvent.click(radio("level", "one")!);
    expect(radio("side", "first")!.matches(":disabled")).toBe(false);
    await fireEvent.click(radio("side", "second")!);
    await fireEvent.click(screen.getByTestId("option-real_dice"));
    expect(screen.getByTestId("seed-note").textContent).toBe("With real dice the seed decides no throws.");
    await fireEvent.submit(screen.getByTestId("new-game-form"));
    expect(started.map(([choice]) => choice)).toEqual([
      { opponent: "one", side: "second", options: { real_dice: true, high_only: false } },
    ]);
  });

  it("offers roles and values by name, with the par of the choice", async () => {
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
    expect(started).toEqual([[{ opponent: "one", side: 0, options: { size: 2, open: false } }, expect.any(Number)]]);
  });

  it("takes an empty seed for a random one, and says what is wrong with another", async () => {
    const { started } = shown();
    const note = (): string => screen.getByTestId("seed-note").textContent ?? "";
    const start = screen.getByTestId<HTMLButtonElement>("start-game");
    await fireEvent.input(screen.getByTestId("seed"), { target: { value: "-4" } });
    expect([note().includes("A seed is a whole number"), start.disabled]).toEqual([true, true]);
    await fireEvent.input(screen.getByTestId("seed"), { target: { value: "" } });
    expect([note().includes("A seed is a whole number"), start.disabled]).toEqual([false, false]);
    await fireEvent.submit(screen.getByTestId("new-game-form"));
    expect(started.map(([, seed]) => seed > 0)).toEqual([true]);
  });

  it("says what is wrong with a number, and starts no game with it", async () => {
    const end = { type: "integer", title: "Points to end", minimum: 30, maximum: 200, default: 100 };
    const { started } = shown({ ...DICE_INFO, options: { properties: { end } } });
    await fireEvent.input(screen.getByTestId("option-end"), { target: { value: "7" } });
    expect(screen.getByTestId("seed-note").textContent).toContain("Points to end: 30 to 200");
    expect(screen.getByTestId("option-end").getAttribute("aria-invalid")).toBe("true");
    for (const id of ["start-game", "daily-game"]) expect(screen.getByTestId<HTMLButtonElement>(id).disabled).toBe(true);
    await fireEvent.submit(screen.getByTestId("new-game-form"));
    expect(started).toEqual([]);
  });

  it("starts the daily game with the current choices", async () => {
    vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z"), toFake: ["Date"] });
    const { started, radio } = shown();
    await fireEvent.click(radio("level", ALONE)!);
    await fireEvent.click(screen.getByTestId("daily-game"));
    vi.useRealTimers();
    expect(started).toEqual([[{ opponent: ALONE, side: "first", options: { real_dice: false, high_only: false } }, 20261121]]);
    expect(screen.getByTestId("seed-note").textContent).toMatch(/gives everyone the same luck/);
  });

  it("promises no luck in a game without chance", () => {
    shown({ ...DICE_INFO, queries: [] });
    expect(screen.getByTestId("seed-note").textContent).toMatch(/gives everyone the same opponent\./);
  });

  it("is filled from a challenge", async () => {
    const { started } = shown(TUG_INFO, TUG_UI, "seed=42&level=one&side=1&o.size=2&o.open=true");
    expect(screen.getByTestId("seed-note").textContent).toMatch(/^You were sent this game: .* the same weights\.$/);
    await fireEvent.submit(screen.getByTestId("new-game-form"));
    expect(started).toEqual([[{ opponent: "one", side: 1, options: { size: 2, open: true } }, 42]]);
  });

  it("says how many people can play at one screen", () => {
    shown({ ...INFO, minPlayers: 3, players: 5 });
    expect(screen.getByTestId("new-game-form").textContent).toContain("Three to five people taking turns");
  });

  it("has no options and no solo play where the game has none", () => {
    const { radio } = shown(INFO);
    expect(screen.queryByTestId("options")).toBeNull();
    expect(radio("level", ALONE)).toBeNull();
    expect(radio("level", FRIEND)).not.toBeNull();
  });
});
