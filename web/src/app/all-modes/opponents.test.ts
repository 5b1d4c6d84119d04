/** Opponents through play, practice and review: none, a second person, a level. */
import { describe, expect, it } from "vitest";
import { Autosave } from "../record/autosave";
import { ALONE, FRIEND } from "../new-game/choice";
import { PlayGame } from "../play/play.svelte";
import { toRecord } from "../record/record";
import { Review } from "../review/review.svelte";
import { currentState } from "../../core/session";
import { startedGame } from "../testing/games";
import { against, context, diceContext, memoryStore, rest } from "../testing/setup";

const dice = (opponent: string, options: Record<string, boolean> = {}, settings = {}) =>
  startedGame(diceContext(settings), "dice", against(opponent, "first", options));

const TAKE = { take: true };
const AGAIN = { again: true };

describe("alone", () => {
  it("no opponent moves, and every move is graded", async () => {
    const { play, fake, move } = await dice(ALONE);
    expect(fake.asked[0]).toBe('new {"real_dice":false,"high_only":false,"players":1}');
    expect(play.playerNames).toEqual(["You"]);
    await move(TAKE, AGAIN);
    expect(play.phase).toBe("mine");
    expect(fake.asked.filter((what) => what.startsWith("evaluate"))).toEqual([]);
    expect(play.table.luck.account).toMatchObject({ made: [2], graded: [2] });
    expect(play.table.luck.account.skill[0]).toBeCloseTo(-0.74, 9);
    await move(TAKE);
    expect(play.phase).toBe("over");
    expect(play.resultText).toBe("You played.");
  });

  it("the luck of the opening counts, with the first move or before it, and undone moves do not", async () => {
    const { play, move } = await dice(ALONE);
    expect(play.table.luck.account.luck).toEqual([-2.5]);
    await move(AGAIN, TAKE);
    expect(play.table.luck.account).toMatchObject({ made: [2], graded: [2] });
    play.undo();
    expect(play.table.luck.account).toMatchObject({ made: [1], graded: [1], luck: [-2] });
    play.undo();
    expect(play.table.luck.account).toMatchObject({ made: [0], graded: [0], skill: [0], luck: [-2.5] });
    play.redo();
    expect(play.table.luck.account).toMatchObject({ made: [1], luck: [-2] });
    play.undo();
    await move(AGAIN);
    // The first die was a 1, the next a 4: 2.5 below the mean, then 0.5 above.
    expect(play.table.luck.account.luck).toEqual([-2]);
  });

  it("a reload restores one seat", async () => {
    const { play, shelf, move } = await dice(ALONE);
    await move(AGAIN);
    await play.kept.autosave.settled();
    const again = new PlayGame(diceContext().context, new Autosave("dice", shelf));
    await again.restore();
    expect(again.seats).toEqual([null]);
    expect(again.phase).toBe("mine");
  });
});

describe("two people", () => {
  it("take turns, are both graded and numbered, and undo one move at a time", async () => {
    const { play, fake, move, announced } = await dice(FRIEND);
    await move(TAKE, TAKE);
    expect(play.playerNames).toEqual(["Player 1", "Player 2"]);
    expect(play.onlyPerson).toBeNull();
    expect(fake.asked.filter((what) => what.startsWith("grade"))).toEqual(["grade 0", "grade 1"]);
    expect(play.table.luck.account.graded).toEqual([1, 1]);
    expect(announced.join(" ")).toMatch(/Player 1: .*Player 2: /);
    play.undo();
    expect(play.table.session?.cursor).toBe(1);
    expect(play.personAt(play.table.state)).toBe(1);
    play.undo();
    expect(play.table.session?.cursor).toBe(0);
    play.redo();
    expect(play.table.session?.cursor).toBe(1);
  });

  it("get the mistakes of both in the box, also in a game without players in its options", async () => {
    const set = context();
    const play = new PlayGame(set.context, new Autosave("pile", memoryStore()));
    await play.restore();
    await play.start(against(FRIEND), 5);
    await play.move({ add: 1 });
    await rest();
    await play.move({ add: 2 });
    await rest();
    expect(play.phase).toBe("mine");
    expect(play.mistakes.map(({ index }) => index)).toEqual([0, 1]);
    expect(toRecord(play.table.session!, play.seats, false).seats).toEqual([null, null]);
  });
});

describe("against a level", () => {
  it("only the person's decisions count as mistakes, even where the level's were graded", async () => {
    const { play, move } = await dice("one");
    await move(TAKE);
    const { session } = play.table;
    const level = session!.decisions.findIndex(({ state }) => state.active_player_id === 1);
    play.table.coaching.store(level, session!.decisions[level]!.state, session!.decisions[level]!.action, {
      ...session!.decisions[0]!.evaluation!,
      deltaEv: -9,
    });
    expect(play.mistakes.map(({ index }) => index)).not.toContain(level);
  });
});

describe("entered throws", () => {
  it("are entered by a person, whoever's they are, and are no decisions", async () => {
    const { play, fake, move } = await dice("one", { real_dice: true }, { hints: true });
    expect(play.phase).toBe("mine");
    expect(play.canHint).toBe(false);
    expect(play.table.legal).toHaveLength(6);
    await move({ enter: 4 }, TAKE);
    // The level waits for its throw, which the person enters.
    expect(currentState(play.table.session!)).toMatchObject({ active_player_id: 1, die: null });
    expect(play.phase).toBe("mine");
    expect(play.table.legal).toHaveLength(6);
    await move({ enter: 1 });
    // It throws again and waits once more.
    expect(currentState(play.table.session!)).toMatchObject({ active_player_id: 1, die: null, left: 0 });
    await move({ enter: 5 });
    expect(currentState(play.table.session!)).toMatchObject({ active_player_id: 0, die: null });
    // The hint is graded for its reason, and the move that was played.
    const grade = `grade ${JSON.stringify(TAKE)}, going on`;
    expect(fake.asked.filter((what) => what.startsWith("grade"))).toEqual([grade, grade]);
    expect(play.table.luck.account).toMatchObject({ made: [1, 2], graded: [1, 0] });
    expect(play.table.error).toBeNull();
    expect(play.focus).toBe(1);
  });

  it("have luck, and are targets of undo", async () => {
    const { play, move } = await dice(ALONE, { real_dice: true });
    await move({ enter: 6 });
    expect(play.table.luck.account.luck).toEqual([2.5]);
    await move(TAKE);
    play.undo();
    expect(play.table.session?.cursor).toBe(1);
    play.undo();
    expect(play.table.session?.cursor).toBe(0);
  });

  it("are not evaluated, graded or awaited in the review", async () => {
    const { play, move } = await dice(ALONE, { real_dice: true });
    await move({ enter: 6 }, TAKE);
    const { context: again, fake } = diceContext();
    const review = new Review(again);
    await review.openText(JSON.stringify(toRecord(play.table.session!, play.seats, false)));
    expect(review.ungraded).toEqual([1]);
    await review.table.coaching.evaluate(0);
    await review.grading.run();
    expect(fake.asked.filter((what) => /evaluate|grade/.test(what))).toEqual(["grade 0 behind"]);
    // The throw at the end of the record is entered, and the next decision comes on screen.
    review.table.show(2);
    await review.move({ enter: 2 });
    await rest();
    expect(review.table.view).toBe(3);
    expect(review.table.error).toBeNull();
  });
});
