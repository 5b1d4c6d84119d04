import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import Layout from "./Layout.svelte";

afterEach(() => localStorage.clear());

describe("the coach's column", () => {
  const part = createRawSnippet(() => ({ render: () => "<p>part</p>" }));
  const parts = { title: "Play", toolbar: part, board: part, coach: part, summary: part, rest: part };

  it("is closed by Escape, which moves the focus to its handle", async () => {
    const { container } = render(Layout, { ...parts, open: true });
    await fireEvent.keyDown(container.querySelector("aside")!, { key: "Escape" });
    const handle = screen.getByTestId("sheet-handle");
    expect([handle.getAttribute("aria-expanded"), document.activeElement]).toEqual(["false", handle]);
  });

  it("scrolls to its top when there is a new grade, and only then", async () => {
    const first = { add: 1 };
    const { container, rerender } = render(Layout, { ...parts, news: null });
    const column = container.querySelector("aside")!;
    column.scrollTop = 80;
    await rerender({ news: null });
    expect(column.scrollTop).toBe(80);
    await rerender({ news: first });
    expect(column.scrollTop).toBe(0);
    // Viewing another move and returning is no news.
    column.scrollTop = 80;
    await rerender({ news: null });
    await rerender({ news: first });
    expect(column.scrollTop).toBe(80);
    await rerender({ news: { add: 1 } });
    expect(column.scrollTop).toBe(0);
  });
});
