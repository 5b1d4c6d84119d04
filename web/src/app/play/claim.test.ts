import { describe, expect, it } from "vitest";
import { currentState } from "../../core/session";
import { PlayGame } from "./play.svelte";
import { Autosave } from "../record/autosave";
import { startedTricks } from "../testing/games";
import { against, rest, tricksContext } from "../testing/setup";

const hand = (play: PlayGame): number => currentState(play.table.session!).chance_counter;

describe("a claim", () => {
  async function claimed() {
    const set = await startedTricks({ choice: against("high") });
    set.fake.claims = (state) => (state.given.includes(null) ? null : "none");
    await set.turns(1);
    return set;
  }

  it("is offered when the engine allows it", async () => {
    const { play, turns } = await startedTricks();
    await turns(1);
    expect(play.claimText).toBeNull();
    expect((await claimed()).play.claimText).toBe("Player 0 takes no more points.");
  });

  it("plays the hand to its end without grades, then returns control", async () => {
    const { play, fake, announced } = await claimed();
    fake.asked.length = 0;
    fake.evaluators.length = 0;
    await play.claimRest();
    await rest();
    expect([hand(play), play.phase, play.claiming]).toEqual([2, "mine", false]);
    expect(fake.asked.filter((what) => what.startsWith("grade"))).toEqual([]);
    expect(fake.evaluators.filter((name) => name === "greedy")).toHaveLength(2);
    expect(play.table.luck.account.made[0]).toBe(1);
    expect(announced.at(-1)).toMatch(/^You claimed the rest\. The hand is over/);
  });

  it("is undone as a whole, after which the person decides again", async () => {
    const { play, fake, turns } = await claimed();
    const before = play.table.session!.cursor;
    await play.claimRest();
    await rest();
    play.undo();
    await rest();
    expect(play.table.session?.cursor).toBe(before);
    fake.asked.length = 0;
    await turns(1);
    expect(fake.asked.some((what) => what.startsWith("grade 0"))).toBe(true);
  });

  it("survives a reload, without grading the moves made for the person", async () => {
    const { play, shelf } = await claimed();
    await play.claimRest();
    await rest();
    await play.kept.autosave.settled();
    const { context, fake } = tricksContext();
    const again = new PlayGame(context, new Autosave("tricks", shelf));
    await again.restore();
    await rest();
    expect(fake.asked.filter((what) => what.startsWith("grade"))).toEqual([]);
    expect(again.table.luck.account.made[0]).toBe(1);
  });

  it("is interrupted by an undo and by an engine failure", async () => {
    const { play, fake } = await claimed();
    const running = play.claimRest();
    play.undo();
    await running;
    await rest();
    expect([play.claiming, play.phase, play.table.session?.cursor]).toEqual([false, "mine", 0]);
    const other = await claimed();
    other.fake.failNext = new Error("The engine fell over.");
    await other.play.claimRest();
    expect([other.play.claiming, other.play.phase]).toEqual([false, "mine"]);
    expect(other.play.table.error).toMatch(/fell over/);
    expect(other.play.table.claimed.size).toBe(0);
    expect(fake.evaluators.length).toBeGreaterThan(0);
  });
});
