import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
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

  it("has the hinted card of a phone scrolled to above the open sheet, and only then", async () => {
    const scrolled = vi.spyOn(window, "scrollBy").mockImplementation(() => undefined);
    const at = (bottom: number): string => `<p><i data-card="${bottom}"><i data-mark="hint"></i></i></p>`;
    const rect = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      return new DOMRect(0, 300, 100, this.matches("[data-card]") ? Number((this as HTMLElement).dataset["card"]) - 300 : phone);
    });
    let phone = 44;
    const board = createRawSnippet(() => ({ render: () => at(420) }));
    const { rerender } = render(Layout, { ...parts, board, open: false, hint: "5H" });
    await rerender({ open: true, hint: null });
    expect(scrolled).not.toHaveBeenCalled();
    await rerender({ hint: "5H" });
    expect(scrolled.mock.calls).toEqual([[0, 128]]);
    phone = 0;
    await rerender({ hint: "6H" });
    await rerender({ board: createRawSnippet(() => ({ render: () => at(290) })) });
    phone = 44;
    await rerender({ hint: "7H" });
    expect(scrolled).toHaveBeenCalledTimes(1);
    // A search streams the same move in each of its results.
    await rerender({ board, hint: { card: "8H" } });
    expect(scrolled).toHaveBeenCalledTimes(2);
    await rerender({ hint: { card: "8H" } });
    expect(scrolled).toHaveBeenCalledTimes(2);
    await rerender({ hint: { card: "9H" } });
    expect(scrolled).toHaveBeenCalledTimes(3);
    rect.mockRestore();
    scrolled.mockRestore();
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
