import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { bandPath } from "./chances";
import WinChances from "./WinChances.svelte";

describe("chances to win", () => {
  it("lie on each other as bands", () => {
    const points = [
      { index: 0, chances: [0.5, 0.5] },
      { index: 3, chances: [0.25, 0.75] },
    ];
    expect(bandPath(points, 0)).toBe("M0.5 0L3.5 0L3.5 25L0.5 50Z");
    expect(bandPath(points, 1)).toBe("M0.5 50L3.5 25L3.5 100L0.5 100Z");
    expect(bandPath(points.slice(0, 1), 0)).toBe("");
  });

  it("show every player, and take back a person's own last decision", async () => {
    const undo = vi.fn();
    const names = ["Ann", "Bob", "Cleo"];
    const props = { names, chances: [0.5, 0.3, 0.2], points: [], count: 4, current: 3, onGo: () => undefined };
    render(WinChances, { ...props, undo: [null, undo, null] });
    expect(names.map((_, player) => screen.getByTestId(`chance-${player}`).textContent.replace(/\s+/g, " ").trim())).toEqual([
      "Ann 50% ↶",
      "Bob 30% ↶",
      "Cleo 20% ↶",
    ]);
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("Position 4 of 4: Ann 50%, Bob 30%, Cleo 20%");
    await fireEvent.click(screen.getByRole("button", { name: "Take back the last decision of Bob" }));
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.getByRole("button", { name: "Take back the last decision of Ann" })).toHaveProperty("disabled", true);
  });
});
