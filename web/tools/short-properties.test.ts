import { expect, it } from "vitest";
import { shortNames } from "./short-properties.ts";

it("shortens the custom properties that only styles use", () => {
  const names = shortNames(
    new Map([
      ["a.css", ":root { --surface: white; --tone-bad: red; --row: 2px; --size: 1px }"],
      [
        "b.svelte",
        '<p style:--row={1} style="color: var(--tone-{tone})"></p>\n<style>p { color: var(--surface); gap: var(--own) }</style>',
      ],
      ["c.ts", 'element.style.getPropertyValue("--size");'],
    ]),
  );
  expect([...names.keys()]).toEqual(["--own", "--surface"]);
  expect(new Set(names.values()).size).toBe(2);
});
