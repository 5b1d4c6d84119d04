/** Four-player games with hidden cards: seats, pace, secrecy, and replayed deals. */
import { describe, expect, it, vi } from "vitest";
import { currentState, decisionAt } from "../../core/session";
import { TRICKS_INFO, type TricksState, tricksState } from "../../core/testing/fake-tricks";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { challengeSearch, readChallenge } from "../new-game/challenge";
import { EACH, opponentChoices, opponentOf, eachOf, loadChoice, newSeats, saveChoice, sidesOf } from "../new-game/choice";
import { PlayGame } from "../play/play.svelte";
import { challengeOf, resultLineOf } from "../play/share-texts";
import { Practice } from "../practise/practise.svelte";
import { Autosave } from "../record/autosave";
import { importText } from "../record/record";
import { completed } from "../record/replay";
import { Review } from "../review/review.svelte";
import { namesOf, opponentsOf, seatsFor } from "../session/seats";
import { listed } from "../../core/words";
import { startedTricks } from "../testing/games";
import { TRICKS_UI, against, memoryStore, rest, tricksContext } from "../testing/setup";

const EACH_LEVEL = { ...against(EACH), each: ["low", "high", "low"] };
const { seatName } = TRICKS_UI.words;

const hand = (play: PlayGame): number => currentState(play.table.session!).chance_counter;

