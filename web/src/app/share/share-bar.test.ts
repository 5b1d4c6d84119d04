import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pileState } from "../../core/testing/fake-engine";
import ShareBar from "./ShareBar.svelte";
import { context, rest } from "../testing/setup";

afterEach(() => vi.unstubAllGlobals());

function shown(state = pileState(7)) {
  const written: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void written.push(text) } });
  const set = context();
  render(ShareBar, { props: { slug: "pile", state, record: null, context: set.context } });
  return { ...set, written };
}

describe("sharing", () => {
  it("copies the engine's description of the position", async () => {
    const { written, announced } = shown();
    await fireEvent.click(screen.getByTestId("copy-words"));
    await rest();
    expect(written).toEqual(["A pile of 7."]);
    expect(screen.getByTestId("share-line").textContent).toBe("Description copied.");
    expect(announced).toEqual(["Description copied."]);
  });

  it("hides the further ways until they are asked for", async () => {
    shown();
    expect(document.querySelector(".more")?.hasAttribute("hidden")).toBe(true);
    await fireEvent.click(screen.getByTestId("share-more"));
    expect(document.querySelector(".more")?.hasAttribute("hidden")).toBe(false);
    expect(screen.getByTestId("share-more").getAttribute("aria-expanded")).toBe("true");
  });

  it("says why a position cannot be described", async () => {
    const { written } = shown({ ...pileState(), pile: undefined as never });
    await fireEvent.click(screen.getByTestId("copy-words"));
    await rest();
    expect(written).toEqual([]);
    expect(screen.getByTestId("share-line").textContent).toMatch(/pile is missing/);
  });
});
