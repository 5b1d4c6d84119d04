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

  it("are not known where one is missing, as in a saved game", async () => {
    const restored = luckOf([made(0, null, [2, -2]), made(4, null, null)], UI, [0.3, 0.4]);
    expect(restored.errors).toBeNull();
    await restored.count(1);
    expect(restored.errors).toBeNull();
  });
});
