import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import { PartMissing } from "../../games/registry";
import Waiting from "./Waiting.svelte";

const WORDS = { name: "Yatzy", status: "The board opens soon." };
const missing = new PartMissing(new TypeError("Failed to fetch dynamically imported module: http://localhost/assets/yatzy.js"));

describe("the waiting screen", () => {
  test("explains a part that failed to load, with two buttons", async () => {
    const onRetry = vi.fn();
    render(Waiting, { ...WORDS, problem: missing, outdated: false, onRetry });
    expect(screen.getByRole("alert").textContent).toBe("This part of the page could not be fetched. Check the connection, then try again.");
    await fireEvent.click(screen.getByTestId("try-again"));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(screen.getByTestId("reload-page").textContent).toBe("Reload");
  });

  test("says nothing where the line about a new version explains it", () => {
    render(Waiting, { ...WORDS, problem: missing, outdated: true, onRetry: vi.fn() });
    expect([screen.queryByRole("alert"), screen.queryByRole("button"), screen.queryByText(WORDS.status)]).toEqual([null, null, null]);
    expect(screen.getByRole("heading").textContent).toBe("Yatzy");
  });

  test("shows any other error with a retry only", () => {
    render(Waiting, { ...WORDS, problem: new Error("The engine does not know Yatzy."), outdated: true, onRetry: vi.fn() });
    expect(screen.getByRole("alert").textContent).toBe("The engine does not know Yatzy.");
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Try again"]);
  });
});
