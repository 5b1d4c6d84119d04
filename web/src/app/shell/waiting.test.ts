import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import { PartMissing } from "../../games/registry";
import Waiting from "./Waiting.svelte";

const WORDS = { name: "Yatzy", awaited: "The board opens soon." };
const missing = new PartMissing(new TypeError("Failed to fetch dynamically imported module: http://localhost/assets/yatzy.js"));

describe("in place of a screen", () => {
  test("a part that did not come is told of in a sentence of our own, with two ways on", async () => {
    const onRetry = vi.fn();
    render(Waiting, { ...WORDS, problem: missing, outdated: false, onRetry });
    expect(screen.getByRole("alert").textContent).toBe("This part of the page could not be fetched. Check the connection, then try again.");
    await fireEvent.click(screen.getByTestId("try-again"));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(screen.getByTestId("reload-page").textContent).toBe("Reload");
  });

  test("it is not told of where the line of the new version says what to do", () => {
    render(Waiting, { ...WORDS, problem: missing, outdated: true, onRetry: vi.fn() });
    expect([screen.queryByRole("alert"), screen.queryByRole("button"), screen.queryByText(WORDS.awaited)]).toEqual([null, null, null]);
    expect(screen.getByRole("heading").textContent).toBe("Yatzy");
  });

  test("anything else that went wrong is told of, and can only be tried again", () => {
    render(Waiting, { ...WORDS, problem: new Error("The engine does not know Yatzy."), outdated: true, onRetry: vi.fn() });
    expect(screen.getByRole("alert").textContent).toBe("The engine does not know Yatzy.");
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Try again"]);
  });
});
