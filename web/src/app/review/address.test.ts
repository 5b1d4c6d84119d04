import { expect, it, vi } from "vitest";
import { stepBack } from "./address.svelte";

const GAME = "#/pile/review?game=1";

/** Goes back from an edited position; `landed` is where the browser then is, one entry after another. */
function puts(...landed: string[]): number {
  const put = vi.fn();
  vi.spyOn(history, "go").mockImplementation(() => undefined);
  history.replaceState({ steps: 1 }, "", "#/pile/review?s=1");
  stepBack(GAME, put);
  for (const address of landed) {
    history.replaceState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }
  return put.mock.calls.length;
}

it("puts the game on the table once, where the browser goes back to it", () => {
  expect(puts(GAME, "#/pile/play", GAME)).toBe(1);
});

it("puts nothing on the table where the browser goes elsewhere, then or later", () => {
  expect(puts("#/pile/play", GAME)).toBe(0);
});
