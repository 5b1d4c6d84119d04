import { afterEach, describe, expect, it, vi } from "vitest";
import { Room } from "./room.svelte";
import { DARK_JSON, DECISION_XML, fakeTools, fileOf, LIGHT_JSON, refusal, rest, REPLAY_XML, stateAt } from "./testing";

afterEach(() => void vi.useRealTimers());

async function opened() {
  const given = fakeTools();
  const room = new Room(given.tools);
  await room.takeFiles([fileOf("game.xml", REPLAY_XML)]);
  return { ...given, room };
}

describe("a replay", () => {
  it("is read, scored, and opens at the first disagreement", async () => {
    const { room, said } = await opened();
    expect(room.replay?.seat).toBe("DarkBot");
    expect(room.review?.decisions).toHaveLength(4);
    expect(room.index).toBe(2);
    expect(room.detail.shown?.state.index).toBe(2);
    expect(room.work).toBeNull();
    expect(said[0]).toBe("DarkBot (dark side) against LightBot: 6 decisions, 4 with a choice.");
  });

  it("that cannot be read is said, and the open one stays", async () => {
    const { room } = await opened();
    await room.takeFiles([fileOf("bad.xml", "<gameReplay")]);
    expect(room.problem).toBe("No decision could be read in this file.");
    expect([room.replay?.replay_id, room.index, room.detail.shown?.index]).toEqual(["a1", 2, 2]);
    await room.takeText('{"a":1}');
    expect(room.problem).toContain("neither Dark.json");
    await room.openSample();
    expect(room.problem).toBeNull();
  });

  it("that is too large is refused before it is read", async () => {
    const { room, fake } = await opened();
    fake.asked = [];
    const huge = Object.assign(new File([], "huge.xml"), { arrayBuffer: () => Promise.reject(new Error("read")) });
    Object.defineProperty(huge, "size", { value: 25 * 1024 * 1024 });
    await room.takeFiles([huge]);
    expect(room.problem).toBe("huge.xml is too large: 25.0 MB, and at most 24 MB can be read.");
    expect(fake.asked).toEqual([]);
  });

  it("is scored with progress, and the scoring can be stopped and taken up", async () => {
    const { fake, tools } = fakeTools();
    let release = (): void => undefined;
    fake.held = new Promise((resolve) => (release = resolve));
    const room = new Room(tools);
    const opening = room.openSample();
    await rest();
    expect(room.work).toMatchObject({ what: "Scoring the decisions", progress: 0.5 });
    room.work?.stop();
    release();
    await opening;
    expect([room.work, room.review, room.problem]).toEqual([null, null, null]);
    expect(room.replay).not.toBeNull();
    fake.held = null;
    await room.score();
    expect(room.review?.summary.known).toBe(3);
  });

  it("comes back at the next visit, at the same decision and with what one said; closing forgets it", async () => {
    const { room, tools, kept, said } = await opened();
    room.go(1);
    await room.say("0");
    expect(room.detail.shown).toMatchObject({ said: "0", evaluation: { grade: "DIFFERENT", deltaEv: -25.5 } });
    expect(said.at(-1)).toBe("Different from the coach's choice: 25.5 points behind.");
    await rest();
    const later = new Room({ ...tools, engine: fakeTools().fake });
    await later.restore();
    expect([later.replay?.replay_id, later.index, later.said]).toEqual(["a1", 1, { 1: { answer: "0", grade: "DIFFERENT" } }]);
    // What the person says counts in the timeline, and follows the weights.
    expect(later.marks[1]?.grade).toBe("DIFFERENT");
    later.weights.set("deploy.base", -30);
    await later.score();
    expect(later.marks[1]?.grade).toBe("DIFFERENT");
    expect(later.marks[1]?.scored?.grade).toBe("SAME");
    later.weights.reset();
    expect(later.detail.shown?.said).toBe("0");
    await later.say(null);
    expect(later.said).toEqual({});
    later.closeGame();
    await rest();
    expect([...kept.keys()]).toEqual([]);
    expect([later.replay, later.detail.shown]).toEqual([null, null]);
  });

  it("is said to be on its way back, from the first moment on", async () => {
    const { tools } = await opened();
    const later = new Room({ ...tools, engine: fakeTools().fake });
    const back = later.restore();
    expect(later.restoring).toBe(true);
    await back;
    expect([later.restoring, later.replay?.replay_id]).toEqual([false, "a1"]);
    later.closeGame();
    const third = new Room(tools);
    const none = third.restore();
    expect(third.restoring).toBe(false);
    await none;
  });

  it("is the last one of several, and that is said", async () => {
    const { tools } = fakeTools();
    const room = new Room(tools);
    await room.takeFiles([fileOf("a.xml", "<gameReplay"), fileOf("b.xml", REPLAY_XML)]);
    expect([room.problem, room.name, room.note]).toEqual([null, "b.xml", "2 replays were chosen: the last one, b.xml, was opened."]);
  });

  it("gives its titles to what is shown, and never to the engine", async () => {
    const { tools, fake } = fakeTools();
    const before = fake.query.bind(fake);
    fake.query = async (name, args, options) => {
      const found = (await before(name, args, options)) as Record<string, unknown>;
      return (name === "load_replay" ? { ...found, titles: { "5_5": "•Jabba" } } : found) as never;
    };
    const sent: object[] = [];
    const evaluate = fake.evaluate.bind(fake);
    fake.evaluate = async (state, ...rest) => {
      sent.push(state);
      return evaluate(state, ...rest) as never;
    };
    const room = new Room(tools);
    await room.takeFiles([fileOf("game.xml", REPLAY_XML)]);
    expect(room.detail.shown?.view.titles["5_5"]).toBe("•Jabba");
    expect(sent.map((state) => "5_5" in (state as { titles: object }).titles)).toEqual([false]);
  });

  it("that ended the page three times while it was opened is set aside, and can be opened again", async () => {
    const { tools } = await opened();
    for (let death = 0; death < 3; death += 1) {
      const alive = new Room(tools);
      await alive.restore();
      expect([alive.replay?.replay_id, alive.aside]).toEqual(["a1", null]);
      // Each of them died before it was through.
      for (let times = 0; times <= death; times += 1) tools.attempts.begin("swccg:replay");
    }
    const later = new Room(tools);
    await later.restore();
    expect([later.replay, later.aside]).toEqual([null, "game.xml"]);
    await later.openAside();
    expect([later.replay?.replay_id, later.aside]).toEqual(["a1", null]);
    const third = new Room(tools);
    await third.restore();
    expect(third.replay?.replay_id).toBe("a1");
  });

  it("makes room for another one, where it was not known that there is one", async () => {
    const { tools, kept } = await opened();
    const before = kept.get("swccg:replay");
    const silent = async () => Promise.reject(new Error("no answer"));
    const later = new Room({ ...tools, shelf: { ...tools.shelf, get: silent } });
    await later.restore();
    await later.takeFiles([fileOf("other.xml", REPLAY_XML)]);
    await rest();
    expect(kept.get("swccg:replay:aside")).toBe(before);
    expect(kept.get("swccg:replay")).toMatchObject({ name: "other.xml" });
  });

  it("does without a database", async () => {
    const { tools } = fakeTools();
    const none = async () => Promise.reject(new Error("forbidden"));
    const room = new Room({ ...tools, shelf: { get: none, set: none, del: none, rename: none, names: none } });
    await room.restore();
    await room.takeFiles([fileOf("Dark.json", DARK_JSON), fileOf("game", REPLAY_XML)]);
    expect(room.replay?.replay_id).toBe("a1");
    room.closeGame();
  });
});

