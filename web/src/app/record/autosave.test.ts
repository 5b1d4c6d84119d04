import { describe, expect, it } from "vitest";
import { ASIDE_SENTENCE, Autosave } from "./autosave";
import { toRecord } from "./record";
import { startSession } from "../../core/session";
import { memoryShelf } from "../testing/setup";
import { pileState } from "../../core/testing/fake-engine";

const record = () => toRecord(startSession(pileState()), [null, "one"], true);

describe("autosave", () => {
  it("gives back what was saved last", async () => {
    const shelf = memoryShelf();
    const autosave = new Autosave("pile", shelf);
    autosave.save({ ...record(), cursor: 0, seats: ["old"] });
    autosave.save(record());
    await autosave.settled();
    const restored = await new Autosave("pile", shelf).restore();
    expect(restored).toMatchObject({ kind: "game", record: { seats: [null, "one"] } });
  });

  it("takes its mark away only after the game was loaded", async () => {
    const shelf = memoryShelf();
    const autosave = new Autosave("pile", shelf);
    autosave.save(record());
    await autosave.settled();
    const restored = await autosave.restore();
    if (restored.kind !== "game") throw new Error("nothing restored");
    expect(shelf.kept.has("game:pile:loading")).toBe(true);
    await restored.loaded();
    expect(shelf.kept.has("game:pile:loading")).toBe(false);
    expect((await autosave.restore()).kind).toBe("game");
  });

  it("sets a game aside that broke the page the last time, once", async () => {
    const shelf = memoryShelf();
    const autosave = new Autosave("pile", shelf);
    autosave.save(record());
    await autosave.settled();
    await autosave.restore();
    expect(await autosave.restore()).toEqual({ kind: "aside", sentence: ASIDE_SENTENCE });
    expect(await autosave.restore()).toEqual({ kind: "none" });
    expect(JSON.parse((await autosave.asideText()) ?? "")).toMatchObject({ format: "hindsight-game" });
  });

  it.each(["{cut", 17, '{"ruleset_id":"x"}'])("sets a text aside that is no game: %s", async (text) => {
    const shelf = memoryShelf();
    shelf.kept.set("game:pile", text);
    expect((await new Autosave("pile", shelf).restore()).kind).toBe("aside");
    expect((await new Autosave("pile", shelf).restore()).kind).toBe("none");
  });

  it("does nothing where the browser keeps nothing", async () => {
    const broken = async () => Promise.reject(new Error("no database"));
    const autosave = new Autosave("pile", { get: broken, set: broken, del: broken });
    autosave.save(record());
    await autosave.settled();
    expect((await autosave.restore()).kind).toBe("none");
  });
});
