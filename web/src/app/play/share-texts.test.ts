import { describe, expect, it } from "vitest";
import { challengeOf, resultLineOf } from "./share-texts";
import { reloadedTug, startedTug } from "../testing/games";

const DROP = { put: false };

describe("share texts", () => {
  it("are a challenge to the same game and its result", async () => {
    const { play, move } = await startedTug("one", 1, { options: { size: 2 } });
    expect(challengeOf(play)).toEqual({ seed: 5, choice: { opponent: "one", side: 1, options: { size: 2, open: false } } });
    expect(resultLineOf(play)).toBe("");
    await move(DROP);
    expect(resultLineOf(play)).toBe("Tug, seed 5, 2 moves, Lower against One: 1 points (par 0)");
  });

  it("name a changed option, for which there is no par", async () => {
    const { play, move } = await startedTug("one", 1, { options: { size: 2, open: true } });
    await move(DROP);
    expect(resultLineOf(play)).toBe("Tug, seed 5, 2 moves, open, Lower against One: 1 points");
  });

  it("are empty where the set-up is unknown", async () => {
    const { play, shelf } = await startedTug("one", 1);
    await play.kept.autosave.settled();
    const { setup: _setup, ...old } = JSON.parse((await shelf.games.read("tug"))?.text ?? "") as Record<string, unknown>;
    await shelf.games.write("tug", { text: JSON.stringify(old), known: null, writer: "" });
    expect(challengeOf(await reloadedTug(shelf))).toBeNull();
  });
});
