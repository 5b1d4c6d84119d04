import { describe, expect, it } from "vitest";
import { Autosave } from "../record/autosave";
import { FRIEND } from "../new-game/choice";
import { LiveMistakes } from "../mistakes/learning";
import { PlayGame } from "./play.svelte";
import { RULESET } from "../../core/testing/fake-engine";
import { startedGame } from "../testing/games";
import { against, context, memoryStore, rest } from "../testing/setup";

const started = (settings = {}) => startedGame(context(settings), "pile", against("one"));

describe("play", () => {
  it("grades the person's move while the opponent answers", async () => {
    const { play, fake, announced } = await started();
    await play.move({ add: 2 });
    await rest();
    expect(fake.asked).toEqual(expect.arrayContaining(["grade 2", "evaluate"]));
    expect(play.phase).toBe("mine");
    expect(play.table.session?.cursor).toBe(2);
    expect(play.table.coaching.evaluationAt(0)?.deltaEv).toBe(-2);
    expect(play.table.luck.account.skill[0]).toBe(-2);
    expect(announced.join(" ")).toMatch(/You: add 2\..*One: add 1\./);
    expect(announced.join(" ")).toMatch(/Okay\. It cost 2 points\./);
  });

  it("does not grade with the coach off", async () => {
    const { play, fake } = await started({ coach: false });
    await play.move({ add: 2 });
    await rest();
    expect(fake.asked.filter((what) => !what.startsWith("account"))).toEqual(["evaluate"]);
  });

  it("undoes to the person's decision and redoes", async () => {
    const { play } = await started();
    await play.move({ add: 2 });
    await rest();
    play.undo();
    await rest();
    expect(play.table.session?.cursor).toBe(0);
    expect(play.canUndo).toBe(false);
    play.redo();
    await rest();
    expect(play.table.session?.cursor).toBe(2);
    expect(play.table.coaching.evaluationAt(0)?.deltaEv).toBe(-2);
  });

  it("keeps a mistake until its move is taken back, and again after redo", async () => {
    const { play, box } = await started();
    await play.move({ add: 1 });
    await rest();
    expect(box.size(RULESET)).toBe(1);
    play.undo();
    await rest();
    expect(box.size(RULESET)).toBe(0);
    play.redo();
    await rest();
    expect(box.size(RULESET)).toBe(1);
  });

  it("keeps no mistake whose move was taken back before its grade came", async () => {
    const { play, fake, box } = await started();
    let grade = (): void => undefined;
    fake.heldGrades = new Promise((done) => (grade = done));
    await play.move({ add: 1 });
    await rest();
    play.undo();
    grade();
    await rest();
    expect(box.size(RULESET)).toBe(0);
    play.redo();
    await rest();
    expect(box.size(RULESET)).toBe(1);
  });

  it("leaves a mistake that was in the box before when it is made again and taken back", async () => {
    const { play, box } = await started();
    await play.move({ add: 1 });
    await rest();
    await play.start(against("one"), 5);
    await rest();
    await play.move({ add: 1 });
    await rest();
    play.undo();
    await rest();
    expect(box.size(RULESET)).toBe(1);
  });

  it("forgets a mistake that is taken back after a reload", async () => {
    const { play, box, shelf, context: parts, move } = await started();
    await move({ add: 1 });
    await play.kept.autosave.settled();
    expect(box.size(RULESET)).toBe(1);
    const again = new PlayGame(parts, new Autosave("pile", shelf), new LiveMistakes(parts, box));
    await again.restore();
    again.undo();
    await rest();
    expect(box.size(RULESET)).toBe(0);
  });

  it("keeps no mistakes where several people play at one screen", async () => {
    const { play, box, move } = await startedGame(context(), "pile", against(FRIEND));
    await move({ add: 1 }, { add: 1 });
    expect(play.mistakes.length).toBeGreaterThan(0);
    expect(box.size(RULESET)).toBe(0);
  });

  it("takes back the last decision of each of several people, and redoes what came after it", async () => {
    const { play } = await startedGame(context(), "pile", { ...against(FRIEND), names: ["Ann", " Bob "] });
    expect(play.playerNames).toEqual(["Ann", "Bob"]);
    expect([play.undoOf(0), play.undoOf(1)]).toEqual([null, null]);
    for (const add of [1, 2, 3]) await play.move({ add });
    await rest();
    expect(play.table.session?.cursor).toBe(3);
    play.undoOf(1)?.();
    await rest();
    expect(play.table.session?.cursor).toBe(1);
    expect(play.table.state?.active_player_id).toBe(1);
    play.redo();
    play.redo();
    expect(play.table.session?.cursor).toBe(3);
    expect(play.kept.full?.names).toEqual(["Ann", "Bob"]);
    expect(play.kept.shared?.names).toBeUndefined();
  });

  it("counts luck after chance events", async () => {
    const { play, fake } = await started();
    await play.move({ add: 3 });
    await rest();
    await play.move({ add: 3 });
    await rest();
    expect(fake.asked.filter((what) => what.startsWith("account"))).toEqual(["account opening", "account"]);
    expect(play.table.luck.account.luck).toEqual([1.5, -1.5]);
  });

  it("refuses an illegal move with the engine's sentence and stays in place", async () => {
    const { play } = await started();
    await play.move({ add: 9 });
    expect(play.table.error).toMatch(/not legal/);
    expect(play.table.session?.cursor).toBe(0);
  });

  it("plays to the end, shows the result and lists the mistakes", async () => {
    const { play } = await started();
    for (let turn = 0; turn < 6 && play.phase !== "over"; turn += 1) {
      await play.move({ add: 1 });
      await rest();
    }
    expect(play.phase).toBe("over");
    expect(play.resultText).toMatch(/^(You|One) won\.$/);
    expect(play.mistakes.length).toBeGreaterThan(0);
  });

  it("is restored after a reload with grades and the opponent", async () => {
    const { play, shelf } = await started();
    await play.move({ add: 2 });
    await rest();
    await play.kept.autosave.settled();
    const again = new PlayGame(context().context, new Autosave("pile", shelf));
    await again.restore();
    expect(again.table.session?.cursor).toBe(2);
    expect(again.table.coaching.evaluationAt(0)?.deltaEv).toBe(-2);
    expect(again.seats).toEqual([null, "one"]);
  });

  it("sets aside a saved game that the engine refuses", async () => {
    const shelf = memoryStore();
    const bad = { format: "hindsight-game", version: 1, ruleset_id: RULESET, initial_state: { ruleset_id: RULESET }, actions: [] };
    await shelf.games.write("pile", { text: JSON.stringify(bad), known: null, writer: "" });
    const play = new PlayGame(context().context, new Autosave("pile", shelf));
    await play.restore();
    expect(play.saved.notice).toMatch(/set aside/);
    expect(play.phase).toBe("none");
    expect(play.saved.others).toMatchObject([{ aside: true }]);
    expect(await play.saved.textOf(play.saved.others[0]!.key)).toBe(JSON.stringify(bad));
    expect(await shelf.games.read("pile")).toBeUndefined();
  });

  it("gives a hint without a grade, and drops it with the move", async () => {
    const { play } = await started();
    play.hint();
    await rest();
    expect(play.focus).toBe(0);
    expect(play.table.coaching.evaluationAt(0)).toMatchObject({ bestAction: { add: 3 }, grade: null });
    await play.move({ add: 3 });
    expect(play.table.coaching.hintAt).toBeNull();
  });

  it("shows the last move again when a hint is stopped before it has found anything", async () => {
    const { play, fake } = await started();
    await play.move({ add: 2 });
    await rest();
    expect(play.focus).toBe(0);
    fake.held = new Promise(() => undefined);
    play.hint();
    expect(play.focus).toBe(2);
    play.table.coaching.cancelAt(2);
    expect(play.focus).toBe(0);
    expect(play.table.coaching.evaluationAt(0)?.deltaEv).toBe(-2);
    fake.held = null;
    play.hint();
    await rest();
    // What is known stays.
    void play.table.coaching.longer(2);
    play.table.coaching.cancelAt(2);
    expect(play.focus).toBe(2);
  });

  describe("after the engine was lost", () => {
    const status = (restarting: boolean, restarts: number) =>
      ({ phase: "ready", restarting, restarts, info: {} as never, preparing: null }) as const;

    it("retries the opponent's failed move and the grade automatically, a limited number of times", async () => {
      const { play, fake } = await started();
      fake.failNext = new Error("The engine stopped.");
      await play.move({ add: 2 });
      await rest();
      expect(fake.asked.filter((what) => what === "grade 2")).toHaveLength(1);
      for (let times = 1; play.table.session?.decisions[0]?.evaluation === null && times < 9; times++) {
        fake.say(status(true, times));
        fake.say(status(false, times));
        await rest();
      }
      expect(play.table.session?.decisions[0]?.evaluation).not.toBeNull();
      expect(fake.asked.filter((what) => what === "grade 2")).toHaveLength(2);
    });

    it("lets the opponent move once the engine is back, at most twice in one position", async () => {
      const { play, fake } = await started({ coach: false });
      const fail = new Error("The engine stopped.");
      fake.failNext = fail;
      await play.move({ add: 2 });
      await rest();
      expect(play.table.error).toMatch(/could not move/);
      const asked = () => fake.asked.filter((what) => what === "evaluate").length;
      expect(asked()).toBe(1);
      for (let restarts = 1; restarts <= 4; restarts++) {
        fake.failNext = fail;
        fake.say(status(true, restarts));
        fake.say(status(false, restarts));
        await rest();
      }
      expect(asked()).toBe(3);
      fake.failNext = null;
      play.resume();
      await rest();
      expect([play.phase, play.table.error]).toEqual(["mine", null]);
    });
  });
});
