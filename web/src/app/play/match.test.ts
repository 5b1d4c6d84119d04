import { describe, expect, it } from "vitest";
import { decisionAt } from "../../core/session";
import { FRIEND } from "../new-game/choice";
import { importText } from "../record/record";
import { reloadedTug, startedTug } from "../testing/games";
import { against, rest } from "../testing/setup";

const PUT = { put: true };
const DROP = { put: false };
const LIFT = { lift: 1 };

describe("a match", () => {
  async function firstGame() {
    const set = await startedTug("one", 0, { options: { size: 4, open: true } });
    expect(set.play.canSwap).toBe(false);
    await set.move(LIFT, LIFT);
    return set;
  }

  it("has a second game with the same start and swapped roles, and a winner", async () => {
    const { play, move, announced, fake } = await firstGame();
    const start = decisionAt(play.table.session!, 0).state;
    expect([play.canSwap, play.matchText]).toEqual([true, ""]);
    await play.swap();
    await rest();
    expect(play.seats).toEqual(["one", null]);
    expect(decisionAt(play.table.session!, 0).state).toEqual(start);
    expect([play.canSwap, play.matchText]).toEqual([false, ""]);
    await move(PUT, DROP);
    // Seed 5 draws a 3 first, which was put; One lifted twice.
    expect(play.matchText).toBe("As Raise: You 2, One 5. One wins the match.");
    expect(announced.at(-1)).toMatch(/One made 5\. As Raise: You 2, One 5\. One wins the match\.$/);
    expect(fake.asked.filter((what) => what.startsWith("new"))).toHaveLength(1);
  });

  it("survives undo and a reload, and ends when a new game starts", async () => {
    const { play, move, shelf } = await firstGame();
    await play.swap();
    await move(PUT);
    play.undo();
    await rest();
    await move(DROP);
    await play.kept.autosave.settled();
    const again = await reloadedTug(shelf);
    expect(again.match).toEqual({ seats: [null, "one"], returns: [2, -2] });
    expect(again.seats).toEqual(["one", null]);
    expect(again.kept.setup).toEqual({ options: { size: 4, open: true }, daily: null });
    await again.move(DROP);
    await rest();
    expect(again.matchText).toBe("As Raise: You 2, One 2. The match is a draw.");
    again.undo();
    expect(again.matchText).toBe("");
    await again.start(against("one", 0), 6);
    expect(again.match).toBeNull();
  });

  it("between two people names them by the order of the games", async () => {
    const { play, move } = await startedTug(FRIEND, 0, { options: { size: 2 } });
    await move(PUT, LIFT);
    await play.swap();
    await move(DROP, LIFT);
    expect(play.matchText).toBe("Raise scored 4 in the first game and 1 in the second: whoever played Raise first wins the match.");
  });

  it("is absent from old and damaged records", async () => {
    const { play } = await firstGame();
    const { match: _match, setup: _setup, from_start: _start, ...old } = play.kept.shared!;
    expect(await importText(JSON.stringify(old))).toMatchObject({ kind: "game", record: { from_start: true } });
    const damaged = { ...old, match: { seats: [null, "one"], returns: ["x"] }, setup: { options: { size: [1] }, daily: "today" } };
    const imported = await importText(JSON.stringify(damaged));
    if (imported.kind !== "game") throw new Error("not a game");
    expect(imported.record.match).toBeUndefined();
    expect(imported.record.setup).toEqual({ options: {}, daily: null });
  });
});
