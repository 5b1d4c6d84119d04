import { describe, expect, it } from "vitest";
import { commandFor } from "./shortcuts";

describe("keys", () => {
  function press(key: string, html = "<div></div>", init: KeyboardEventInit = {}): string | null {
    document.body.innerHTML = html;
    const target = document.body.querySelector("[data-on]") ?? document.body.firstElementChild;
    let name: string | null = null;
    const listener = (event: KeyboardEvent): void => void (name = commandFor(event));
    document.addEventListener("keydown", listener, { once: true });
    target?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));
    return name;
  }

  it("are commands, in either case", () => {
    expect(["e", "N", "h", "U", "r", "?", "ArrowLeft", "x"].map((key) => press(key))).toEqual([
      "best",
      "next",
      "hint",
      "undo",
      "redo",
      "help",
      "back",
      null,
    ]);
  });

  it("are no commands while the person types or holds a modifier", () => {
    expect(press("u", "<input>")).toBeNull();
    expect(press("u", "<textarea></textarea>")).toBeNull();
    expect(press("r", "<div></div>", { ctrlKey: true })).toBeNull();
    expect(press("u", '<input type="checkbox">')).toBe("undo");
  });

  it("leave the arrows to a focused grid", () => {
    expect(press("ArrowLeft", '<div role="grid"><b data-on></b></div>')).toBeNull();
    expect(press("u", '<div role="grid"><b data-on></b></div>')).toBe("undo");
    expect(press("ArrowLeft", '<input type="radio">')).toBeNull();
  });
});
