import { describe, expect, it } from "vitest";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { Practice, scenarioParams } from "./practise.svelte";
import { evaluation, pileState, RULESET } from "../../core/testing/fake-engine";
import { sessionOf } from "../../core/session";
import { LiveMistakes } from "../mistakes/learning";
import { Table } from "../session/table.svelte";
import { context, memoryStore, rest } from "../testing/setup";

const never = (): never => {
  throw new Error("not asked");
};

describe("practise", () => {
  function practice() {
    const set = context();
    return { ...set, practise: new Practice(set.context, new DrillStore(memoryStore(), () => 1000)) };
  }

  it("asks for one decision, grades it and keeps a mistake", async () => {
    const { practise } = practice();
    await practise.next();
    await practise.move({ add: 1 });
    await rest();
    expect(practise.verdict).toBe(false);
    expect(practise.table.view).toBe(0);
    expect(practise.tally).toEqual({ answered: 1, right: 0, loss: -4, chance: 0, byChance: 0 });
    expect(practise.box.size(RULESET)).toBe(1);
  });

  it("counts only the first answer, and a hinted one as wrong", async () => {
    const { practise } = practice();
    await practise.next();
    await practise.move({ add: 1 });
    await rest();
    practise.retry();
    await practise.move({ add: 3 });
    await rest();
    expect(practise.verdict).toBe(true);
    expect(practise.tally.answered).toBe(1);
    await practise.next();
    practise.hint();
    await rest();
    await practise.move({ add: 3 });
    await rest();
    expect(practise.tally).toMatchObject({ answered: 2, right: 0 });
  });

  it("counts an answer as wrong when its hint had shown something, and was asked for and stopped again", async () => {
    const { practise, fake } = practice();
    await practise.next();
    fake.showsUnfinished = true;
    fake.held = new Promise(() => undefined);
    practise.hint();
    await rest();
    const seen = practise.table.coaching.evaluationAt(0);
    expect(seen?.bestAction).toBeDefined();
    practise.table.coaching.cancelAt(0);
    fake.showsUnfinished = false;
    practise.hint();
    practise.table.coaching.cancelAt(0);
    expect(practise.table.coaching.evaluationAt(0)).toBe(seen);
    expect(practise.hinted).toBe(true);
    fake.held = null;
    await practise.move({ add: 3 });
    await rest();
    expect(practise.tally).toMatchObject({ answered: 1, right: 0 });
  });

  it("counts an answer as right when its hint was stopped before it had found anything", async () => {
    const { practise, fake } = practice();
    await practise.next();
    fake.held = new Promise(() => undefined);
    practise.hint();
    expect(practise.hinted).toBe(true);
    practise.table.coaching.cancelAt(0);
    expect(practise.hinted).toBe(false);
    fake.held = null;
    await practise.move({ add: 3 });
    await rest();
    expect(practise.tally).toMatchObject({ answered: 1, right: 1 });
  });

  it("repeats mistakes and promotes them when solved", async () => {
    const { practise } = practice();
    await practise.next();
    await practise.move({ add: 1 });
    await rest();
    practise.choose("mistakes");
    expect(practise.card).not.toBeNull();
    await practise.move({ add: 3 });
    await rest();
    expect(practise.box.box.cards[0]?.box).toBe(1);
    expect(practise.box.due(RULESET)).toEqual([]);
    await practise.next();
    expect(practise.state).toBeNull();
  });

  it("grades an answer in the background when the next position is opened first", async () => {
    const { practise, fake } = practice();
    await practise.next();
    let letGo = (): void => undefined;
    fake.heldGrades = new Promise((resolve) => (letGo = resolve));
    const moved = practise.move({ add: 1 });
    await rest();
    await practise.next();
    expect(practise.answer).toBeNull();
    letGo();
    fake.heldGrades = null;
    await moved;
    await rest();
    expect(fake.asked.filter((what) => what.startsWith("grade"))).toEqual(["grade 1", "grade 1 behind"]);
    expect(practise.tally).toEqual({ answered: 1, right: 0, loss: -4, chance: 0, byChance: 0 });
    expect(practise.box.box.cards.map(({ loss }) => loss)).toEqual([-4]);
    expect(practise.verdict).toBeNull();
  });

  it("counts the answered card, not the one on screen, and only once", async () => {
    const { practise, fake } = practice();
    await practise.next();
    await practise.move({ add: 1 });
    await rest();
    practise.choose("mistakes");
    const id = practise.card!.id;
    let letGo = (): void => undefined;
    fake.heldGrades = new Promise((resolve) => (letGo = resolve));
    const moved = practise.move({ add: 3 });
    await rest();
    practise.retry();
    practise.choose("scenarios");
    letGo();
    fake.heldGrades = null;
    await moved;
    await rest();
    expect(practise.box.box.cards).toMatchObject([{ id, box: 1, asked: 1 }]);
    expect(practise.tally.answered).toBe(2);
  });

  it("counts a card that was left before its grade", async () => {
    const { practise, fake } = practice();
    for (const [pile, add] of [
      [2, 1],
      [3, 2],
    ] as const) {
      practise.box.add([{ state: pileState(pile), action: { add }, evaluation: evaluation({ add }), luck: null }]);
    }
    practise.choose("mistakes");
    const first = practise.card!.id;
    let letGo = (): void => undefined;
    fake.heldGrades = new Promise((resolve) => (letGo = resolve));
    const moved = practise.move({ add: 3 });
    await rest();
    await practise.next();
    expect(practise.card!.id).not.toBe(first);
    letGo();
    fake.heldGrades = null;
    await moved;
    await rest();
    expect(practise.box.box.cards.map(({ id, asked }) => [id === first, asked]).sort()).toEqual([
      [false, 0],
      [true, 1],
    ]);
  });

  it("does not count an answer whose grade was stopped", async () => {
    const { practise, fake } = practice();
    await practise.next();
    let letGo = (): void => undefined;
    fake.heldGrades = new Promise((resolve) => (letGo = resolve));
    const moved = practise.move({ add: 1 });
    await rest();
    practise.table.coaching.cancelAt(0);
    letGo();
    fake.heldGrades = null;
    await moved;
    await practise.next();
    await rest();
    expect(practise.tally.answered).toBe(0);
    expect(fake.asked.filter((what) => what.endsWith("behind"))).toEqual([]);
  });

  it("shows the grade that the same mistake had in its game, also a later one", async () => {
    const { practise, fake, context: set } = practice();
    const learning = new LiveMistakes(set, practise.box);
    set.graded = (made) => learning.regrade(made);
    const state = pileState(2);
    practise.box.add([{ state, action: { add: 1 }, evaluation: evaluation({ add: 1 }, 3), luck: null }]);
    practise.choose("mistakes");
    await practise.move({ add: 1 });
    await rest();
    const shown = () => practise.table.coaching.evaluationAt(0)?.deltaEv;
    expect([shown(), practise.verdict, practise.tally]).toMatchObject([-6, false, { answered: 1, loss: -6 }]);
    expect(fake.asked).toEqual([]);
    // Another answer is graded, as ever.
    practise.retry();
    await practise.move({ add: 2 });
    await rest();
    expect([shown(), fake.asked]).toEqual([-2, ["grade 2"]]);
    // The review thinks longer about the mistake.
    const review = new Table(set);
    review.set(sessionOf([state, pileState(3, 1)], [{ add: 1 }]));
    review.coaching.store(0, review.session!.decisions[0]!.state, review.session!.decisions[0]!.action, evaluation({ add: 1 }, 2.5));
    await rest();
    practise.choose("scenarios");
    expect(practise.box.box.cards).toMatchObject([{ loss: -5 }]);
  });

  it("does not count an answer that is open, until thinking longer settles it", async () => {
    const { practise, fake, context: set, announced } = practice();
    const limits = { scale: "points", unit: "points", good: 0, inaccuracy: 1, mistake: 2, blunder: 5 } as const;
    set.info = { ...set.info, verdictLimits: [limits] };
    practise.box.add([{ state: pileState(2), action: { add: 2 }, evaluation: evaluation({ add: 2 }), luck: null }]);
    practise.choose("mistakes");
    const found = { ...evaluation({ add: 1 }), verdict: "undecided" as const };
    fake.gradeUserAction = () => Object.assign(Promise.resolve(found), { thinkLonger: never, grade: never, release: () => undefined });
    await practise.move({ add: 1 });
    await rest();
    expect([practise.verdict, practise.tally.answered, announced.at(-1)]).toEqual(["open", 0, expect.stringContaining("not counted")]);
    expect(practise.box.box.cards).toMatchObject([{ box: 0, asked: 1, due: 1000 + 86_400_000 }]);
    practise.settle({ ...found, verdict: "mistake" });
    practise.settle({ ...found, verdict: "mistake" });
    expect([practise.verdict, practise.tally.answered, practise.tally.right]).toEqual([false, 1, 0]);
    expect(practise.box.box.cards).toMatchObject([{ box: 0, asked: 2, due: 1000 + 300_000 }]);
  });

  it("passes the filters to the generator", () => {
    expect(scenarioParams("x", { phase: "LATE", "wanted.least": 1.5, "wanted.most": null, "wanted.deep.odd": 0 }, 3)).toEqual({
      rulesetId: "x",
      seed: 3,
      phase: "LATE",
      wanted: { least: 1.5, deep: { odd: 0 } },
    });
  });
});
