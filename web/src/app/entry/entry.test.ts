import { describe, expect, it, vi } from "vitest";
import { pileState } from "../../core/testing/fake-engine";
import { context, diceContext } from "../testing/setup";
import { memoryStore } from "../../store/testing/memory";
import { recordOf } from "../record/autosave";
import { SavedCopy } from "../record/copy";
import { TableEntry } from "./entry.svelte";

/** An entry of a game in which chance gives something at the start, and whenever the pile reaches 5. */
function entered(copy: SavedCopy | null = null) {
  const set = context();
  const ui = { ...set.context.ui, chance: { given: {} as never } };
  const entry = new TableEntry({ ...set.context, ui }, copy);
  const query = vi.spyOn(set.fake, "query").mockImplementation(async (_ruleset, name, args) => {
    if (name === "write_game") return { text: "Hindsight Pile" };
    const { states } = args as { states: ReturnType<typeof pileState>[] };
    return { state: { ...states.at(-1), seed: 77 } };
  });
  return { ...set, entry, query };
}

/** The same with three moves, the last of which awaits chance. */
async function withChanceDue() {
  const set = entered();
  await set.entry.begin({});
  await set.entry.give("red");
  for (const add of [1, 1, 3]) await set.entry.play({ add });
  return set;
}

describe("a game from a table", () => {
  it("asks for chance at the start and after the moves that it follows", async () => {
    const { entry } = await withChanceDue();
    expect(entry.actions).toEqual([{ add: 1 }, { add: 1 }, { add: 3 }]);
    expect(entry.due).toBe(true);
    // The board stays before the move whose outcome is not known, and so does the text.
    expect(entry.shown).toMatchObject({ pile: 2 });
    expect(entry.session.decisions).toHaveLength(3);
    await entry.give("blue");
    expect(entry.due).toBe(false);
    expect(entry.state).toMatchObject({ pile: 5, seed: 77 });
    expect(entry.legal).toHaveLength(3);
  });

  it("takes back a move together with what chance gave after it", async () => {
    const { entry } = await withChanceDue();
    await entry.give("blue");
    await entry.undo();
    expect(entry.actions).toEqual([{ add: 1 }, { add: 1 }]);
    expect(entry.due).toBe(false);
    await entry.play({ add: 3 });
    expect(entry.due).toBe(true);
    await entry.undo();
    await entry.undo();
    await entry.undo();
    // Only what chance gave at the start is left.
    expect([entry.actions.length, entry.due]).toEqual([0, false]);
    await entry.undo();
    expect(entry.due).toBe(true);
  });

  it("asks again when the engine refuses what chance gave", async () => {
    const { entry, query } = await withChanceDue();
    query.mockRejectedValueOnce(new Error("No such token is left."));
    await entry.give("green");
    expect(entry.problem).toBe("No such token is left.");
    expect([entry.due, entry.busy]).toEqual([true, false]);
    await entry.give("blue");
    expect([entry.due, entry.problem]).toEqual([false, ""]);
  });

  it("says why it cannot begin, and can be begun again", async () => {
    const { entry, fake } = entered();
    vi.spyOn(fake, "newGame").mockRejectedValueOnce(new Error("The engine did not start."));
    await entry.begin({});
    expect([entry.state, entry.problem, entry.busy]).toEqual([null, "The engine did not start.", false]);
    await entry.begin({});
    expect([entry.state !== null, entry.problem]).toEqual([true, ""]);
  });

  it("says why its text cannot be written, and is still there", async () => {
    const { entry, query } = await withChanceDue();
    query.mockRejectedValueOnce(new Error("The engine is gone."));
    expect(await entry.text()).toBeNull();
    expect(entry.problem).toBe("The engine is gone.");
    expect(entry.actions).toHaveLength(3);
    expect(await entry.text()).toBe("Hindsight Pile");
  });
});

describe("a game that is being entered", () => {
  const copies = () => ({ store: memoryStore(), table: "pile:review" });

  it("counts no entered throw as a move", async () => {
    const library = copies();
    const set = diceContext();
    const entry = new TableEntry(set.context, new SavedCopy(library));
    await entry.begin({ real_dice: true });
    for (const action of [{ enter: 4 }, { take: true }, { enter: 1 }]) await entry.play(action);
    expect([entry.problem, entry.actions.length, entry.moves]).toEqual(["", 3, 1]);
    await entry.copy?.settled();
    expect(await library.store.games.summaries()).toMatchObject([{ about: { source: "entered", moves: 1, graded: 0 } }]);
  });

  it("is in the library from what chance gave first, and goes on from there", async () => {
    const library = copies();
    const { entry } = entered(new SavedCopy(library));
    await entry.begin({});
    expect([entry.kept, (await library.store.games.summaries()).length]).toEqual([null, 0]);
    await entry.give("red");
    for (const add of [1, 1, 3]) await entry.play({ add });
    await entry.copy?.settled();
    const [summary] = await library.store.games.summaries();
    expect(summary).toMatchObject({ key: entry.kept, table: "pile:review", about: { source: "entered", over: false, moves: 2 } });

    const game = (await library.store.games.read(entry.kept!))!;
    const { entry: again } = entered(new SavedCopy(library, game));
    await again.resume(recordOf(game));
    // The last move still waits for chance.
    expect([again.actions, again.due, again.kept]).toEqual([[{ add: 1 }, { add: 1 }, { add: 3 }], true, game.key]);
    await again.give("blue");
    await again.undo();
    await again.copy?.settled();
    expect(recordOf((await library.store.games.read(game.key))!).actions).toEqual([{ add: 1 }, { add: 1 }]);
    expect(await library.store.games.summaries()).toHaveLength(1);
  });

  it("keeps what its own screen has gathered before the engine can read it", async () => {
    const library = copies();
    const { entry } = entered(new SavedCopy(library));
    entry.keepSeen({ hands: [] }, null);
    expect(entry.kept).toBeNull();
    entry.keepSeen({ hands: ["2C"] }, "Hindsight Pile");
    await entry.copy?.settled();
    const game = (await library.store.games.read(entry.kept!))!;
    const { entry: again } = entered(new SavedCopy(library, game));
    await again.resume(recordOf(game));
    expect(again.seen).toEqual({ hands: ["2C"] });
  });

  it("of two tabs is kept in both versions", async () => {
    const library = copies();
    const { entry } = entered(new SavedCopy(library));
    await entry.begin({});
    await entry.give("red");
    await entry.copy?.settled();
    const game = (await library.store.games.read(entry.kept!))!;
    const { entry: other } = entered(new SavedCopy(library, game));
    await other.resume(recordOf(game));
    for (const [each, add] of [
      [entry, 1],
      [other, 2],
    ] as const) {
      await each.play({ add });
      await each.copy?.settled();
    }
    const actions = (await library.store.games.all()).map((each) => JSON.stringify(recordOf(each).actions));
    expect(actions.sort()).toEqual(['[{"add":1}]', '[{"add":2}]']);
  });

  it("takes back a part of what chance gave before a move", async () => {
    const { entry } = await withChanceDue();
    let parts = 1;
    entry.back = () => (parts > 0 ? (parts -= 1) === 0 : false);
    await entry.undo();
    expect([parts, entry.actions.length]).toEqual([0, 3]);
    await entry.undo();
    expect(entry.actions).toHaveLength(2);
  });
});
