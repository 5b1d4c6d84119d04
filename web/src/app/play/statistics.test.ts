import { describe, expect, it } from "vitest";
import { NOTHING_COUNTED, Statistics } from "./statistics.svelte";
import { against, memoryStore, rest, tricksContext, TRICKS_UI } from "../testing/setup";
import { Autosave } from "../record/autosave";
import { PlayGame } from "./play.svelte";

function storage(text?: string) {
  const kept = new Map<string, string>(text === undefined ? [] : [["hindsight:statistics:tricks_v1", text]]);
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const fresh = (place = storage()) => new Statistics("tricks_v1", TRICKS_UI.statistics, { storage: place });
const values = (statistics: Statistics): string[] => statistics.lines.map(({ value }) => value);

/** A whole game in which the person always plays the first legal card. */
async function game() {
  const set = tricksContext();
  const shelf = memoryStore();
  const play = new PlayGame(set.context, new Autosave("tricks", shelf));
  await play.restore();
  play.kept.statistics.reset();
  await play.start(against("low"), 5);
  await rest();
  const turn = async (): Promise<void> => {
    await play.move(play.table.legal[0]);
    await rest();
  };
  return { ...set, play, shelf, turn };
}

describe("statistics", () => {
  it("count each hand once, with its outcome and its loss", async () => {
    const { play, turn } = await game();
    expect(values(play.kept.statistics)).toEqual([]);
    for (let at = 0; at < 3; at += 1) await turn();
    expect(play.table.state?.chance_counter).toBe(2);
    const points = String((play.table.state as unknown as { scores: number[] }).scores[0]);
    expect(values(play.kept.statistics)).toEqual(["1", points, "0", "0 in 1"]);
    play.undo();
    await rest();
    await turn();
    expect(values(play.kept.statistics)[0]).toBe("1");
    for (let at = 0; at < 3; at += 1) await turn();
    expect(play.phase).toBe("over");
    expect([values(play.kept.statistics)[0], values(play.kept.statistics)[2]]).toEqual(["2", "1"]);
  });

  it("replace the counts of a hand that is taken back and ends differently, also after a reload", async () => {
    const { play, turn, shelf } = await game();
    for (let at = 0; at < 3; at += 1) await turn();
    const first = values(play.kept.statistics);
    await play.kept.autosave.settled();
    const again = new PlayGame(tricksContext().context, new Autosave("tricks", shelf));
    await again.restore();
    await rest();
    again.takeBackTo(0);
    await rest();
    expect(values(again.kept.statistics)).toEqual(first);
    for (let at = 0; at < 3; at += 1) {
      await again.move(again.table.legal.at(-1));
      await rest();
    }
    const points = String((again.table.state as unknown as { scores: number[] }).scores[0]);
    // Handing in the other card cost 1.5 points, and playing the higher one first half a point.
    expect([first[3], values(again.kept.statistics)]).toEqual(["0 in 1", ["1", points, "0", "2 in 1"]]);
  });

  it("are not reduced below zero after a reset", async () => {
    const { play, turn } = await game();
    for (let at = 0; at < 3; at += 1) await turn();
    play.kept.statistics.reset();
    play.takeBackTo(0);
    await rest();
    for (let at = 0; at < 3; at += 1) {
      await play.move(play.table.legal.at(-1));
      await rest();
    }
    expect(values(play.kept.statistics)).toEqual([]);
  });

  it("do not count again after a reload", async () => {
    const { play, turn, shelf } = await game();
    for (let at = 0; at < 3; at += 1) await turn();
    await play.kept.autosave.settled();
    const again = new PlayGame(tricksContext().context, new Autosave("tricks", shelf));
    await again.restore();
    await rest();
    expect(values(again.kept.statistics)[0]).toBe("1");
  });

  it("leave out replayed deals", async () => {
    const { play, turn } = await game();
    for (let at = 0; at < 3; at += 1) await turn();
    await play.playAgain(play.table.session!.decisions[0]!.state, play.seats);
    await rest();
    for (let at = 0; at < 3; at += 1) await turn();
    expect(values(play.kept.statistics)[0]).toBe("1");
  });

  it("wait for the grades of a hand, and count no loss with the coach off", async () => {
    const { context } = tricksContext({ coach: false });
    const play = new PlayGame(context, new Autosave("tricks", memoryStore()));
    play.kept.statistics.reset();
    await play.start(against("low"), 5);
    await rest();
    for (let at = 0; at < 3; at += 1) {
      await play.move(play.table.legal[0]);
      await rest();
    }
    expect(values(play.kept.statistics)).toMatchObject({ 0: "1", 3: "0 in 0" });
  });

  it("are saved, survive invalid stored data, and can be reset", () => {
    const place = storage('{"games":"x","loss":3,"gradedParts":2,"counts":{"hands":4,"points":null}}');
    const statistics = fresh(place);
    expect(values(statistics)).toEqual(["4", "0", "0", "3 in 2"]);
    statistics.reset();
    expect([values(statistics), [...place.kept.keys()]]).toEqual([[], ["hindsight:version"]]);
    for (const text of ["{", "null", "[]"]) expect(values(fresh(storage(text)))).toEqual([]);
  });

  it("are absent in a game without counters", () => {
    const none = new Statistics("pile", undefined, { storage: storage() });
    expect(none.follow({ decisions: [], player: 0, partOf: undefined, decides: () => true }, NOTHING_COUNTED)).toBe(NOTHING_COUNTED);
    expect(none.lines).toEqual([]);
  });
});