describe("what the person says", () => {
  it("is taken back when it is not legal, and said so", async () => {
    const { room } = await opened();
    await room.say("illegal");
    expect(room.problem).toBe("That answer is not legal here.");
    expect(room.said).toEqual({});
    expect(room.detail.shown).toMatchObject({ index: 2, said: null });
  });

  it("that is kept and no longer legal does not keep the game from being scored", async () => {
    const { room, tools, kept } = await opened();
    kept.set("swccg:notes", { replayId: "a1", notes: { index: 1, said: { 2: "illegal" } } });
    const later = new Room(tools);
    await later.restore();
    expect([later.review?.decisions.length, later.problem, later.marks[2]?.grade]).toEqual([4, null, null]);
    expect(room.index).toBe(2);
  });
});

describe("keys", () => {
  it("lead through the decisions in sight, and to the next disagreement", async () => {
    const { room } = await opened();
    room.step(1);
    expect(room.index).toBe(4);
    room.step(1);
    room.step(1);
    expect(room.index).toBe(5);
    room.end(false);
    expect(room.index).toBe(1);
    room.filter = { ...room.filter, all: true };
    room.end(false);
    expect(room.index).toBe(0);
    room.nextDisagreement();
    expect([room.index, room.note]).toEqual([2, null]);
    const { arrivals } = room;
    room.nextDisagreement();
    expect([room.index, room.note]).toEqual([2, "There is no other disagreement among these decisions."]);
    expect(room.arrivals).toBe(arrivals + 1);
    room.go(4);
    room.nextDisagreement();
    expect([room.index, room.note]).toEqual([2, "That was the last disagreement: from the top again."]);
    room.step(-1);
    expect(room.note).toBeNull();
    room.go(2);
    room.filter = { kind: "move", grade: "", all: false };
    room.nextDisagreement();
    expect(room.index).toBe(2);
    room.step(1);
    expect(room.index).toBe(5);
    await rest();
    expect(room.detail.shown?.index).toBe(5);
  });
});