describe("a game for four", () => {
  it("is played against levels only, because two people at one screen could see each other's cards", () => {
    expect(opponentChoices(TRICKS_INFO)).toEqual(["low", "high", "odd", EACH]);
    expect(sidesOf(TRICKS_INFO)).toEqual([]);
    expect(seatsFor([null, null, "high", null], 4, TRICKS_INFO.levels, true)).toEqual([null, "low", "high", "low"]);
  });

  it("seats one level everywhere, or one for each seat from the person's left", () => {
    expect(newSeats(against("low"), 4, 0)).toEqual([null, "low", "low", "low"]);
    expect(newSeats(EACH_LEVEL, 4, 2)).toEqual(["high", "low", null, "low"]);
    expect([opponentOf(["high", "low", null, "low"]), eachOf(["high", "low", null, "low"])]).toEqual([EACH, ["low", "high", "low"]]);
    expect(opponentOf(["odd", null, "odd", "odd"])).toBe("odd");
  });

  it("names opponents of the same level by seat", () => {
    const { levels } = TRICKS_INFO;
    expect(namesOf([null, "low", "high", "low"], 4, levels, [], seatName)).toEqual(["You", "Low (left)", "High", "Low (right)"]);
    expect(namesOf(["low", null, "low", "low"], 4, levels, [], seatName)).toEqual(["Low (right)", "You", "Low (left)", "Low (across)"]);
    const brief = (name: string, seat: string): string => `${seat}!${name.length}`;
    expect(namesOf([null, null, "low", "low"], 4, levels, [], seatName, ["Anna (Mum)", "Tom (2nd try)"], true, brief)).toEqual([
      "Anna (Mum)",
      "Tom (2nd try)",
      "across!3",
      "right!3",
    ]);
    expect(opponentsOf(["high", "low", null, "low"], levels).map(({ id }) => id)).toEqual(["low", "high"]);
    expect([listed(["A", "B", "C"]), listed(["A", "B"]), listed(["A"]), listed([])]).toEqual(["A, B and C", "A and B", "A", ""]);
  });

  it("saves the level of each seat and puts it into challenges", () => {
    const kept = new Map<string, string>();
    const place = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: () => undefined,
    };
    saveChoice(TRICKS_INFO, EACH_LEVEL, place);
    const own = loadChoice(TRICKS_INFO, "low", place);
    expect(own).toMatchObject({ opponent: EACH, each: ["low", "high", "low"], side: 0 });
    const search = challengeSearch({ seed: 7, choice: { ...EACH_LEVEL, each: ["odd", "low", "high"] } });
    expect(readChallenge(TRICKS_INFO, search, own)).toMatchObject({ seed: 7, choice: { opponent: EACH, each: ["odd", "low", "high"] } });
    expect(readChallenge(TRICKS_INFO, "seed=7&level=@each&seats=gone,low", own)?.choice.each).toEqual(["high", "low", "high"]);
  });

  it("keeps its seats when it is saved, restored and shared", async () => {
    const { play, shelf, announced, turns } = await startedTricks({ choice: EACH_LEVEL });
    expect(announced[0]).toBe("New game against Low and High. You begin.");
    await turns(1);
    expect(challengeOf(play)).toMatchObject({ seed: 5, choice: { opponent: EACH, each: ["low", "high", "low"], side: 0 } });
    await play.kept.autosave.settled();
    const again = new PlayGame(tricksContext().context, new Autosave("tricks", shelf));
    await again.restore();
    expect(again.seats).toEqual([null, "low", "high", "low"]);
    await turns(5);
    expect(play.phase).toBe("over");
    expect(resultLineOf(play)).toMatch(/^Tricks, seed 5, against Low and High: /);
  });

  it("asks each level for its moves and announces three moves together", async () => {
    const { fake, announced, turns } = await startedTricks({ choice: EACH_LEVEL });
    announced.length = 0;
    await turns(1);
    expect(fake.evaluators).toEqual(["low", "high", "low"]);
    expect(announced.filter((text) => text.startsWith("Low (left):"))).toHaveLength(1);
    expect(announced.find((text) => text.startsWith("Low (left):"))).toMatch(/High: .*Low \(right\): /);
  });

  it("waits no longer for three opponents than for one", async () => {
    const { context } = tricksContext({ animations: true });
    const play = new PlayGame(context, new Autosave("tricks", memoryStore()));
    await play.start(against("low"), 5);
    await rest();
    // The pauses that were asked for: how long they take depends on the machine. Other waits are limits, also of earlier tests.
    const waits = vi.spyOn(globalThis, "setTimeout");
    await play.move(play.table.legal[0]);
    while (play.phase !== "mine") await rest();
    expect(waits.mock.calls.filter(([, ms]) => ms === 700 / 3)).toHaveLength(3);
  });

  it("counts the cost of the person's decisions at any seat", async () => {
    const { play } = await startedTricks();
    const { context } = tricksContext();
    const other = new PlayGame(context, new Autosave("tricks", memoryStore()));
    await other.playAgain(decisionAt(play.table.session!, 0).state, ["low", "low", null, "low"]);
    await rest();
    expect([other.phase, other.onlyPerson, other.table.session?.cursor]).toEqual(["mine", 2, 2]);
    const worse = { give: Math.max(...((currentState(other.table.session!) as TricksState).hands[2] as number[])) };
    await other.move(worse);
    await rest();
    expect(other.table.luck.account.skill).toEqual([0, 0, -1.5, 0]);
    expect(other.mistakes.map(({ index }) => index)).toEqual([2]);
  });
});

