import { describe, expect, it } from "vitest";
import { challengeOf, resultLineOf } from "./share-texts";
import { reloadedTug, startedTug } from "../testing/games";

const DROP = { put: false };

describe("what is told to others", () => {
  it("is the same game, and how it went", async () => {
    const { play, move } = await startedTug("one", 1, { options: { size: 2 } });
    expect(challengeOf(play)).toEqual({ seed: 5, choice: { opponent: "one", side: 1, options: { size: 2, open: false } } });
    expect(resultLineOf(play)).toBe("");
    await move(DROP);
    expect(resultLineOf(play)).toBe("Tug, seed 5, 2 moves, Lower against One: 1 points (par 0)");
  });

  it("names a rule that was chosen, for which there is no par", async () => {
    const { play, move } = await startedTug("one", 1, { options: { size: 2, open: true } });
    await move(DROP);
    expect(resultLineOf(play)).toBe("Tug, seed 5, 2 moves, open, Lower against One: 1 points");
  });

  it("is nothing where it is not known how the game was begun", async () => {
    const { play, shelf } = await startedTug("one", 1);
    await play.kept.autosave.settled();
    const { setup: _setup, ...old } = JSON.parse((await shelf.games.read("tug"))?.text ?? "") as Record<string, unknown>;
    await shelf.games.write("tug", { text: JSON.stringify(old), known: null, writer: "" });
    expect(challengeOf(await reloadedTug(shelf))).toBeNull();
  });
});
