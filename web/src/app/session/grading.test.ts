import { describe, expect, it } from "vitest";
import { decisionAt, played } from "../../core/session";
import { pileState } from "../../core/testing/fake-engine";
import { Autosave } from "../record/autosave";
import { PlayGame } from "../play/play.svelte";
import { startedGame } from "../testing/games";
import { against, context, rest } from "../testing/setup";

/** A game in which the player who ends a round begins the next, with gradings that wait to be released. */
async function started(settings = {}) {
  const set = await startedGame(context(settings), "pile", against("one"));
  set.fake.again = true;
  let letGo = (): void => undefined;
  set.fake.heldGrades = new Promise((resolve) => (letGo = resolve));
  return {
    ...set,
    letGo: async () => {
      letGo();
      await rest();
    },
  };
}

type Started = Awaited<ReturnType<typeof started>>;

/** Decisions 0 and 2 are the person's, with the opponent's between them; then the person moves twice in a row. */
async function twoInARow({ play }: Started): Promise<void> {
  await play.move({ add: 2 });
  await rest();
  await play.move({ add: 2 });
  await rest();
  await play.move({ add: 1 });
  await rest();
}

function losses(play: PlayGame): (number | null)[] {
  return played(play.table.session!).flatMap(({ state, evaluation }) => (play.decides(state) ? [evaluation?.deltaEv ?? null] : []));
}

describe("the grade of a move", () => {
  it("arrives when the same player moves twice before the first is graded", async () => {
    const set = await started();
    await twoInARow(set);
    expect(set.play.table.session!.decisions.slice(0, 5).map(({ state }) => state.active_player_id)).toEqual([0, 1, 0, 0, 1]);
    expect(losses(set.play)).toEqual([null, null, null]);
    expect(set.play.table.coaching.thinkingAt(2)).toBe(true);
    await set.letGo();
    expect(losses(set.play)).toEqual([-2, -2, -4]);
    expect(set.play.table.luck.account.graded[0]).toBe(3);
    expect(set.play.table.coaching.thinkingAt(2)).toBe(false);
  });

  it("arrives with hints on, which evaluate the next position meanwhile", async () => {
    const set = await started({ hints: true });
    await twoInARow(set);
    const { table } = set.play;
    expect(table.coaching.evaluationAt(table.view)).toMatchObject({ bestAction: { add: 3 }, grade: null });
    await set.letGo();
    expect(losses(set.play)).toEqual([-2, -2, -4]);
    expect(set.play.mistakes.map(({ index }) => index)).toEqual([3, 0, 2]);
  });

  it("may arrive before the move is on the board", async () => {
    const { play, fake, letGo } = await started();
    await letGo();
    const apply = fake.applyAction.bind(fake);
    fake.applyAction = async (state, action) => {
      await rest();
      return apply(state, action);
    };
    await play.move({ add: 2 });
    expect(play.table.coaching.evaluationAt(0)?.deltaEv).toBe(-2);
    expect(decisionAt(play.table.session!, 0).evaluation?.deltaEv).toBe(-2);
  });

  it("is dropped when the move is undone, and requested again when it is redone", async () => {
    const { play, fake, letGo } = await started();
    await play.move({ add: 2 });
    await rest();
    play.undo();
    expect(play.table.coaching.gradeAt(0)).toBeNull();
    await letGo();
    expect(decisionAt(play.table.session!, 0).evaluation).toBeNull();
    play.redo();
    await rest();
    expect(losses(play)).toEqual([-2]);
    expect(fake.asked.filter((what) => what.startsWith("grade"))).toEqual(["grade 2", "grade 2"]);
  });

  it("is dropped when the move was illegal", async () => {
    const { play, letGo } = await started();
    const start = play.table.state!;
    await play.move({ add: 9 });
    await letGo();
    expect(play.table.coaching.gradeAt(0)).toBeNull();
    expect(play.table.state).toBe(start);
  });

  it("stays stopped until it is requested again", async () => {
    const { play, letGo } = await started();
    await play.move({ add: 2 });
    await rest();
    play.table.coaching.cancelAt(0);
    expect(play.table.coaching.thinkingAt(0)).toBe(false);
    await letGo();
    await play.move({ add: 3 });
    await rest();
    expect(losses(play)).toEqual([null, 0]);
    expect(play.table.coaching.errorAt(0)).toBeNull();
    await play.table.coaching.grade(0, decisionAt(play.table.session!, 0).action);
    expect(losses(play)[0]).toBe(-2);
    expect(play.table.coaching.gradeAt(0)).toBeNull();
  });

  it("is requested again after a reload", async () => {
    const { play, shelf } = await started();
    await play.move({ add: 2 });
    await rest();
    await play.kept.autosave.settled();
    const again = new PlayGame(context().context, new Autosave("pile", shelf));
    await again.restore();
    await rest();
    expect(losses(again)).toEqual([-2]);
  });

  it("shows why the engine failed, also on another position", async () => {
    const { play, fake, letGo } = await started();
    await play.move({ add: 2 });
    await rest();
    fake.failNext = new Error("The engine fell over.");
    await letGo();
    expect(play.table.coaching.errorAt(0)).toBe("The engine fell over.");
    expect(play.table.coaching.errorAt(1)).toBeNull();
    expect(play.table.state).toMatchObject({ pile: pileState(3).pile });
  });
});

describe("the opponent", () => {
  it("has priority over the coach", async () => {
    const { play, fake } = await started();
    const urgent: unknown[] = [];
    const evaluate = fake.evaluateBestMove.bind(fake);
    fake.evaluateBestMove = (state, player, params, options) => {
      urgent.push((options as { urgent?: boolean }).urgent);
      return evaluate(state, player, params, options);
    };
    await play.move({ add: 1 });
    await rest();
    expect(urgent).toEqual([true]);
  });
});
