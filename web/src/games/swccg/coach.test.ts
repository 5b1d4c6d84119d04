import { describe, expect, it } from "vitest";
import { Coach } from "./coach";
import { FakeSwccg, refusal } from "./testing/fake-engine";
import { DARK_JSON, LIGHT_JSON, REPLAY_XML, stateAt } from "./testing/short-game";

const DATA = btoa(REPLAY_XML);
const WEIGHING = { profile: "coach", weights: {} } as const;

async function opened(): Promise<{ fake: FakeSwccg; coach: Coach }> {
  const fake = new FakeSwccg();
  const coach = new Coach(fake);
  await coach.loadCards({ dark: DARK_JSON });
  await coach.open(DATA);
  fake.asked = [];
  return { fake, coach };
}

describe("coach", () => {
  it("queries directly while the engine has everything", async () => {
    const { fake, coach } = await opened();
    await coach.state(1);
    await coach.review(WEIGHING);
    expect(fake.asked).toEqual(["decision_state", "review"]);
  });

  it("reloads cards, then the replay, once after an engine restart", async () => {
    const { fake, coach } = await opened();
    fake.restart();
    expect((await coach.state(2)).index).toBe(2);
    await coach.state(3);
    expect(fake.asked).toEqual(["load_cards", "load_replay", "decision_state", "decision_state"]);
  });

  it("reloads them when the engine turns out to lack the replay", async () => {
    const { fake, coach } = await opened();
    fake.failNext = refusal("There is no such replay.", "NOT_FOUND");
    expect((await coach.state(2)).index).toBe(2);
    expect(fake.asked).toEqual(["decision_state", "load_cards", "load_replay", "decision_state"]);
  });

  it("gives up when the engine never finds the replay", async () => {
    const { fake, coach } = await opened();
    const lost = new Coach({ ...fake, generation: 1, query: async () => Promise.reject(refusal("Gone.", "NOT_FOUND")) } as never);
    await expect(lost.state(0)).rejects.toThrow("Gone.");
    fake.failNext = refusal("Internal error.", "INTERNAL");
    await expect(coach.state(0)).rejects.toThrow("Internal error.");
  });

  it("repeats a query during which the engine restarted, because the cards were gone", async () => {
    const { fake, coach } = await opened();
    const before = fake.evaluate.bind(fake);
    let first = true;
    fake.evaluate = async (...args) => {
      if (first) fake.restart();
      first = false;
      return before(...(args as Parameters<typeof before>)) as never;
    };
    await coach.evaluate(stateAt(1), null, { ...WEIGHING, log: false });
    expect(fake.asked).toEqual(["evaluate", "load_cards", "load_replay", "evaluate"]);
  });

  it("keeps the open replay when another one is refused", async () => {
    const { fake, coach } = await opened();
    await expect(coach.open(btoa("nothing"))).rejects.toThrow("No decision could be read");
    fake.restart();
    expect((await coach.state(1)).replay_id).toBe("a1");
  });

  it("leaves the engine no cards of an earlier opening of the screen", async () => {
    const fake = new FakeSwccg();
    await new Coach(fake).loadCards({ dark: DARK_JSON, light: LIGHT_JSON });
    expect((await new Coach(fake).loadCards({ dark: DARK_JSON })).cards).toBe(1820);
    expect((await new Coach(fake).open(DATA)).cards.unknown).toEqual(["1_168"]);
    expect(fake.cards).toEqual({ dark: 0, light: 0 });
  });

  it("keeps the loaded cards when others are refused", async () => {
    const { fake, coach } = await opened();
    fake.failNext = refusal("This is not card data.", "INVALID_PARAMS");
    await expect(coach.loadCards({ light: "{}" })).rejects.toThrow("not card data");
    fake.restart();
    fake.asked = [];
    await coach.state(1);
    expect(fake.asked[0]).toBe("load_cards");
  });
});