describe("card data", () => {
  it("is told by content, kept, and loaded before the replay at the next visit", async () => {
    const { room, tools, fake } = await opened();
    expect(room.replay?.cards.unknown).toEqual(["1_168"]);
    await room.takeFiles([fileOf("b", LIGHT_JSON), fileOf("a", DARK_JSON)]);
    expect(room.cards.loaded?.cards).toBe(3640);
    expect(room.replay?.cards.unknown).toEqual([]);
    expect(fake.asked.slice(-4).sort()).toEqual(["decision_state", "evaluate", "load_replay", "review"].sort());
    const engine = fakeTools().fake;
    const later = new Room({ ...tools, engine });
    await later.restore();
    expect(engine.asked.slice(0, 2)).toEqual(["load_cards", "load_replay"]);
    expect(later.cards.sides).toEqual(["dark", "light"]);
    await later.forgetCards();
    expect(later.cards.loaded).toBeNull();
    await later.unforgetCards();
    expect([later.cards.sides, later.cards.forgotten]).toEqual([["dark", "light"], null]);
    await later.forgetCards();
    const third = new Room(tools);
    await third.restore();
    expect(third.cards.loaded).toBeNull();
  });

  it("that is refused leaves what was loaded", async () => {
    const { room, fake } = await opened();
    await room.takeFiles([fileOf("Dark.json", DARK_JSON)]);
    fake.failNext = refusal("The light cards cannot be read.", "INVALID_PARAMS");
    await room.takeFiles([fileOf("Light.json", LIGHT_JSON)]);
    expect(room.cards.problem).toBe("The light cards cannot be read.");
    expect(room.cards.sides).toEqual(["dark"]);
  });
});

describe("weights", () => {
  it("are tried on the open game when a change has settled, and kept", async () => {
    const { room, texts, fake, said } = await opened();
    vi.useFakeTimers();
    fake.asked = [];
    room.weights.set("deploy.base", 10);
    room.weights.set("deploy.base", 60);
    expect(fake.asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(400);
    expect(fake.asked.filter((name) => name === "review")).toHaveLength(1);
    expect(room.flips.map(({ row }) => row.index)).toEqual([2, 5]);
    expect(said.at(-1)).toBe("2 of 4 decisions flip.");
    expect(JSON.parse(texts.get("hindsight:swccg:weights")!)).toEqual({ profile: "coach", weights: { "deploy.base": 60 } });
    expect(room.detail.shown?.evaluation.bestAction.answer).toBe("1");
    room.weights.set("deploy.base", 0);
    await vi.advanceTimersByTimeAsync(400);
    expect(room.flips).toEqual([]);
    expect(texts.has("hindsight:swccg:weights")).toBe(false);
  });

  it("that were copied can be pasted: within limits, and only those that there are", async () => {
    const { room } = await opened();
    expect(room.weights.paste("[1]")).toBeNull();
    expect(room.weights.problem).toContain("not the JSON");
    const text = '{"profile":"document","weights":{"deploy.base":9999,"gone":3,"deploy.reach":"x"}}';
    expect(room.weights.paste(text)).toMatchObject({ taken: 1 });
    expect(room.weights.weighing).toEqual({ profile: "document", weights: { "deploy.base": 200 } });
    expect(room.weights.paste(room.weights.text())?.remarks).toEqual([]);
    room.weights.reset();
    expect(room.weights.own).toBe(false);
  });
});

describe("one decision alone", () => {
  it("stands beside the open game, and says what it lacks", async () => {
    const { room } = await opened();
    await room.takeText(DECISION_XML);
    expect(room.alone?.lacks).toEqual(["board", "hand"]);
    expect(room.detail.shown?.index).toBeNull();
    await room.say("0");
    expect(room.detail.shown?.evaluation.grade).toBe("DIFFERENT");
    expect(room.said).toEqual({});
    room.closeAlone();
    await rest();
    expect(room.detail.shown?.index).toBe(2);
  });

  it("can be one that was copied here", async () => {
    const { tools } = fakeTools();
    const room = new Room(tools);
    await room.takeText(JSON.stringify(stateAt(4)));
    expect(room.detail.shown?.state.decision.kind).toBe("lose");
  });
});
