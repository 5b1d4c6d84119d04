import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import NamedText from "./NamedText.svelte";

/** The parts of a text; the one in brackets is truncated first. */
function parts(text: string, names: string[]): string[] {
  const { container, unmount } = render(NamedText, { text, names });
  const found = [...container.querySelectorAll(".text > span")].map((part) =>
    part.classList.contains("name") ? `[${part.textContent}]` : part.textContent,
  );
  unmount();
  return found.filter((part) => part !== "");
}

test("only the name of a text is truncated, so that what is said about it stays", () => {
  expect(parts("Bartholomew's move", ["You", "Bartholomew"])).toEqual(["[Bartholomew]", "'s move"]);
  expect(parts("Enter Ann Lee's throw", ["Ann", "Ann Lee"])).toEqual(["Enter ", "[Ann Lee]", "'s throw"]);
  expect(parts("Your move", ["You", "Ann"])).toEqual(["[Your move]"]);
});