describe("hidden cards", () => {
  it("stay hidden while a hand is played and are shown when it is over", async () => {
    const { play, turns } = await startedTricks();
    await turns(1);
    const first = decisionAt(play.table.session!, 1);
    expect([play.sealed(first.state), play.secret(first.state), play.secret(decisionAt(play.table.session!, 0).state)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(play.secretText(first.state, first.action)).toBe("hands a card on");
    await turns(2);
    expect(hand(play)).toBe(2);
    expect([play.sealed(first.state), play.secretText(first.state, first.action)]).toEqual([false, null]);
    expect(play.sealed(currentState(play.table.session!))).toBe(true);
  });

  it("withhold their luck until the hand is over, also in the review of an unfinished game", async () => {
    const { play, turns } = await startedTricks();
    expect(play.table.luck.account).toMatchObject({ luck: [0, 0, 0, 0], withheld: "all" });
    await turns(1);
    expect(play.table.luck.account).toMatchObject({ luck: [0, 0, 0, 0], withheld: "all" });
    await turns(2);
    expect(hand(play)).toBe(2);
    expect(play.table.luck.account).toMatchObject({ luck: [10, -10, 0, 0], withheld: "some" });
    await play.kept.autosave.settled();
    const review = new Review(tricksContext().context);
    await review.openLast(play.kept.autosave);
    await rest();
    expect(review.table.luck.account).toMatchObject({ luck: [10, -10, 0, 0], withheld: "some" });
    await turns(3);
    expect(play.table.luck.account).toMatchObject({ luck: [30, -30, 0, 0], withheld: "none" });
    await review.openText(JSON.stringify(review.record()));
    await rest();
    expect(review.table.luck.account).toMatchObject({ luck: [30, -30, 0, 0], withheld: "none" });
  });

  it("have the same luck when the deal is replayed", async () => {
    const { play, shelf, turns } = await startedTricks();
    await turns(3);
    await play.playAgain(currentState(play.table.session!), play.seats);
    await rest();
    await turns(3);
    expect([play.phase, play.table.luck.account.luck]).toEqual(["over", [20, -20, 0, 0]]);
    await play.playAgain(decisionAt(play.table.session!, 0).state, play.seats);
    await play.kept.autosave.settled();
    const again = new PlayGame(tricksContext().context, new Autosave("tricks", shelf));
    await again.restore();
    for (let turn = 0; turn < 3; turn += 1) {
      await again.move(again.table.legal[0]);
      await rest();
    }
    expect(again.table.luck.account.luck).toEqual([20, -20, 0, 0]);
    const review = new Review(tricksContext().context);
    await review.openText(JSON.stringify(again.kept.shared));
    await rest();
    expect(review.table.luck.account.luck).toEqual([20, -20, 0, 0]);
  });

  it("are not announced to screen readers", async () => {
    const { announced, turns } = await startedTricks();
    announced.length = 0;
    await turns(1);
    const opponents = announced.find((text) => text.startsWith("Low (left):")) ?? "";
    expect(opponents).toContain("hands a card on");
    expect(opponents).not.toMatch(/give/);
  });

  it("of the person's own game are hidden in the review until the hand is over", async () => {
    const { play, turns } = await startedTricks();
    await turns(4);
    await play.kept.autosave.settled();
    const review = new Review(tricksContext().context);
    expect(await review.openLast(play.kept.autosave)).toBe(true);
    const { decisions } = review.table.session!;
    const at = decisions.findIndex(({ state }) => state.chance_counter === 2 && state.active_player_id === 1);
    expect([review.running, review.sealed(decisions[1]!.state), review.sealed(decisions[at]!.state)]).toEqual([true, false, true]);
    expect(review.secretText(decisions[at]!.state, decisions[at]!.action)).toBe("hands a card on");
    expect(review.ungraded.every((index) => !review.secret(decisions[index]!.state))).toBe(true);
    expect(review.ungraded).toContain(1);
    // A shared game is not in progress here.
    await review.openText(JSON.stringify(review.record()));
    expect([review.running, review.sealed(decisions[at]!.state)]).toEqual([false, false]);
  });

  it("are not queried where a view does not hold them, and the view is shown from its player's seat", async () => {
    const { context, fake } = tricksContext();
    const review = new Review(context);
    const view = await fake.observe(tricksState(), 2);
    expect(await review.openText(JSON.stringify(view))).toBe(true);
    await rest();
    expect([review.home, review.table.error, review.table.legal]).toEqual([2, null, []]);
    const mine = await fake.observe({ ...tricksState(), active_player_id: 2 }, 2);
    await review.openText(JSON.stringify(mine));
    await rest();
    expect(review.table.legal).toHaveLength(2);
    // A pasted complete position is shown from the seat of the player to move.
    await review.openText(JSON.stringify({ ...tricksState(), active_player_id: 3 }));
    expect(review.home).toBe(3);
  });

  it("are kept where given and filled in where missing", async () => {
    const { fake, context } = tricksContext();
    const { points: _points, given: _given, ...bare } = tricksState();
    const whole = await completed(context.engine.port, TRICKS_INFO, bare as never);
    expect(whole).toMatchObject({ hands: tricksState().hands, points: [0, 0, 0, 0], seed: 5 });
    expect(await completed(context.engine.port, TRICKS_INFO, (await fake.observe(tricksState(), 1)) as never, 1)).toMatchObject({
      seed: null,
    });
  });
});

describe("a mistake", () => {
  it("is added to the box during the game, as the person's view, and can be answered there", async () => {
    const box = new DrillStore(memoryStore(), () => 0);
    const { play, context } = await startedTricks({ box });
    await play.move(play.table.legal[1]);
    await rest();
    const [card] = box.due("tricks_v1");
    expect([box.size("tricks_v1"), card?.player, card?.loss, card?.state.seed]).toEqual([1, 0, -1.5, null]);
    expect((card?.state as TricksState).hands.slice(1)).toEqual([2, 2, 2]);
    await play.move(play.table.legal[0]);
    await rest();
    expect(box.size("tricks_v1")).toBe(1);
    const practise = new Practice(context, box);
    practise.choose("mistakes");
    await rest();
    const [best, worse] = practise.table.legal;
    await practise.move(worse);
    await rest();
    expect([practise.verdict, practise.table.error, practise.table.view]).toEqual([false, null, 0]);
    expect(practise.table.coaching.evaluationAt(0)?.deltaEv).toBe(-1.5);
    practise.retry();
    await practise.move(best);
    await rest();
    expect([practise.verdict, practise.judged]).toEqual([true, 2]);
  });

  it("in a generated position is also kept as the view", async () => {
    const { context } = tricksContext();
    const box = new DrillStore(memoryStore(), () => 0);
    const practise = new Practice(context, box);
    await practise.next();
    await rest();
    await practise.move(practise.table.legal[1]);
    await rest();
    expect(box.due("tricks_v1").map(({ state }) => state.seed)).toEqual([null]);
  });
});

describe("a deal", () => {
  it("is replayed from its first position with the same seats, and recorded as such", async () => {
    const { play, shelf, turns } = await startedTricks({ choice: EACH_LEVEL });
    await turns(4);
    const before = play.table.session!;
    const { decisions } = before;
    const start = decisions.find(({ state }) => state.chance_counter === 2)!.state as TricksState;
    await play.playAgain(start, play.seats);
    await rest();
    expect((decisionAt(play.table.session!, 0).state as TricksState).hands).toEqual(start.hands);
    expect([play.seats, play.kept.again, play.table.session?.cursor]).toEqual([[null, "low", "high", "low"], 2, 0]);
    expect(play.kept.shared).toMatchObject({ again: 2, from_start: false });
    const read = await importText(JSON.stringify(play.kept.shared));
    expect(read).toMatchObject({ kind: "game", record: { again: 2 } });
    // The game that was left survives a reload and is not shared.
    expect(play.kept.shared).not.toHaveProperty("left");
    await play.kept.autosave.settled();
    const other = new PlayGame(tricksContext().context, new Autosave("tricks", shelf));
    await other.restore();
    expect(other.kept.again).toBe(2);
    await other.backToLeft();
    await rest();
    expect([other.kept.again, other.kept.left, other.phase, other.seats]).toEqual([null, null, "mine", play.seats]);
    expect(other.table.session?.decisions.map(({ action }) => action)).toEqual(decisions.map(({ action }) => action));
    // A deal seen before gives neither a result nor a challenge.
    expect(challengeOf(play)).toBeNull();
    await play.start(against("low"), 6);
    expect([play.kept.again, play.kept.shared?.again]).toEqual([null, undefined]);
  });
});
