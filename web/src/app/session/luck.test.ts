import { describe, expect, it } from "vitest";
import type { Decision, Session } from "../../core/session";
import type { GameUi } from "../../games/types";
import { evaluation, INFO, pileState, type PileState } from "../../core/testing/fake-engine";
import { context, UI } from "../testing/setup";
import { Luck } from "./luck.svelte";
import { ViewedGame } from "./viewed-game.svelte";

/** A game that is shown without the modes. */
class Shown extends ViewedGame {
  put(session: Session): void {
    this.begin(true, true);
    this.update(session);
  }
}

/** The luck of a game of these decisions, after which the pile is passed on. */
function luckOf(decisions: Decision[], ui: GameUi<PileState, { add: number }> = UI, stderr?: number[]) {
  const set = context();
  set.fake.query = async () => ({ luck: [1.5, -1.5], ...(stderr !== undefined && { luckStderr: stderr }) });
  const game = new Shown(
    { ...set.context, ui, info: { ...INFO, winGrades: INFO.grades, decisions: [{ code: "add", name: "Adds" }] } },
    () => undefined,
  );
  game.put({ decisions: [...decisions, { state: pileState(9), action: null, evaluation: null, luck: null }], cursor: decisions.length });
  return new Luck(game, () => false);
}

function made(pile: number, objective: string | null, luck: number[] | null): Decision {
  const judged = evaluation({ add: 1 }, 1);
  return { state: pileState(pile), action: { add: 1 }, evaluation: { ...judged, metadata: { ...judged.metadata, objective } }, luck };
}

describe("luck that is always in the game's own unit", () => {
  const own = { ...UI, chance: { luckInOwnUnit: true } };

  it("is not shown beside losses in chances to win", () => {
    expect(luckOf([made(0, "win", [2, -2])], own).account).toMatchObject({ chance: false, luck: [0, 0], skill: [-2, 0] });
    expect(luckOf([made(0, "win", [2, -2])]).account).toMatchObject({ chance: true, luck: [2, -2] });
  });

  it("is shown beside losses in that unit", () => {
    expect(luckOf([made(0, null, [2, -2])], own).account).toMatchObject({ chance: true, luck: [2, -2] });
  });
});

describe("the luck of the opening", () => {
  it("counts once: by itself until the first move is counted, which includes it", async () => {
    const luck = luckOf([made(0, null, null)]);
    expect(luck.account.luck).toEqual([0, 0]);
    await luck.countOpening();
    expect(luck.account.luck).toEqual([1.5, -1.5]);
    await luck.count(0);
    expect(luck.account.luck).toEqual([1.5, -1.5]);
  });
});

describe("the errors of luck", () => {
  it("are known for what was counted in this visit, with that of the opening", async () => {
    const luck = luckOf([made(0, null, null)], UI, [0.3, 0.4]);
    expect(luck.errors).toEqual([0, 0]);
    await luck.count(0);
    expect(luck.errors).toEqual([0.3, 0.4]);
  });

  it("are those of the opening before the first move is counted", async () => {
    const luck = luckOf([made(0, null, null)], UI, [0.3, 0.4]);
    await luck.countOpening();
    expect(luck.errors).toEqual([0.3, 0.4]);
  });

  it("are not known where one is missing, as in a game of an earlier version", async () => {
    const restored = luckOf([made(0, null, [2, -2]), made(4, null, null)], UI, [0.3, 0.4]);
    expect(restored.errors).toBeNull();
    await restored.count(1);
    expect(restored.errors).toBeNull();
  });
});

describe("luck in a game with two units", () => {
  const presets = [
    { id: "win", name: "To win", params: { evaluator: "win" }, scale: "win" as const },
    { id: "exact", name: "For points", params: { evaluator: "exact" }, scale: "points" as const },
  ];

  function shown(decisions: Decision[]): { luck: Luck; asked: unknown[] } {
    const set = context();
    const asked: unknown[] = [];
    set.fake.query = async (_ruleset, _name, args) => {
      asked.push((args as { params?: { evaluator?: string } }).params?.evaluator);
      return { luck: [10, -10] };
    };
    const info = { ...INFO, winGrades: INFO.grades, presets, decisions: [{ code: "add", name: "Adds" }] };
    const game = new Shown({ ...set.context, info } as typeof set.context, () => undefined);
    game.put({ decisions: [...decisions, { state: pileState(9), action: null, evaluation: null, luck: null }], cursor: decisions.length });
    return { luck: new Luck(game, () => false), asked };
  }

  it("never adds points to chances to win, also in games of earlier versions", () => {
    const game = [made(0, "win", [2, -2]), made(1, null, [40, -40]), { ...made(2, "win", [3, -3]), luckUnit: "points" }];
    expect(shown(game).luck.account.luck).toEqual([2, -2]);
  });

  it("has the unit of the sums before the first move is judged, and where none is", async () => {
    const { luck, asked } = shown([made(0, null, null), made(1, null, null)].map((each) => ({ ...each, evaluation: null })));
    await luck.countOpening();
    expect([luck.scale.unit, luck.account.luck, asked]).toEqual(["%", [10, -10], ["win"]]);
    await luck.count(0);
    await luck.count(1);
    expect([luck.scale.unit, luck.account.luck]).toEqual(["%", [20, -20]]);
  });

  it("is counted again where it is in the other unit", async () => {
    const { luck, asked } = shown([made(0, "win", [2, -2]), { ...made(1, "win", [40, -40]), luckUnit: "points" }]);
    expect(luck.complete).toBe(false);
    await luck.count(0);
    await luck.count(1);
    expect(asked).toEqual(["win"]);
    expect(luck.account.luck).toEqual([12, -12]);
    await luck.countOpening();
    expect(luck.complete).toBe(true);
  });
});
