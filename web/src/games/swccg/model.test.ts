import { afterEach, describe, expect, it, vi } from "vitest";
import { ReviewModel } from "./model.svelte";
import { refusal } from "./testing/fake-engine";
import { DARK_JSON, DECISION_XML, LIGHT_JSON, REPLAY_XML, stateAt } from "./testing/short-game";
import { fakeTools, fileOf, rest } from "./testing/tools";

afterEach(() => void vi.useRealTimers());

async function opened() {
  const given = fakeTools();
  const model = new ReviewModel(given.tools);
  await model.takeFiles([fileOf("game.xml", REPLAY_XML)]);
  return { ...given, model };
}

describe("replays", () => {
  it("are read, scored, and opened at the first disagreement", async () => {
    const { model, said } = await opened();
    expect(model.replay?.seat).toBe("DarkBot");
    expect(model.review?.decisions).toHaveLength(4);
    expect(model.index).toBe(2);
    expect(model.detail.shown?.state.index).toBe(2);
    expect(model.work).toBeNull();
    expect(said[0]).toBe("DarkBot (dark side) against LightBot: 6 decisions, 4 with a choice.");
  });

  it("that cannot be read raise an error sentence, and the open one stays", async () => {
    const { model } = await opened();
    await model.takeFiles([fileOf("bad.xml", "<gameReplay")]);
    expect(model.problem).toBe("No decision could be read in this file.");
    expect([model.replay?.replay_id, model.index, model.detail.shown?.index]).toEqual(["a1", 2, 2]);
    await model.takeText('{"a":1}');
    expect(model.problem).toContain("neither Dark.json");
    await model.openSample();
    expect(model.problem).toBeNull();
  });

  it("that are too large are refused unread", async () => {
    const { model, fake } = await opened();
    fake.asked = [];
    const huge = Object.assign(new File([], "huge.xml"), { arrayBuffer: () => Promise.reject(new Error("read")) });
    Object.defineProperty(huge, "size", { value: 25 * 1024 * 1024 });
    await model.takeFiles([huge]);
    expect(model.problem).toBe("huge.xml is too large: 25.0 MB; the limit is 24 MB.");
    expect(fake.asked).toEqual([]);
  });

  it("are scored with progress, and scoring can be stopped and started again", async () => {
    const { fake, tools } = fakeTools();
    let release = (): void => undefined;
    fake.held = new Promise((resolve) => (release = resolve));
    const model = new ReviewModel(tools);
    const opening = model.openSample();
    await rest();
    expect(model.work).toMatchObject({ what: "Scoring the decisions", progress: 0.5 });
    model.work?.stop();
    release();
    await opening;
    expect([model.work, model.review, model.problem]).toEqual([null, null, null]);
    expect(model.replay).not.toBeNull();
    fake.held = null;
    await model.score();
    expect(model.review?.summary.known).toBe(3);
  });

  it("come back at the next visit, at the same decision and with reported choices, until they are closed", async () => {
    const { model, tools, kept, said } = await opened();
    model.go(1);
    await model.say("0");
    expect(model.detail.shown).toMatchObject({ said: "0", evaluation: { grade: "DIFFERENT", deltaEv: -25.5 } });
    expect(said.at(-1)).toBe("Different from the coach's choice: 25.5 points behind.");
    await rest();
    const later = new ReviewModel({ ...tools, engine: fakeTools().fake });
    await later.restore();
    expect([later.replay?.replay_id, later.index, later.said]).toEqual(["a1", 1, { 1: { answer: "0", grade: "DIFFERENT" } }]);
    // The reported choice counts in the timeline, and its grade follows the weights.
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

  it("stay closed when the page ends before the database has deleted them, and others are not affected", async () => {
    const { model, tools, kept } = await opened();
    const { del } = tools.shelf;
    tools.shelf.del = () => new Promise(() => undefined);
    model.closeGame();
    await rest();
    expect(kept.has("swccg:replay")).toBe(true);
    const later = new ReviewModel({ ...tools, shelf: { ...tools.shelf, del } });
    await later.restore();
    expect([later.replay, later.aside, [...kept.keys()]]).toEqual([null, null, []]);
    await later.takeFiles([fileOf("game.xml", REPLAY_XML)]);
    const third = new ReviewModel(tools);
    await third.restore();
    expect(third.replay?.replay_id).toBe("a1");
  });

  it("are marked as being restored from the first moment on", async () => {
    const { tools } = await opened();
    const later = new ReviewModel({ ...tools, engine: fakeTools().fake });
    const back = later.restore();
    expect(later.restoring).toBe(true);
    await back;
    expect([later.restoring, later.replay?.replay_id]).toEqual([false, "a1"]);
    later.closeGame();
    const third = new ReviewModel(tools);
    const none = third.restore();
    expect(third.restoring).toBe(false);
    await none;
  });

  it("given several at once, only the last is opened, with a note", async () => {
    const { tools } = fakeTools();
    const model = new ReviewModel(tools);
    await model.takeFiles([fileOf("a.xml", "<gameReplay"), fileOf("b.xml", REPLAY_XML)]);
    expect([model.problem, model.name, model.note]).toEqual([null, "b.xml", "2 replays were chosen: the last one, b.xml, was opened."]);
  });

  it("lend their titles to what is displayed, never to what is sent to the engine", async () => {
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
    const model = new ReviewModel(tools);
    await model.takeFiles([fileOf("game.xml", REPLAY_XML)]);
    expect(model.detail.shown?.view.titles["5_5"]).toBe("•Jabba");
    expect(sent.map((state) => "5_5" in (state as { titles: object }).titles)).toEqual([false]);
  });

  it("whose opening ended the page three times are set aside, and can be opened on request", async () => {
    const { tools } = await opened();
    for (let death = 0; death < 3; death += 1) {
      const alive = new ReviewModel(tools);
      await alive.restore();
      expect([alive.replay?.replay_id, alive.aside]).toEqual(["a1", null]);
      // Each of these pages died while opening the replay.
      for (let times = 0; times <= death; times += 1) tools.attempts.begin("swccg:replay");
    }
    const later = new ReviewModel(tools);
    await later.restore();
    expect([later.replay, later.aside]).toEqual([null, "game.xml"]);
    await later.openAside();
    expect([later.replay?.replay_id, later.aside]).toEqual(["a1", null]);
    const third = new ReviewModel(tools);
    await third.restore();
    expect(third.replay?.replay_id).toBe("a1");
  });

  it("are set aside, not overwritten, by a page that could not read them", async () => {
    const { tools, kept } = await opened();
    const before = kept.get("swccg:replay");
    const silent = async () => Promise.reject(new Error("no answer"));
    const later = new ReviewModel({ ...tools, shelf: { ...tools.shelf, get: silent } });
    await later.restore();
    await later.takeFiles([fileOf("other.xml", REPLAY_XML)]);
    await rest();
    expect(kept.get("swccg:replay:aside")).toBe(before);
    expect(kept.get("swccg:replay")).toMatchObject({ name: "other.xml" });
  });

  it("can be opened without a database", async () => {
    const { tools } = fakeTools();
    const none = async () => Promise.reject(new Error("forbidden"));
    const model = new ReviewModel({ ...tools, shelf: { get: none, set: none, del: none, rename: none, names: none } });
    await model.restore();
    await model.takeFiles([fileOf("Dark.json", DARK_JSON), fileOf("game", REPLAY_XML)]);
    expect(model.replay?.replay_id).toBe("a1");
    model.closeGame();
  });
});

describe("reported choices", () => {
  it("are taken back with an error sentence when they are illegal", async () => {
    const { model } = await opened();
    await model.say("illegal");
    expect(model.problem).toBe("That answer is not legal here.");
    expect(model.said).toEqual({});
    expect(model.detail.shown).toMatchObject({ index: 2, said: null });
  });

  it("that are kept but no longer legal do not prevent scoring", async () => {
    const { model, tools, kept } = await opened();
    kept.set("swccg:notes", { replayId: "a1", notes: { index: 1, said: { 2: "illegal" } } });
    const later = new ReviewModel(tools);
    await later.restore();
    expect([later.review?.decisions.length, later.problem, later.marks[2]?.grade]).toEqual([4, null, null]);
    expect(model.index).toBe(2);
  });
});

describe("keyboard", () => {
  it("steps through the visible decisions and to the next disagreement", async () => {
    const { model } = await opened();
    model.step(1);
    expect(model.index).toBe(4);
    model.step(1);
    model.step(1);
    expect(model.index).toBe(5);
    model.end(false);
    expect(model.index).toBe(1);
    model.filter = { ...model.filter, all: true };
    model.end(false);
    expect(model.index).toBe(0);
    model.nextDisagreement();
    expect([model.index, model.note]).toEqual([2, null]);
    const { arrivals } = model;
    model.nextDisagreement();
    expect([model.index, model.note]).toEqual([2, "There is no other disagreement among these decisions."]);
    expect(model.arrivals).toBe(arrivals + 1);
    model.go(4);
    model.nextDisagreement();
    expect([model.index, model.note]).toEqual([2, "That was the last disagreement: starting from the top again."]);
    model.step(-1);
    expect(model.note).toBeNull();
    model.go(2);
    model.filter = { kind: "move", grade: "", all: false };
    model.nextDisagreement();
    expect(model.index).toBe(2);
    model.step(1);
    expect(model.index).toBe(5);
    await rest();
    expect(model.detail.shown?.index).toBe(5);
  });
});

describe("card data", () => {
  it("is recognised by content, kept, and loaded before the replay at the next visit", async () => {
    const { model, tools, fake } = await opened();
    expect(model.replay?.cards.unknown).toEqual(["1_168"]);
    await model.takeFiles([fileOf("b", LIGHT_JSON), fileOf("a", DARK_JSON)]);
    expect(model.cards.loaded?.cards).toBe(3640);
    expect(model.replay?.cards.unknown).toEqual([]);
    expect(fake.asked.slice(-5).sort()).toEqual(["decision_state", "evaluate", "load_replay", "outlook", "review"].sort());
    const engine = fakeTools().fake;
    const later = new ReviewModel({ ...tools, engine });
    await later.restore();
    expect(engine.asked.slice(0, 2)).toEqual(["load_cards", "load_replay"]);
    expect(later.cards.sides).toEqual(["dark", "light"]);
    await later.forgetCards();
    expect(later.cards.loaded).toBeNull();
    await later.unforgetCards();
    expect([later.cards.sides, later.cards.forgotten]).toEqual([["dark", "light"], null]);
    await later.forgetCards();
    const third = new ReviewModel(tools);
    await third.restore();
    expect(third.cards.loaded).toBeNull();
  });

  it("stays forgotten when the page ends before the database has deleted it", async () => {
    const { model, tools } = await opened();
    await model.takeFiles([fileOf("Dark.json", DARK_JSON)]);
    tools.shelf.del = () => new Promise(() => undefined);
    void model.forgetCards();
    const later = new ReviewModel({ ...tools, shelf: { ...tools.shelf, del: () => Promise.reject(new Error("full")) } });
    await later.restore();
    expect(later.cards.loaded).toBeNull();
    await later.takeFiles([fileOf("Dark.json", DARK_JSON)]);
    const third = new ReviewModel(tools);
    await third.restore();
    expect(third.cards.sides).toEqual(["dark"]);
  });

  it("stays loaded when new data is refused", async () => {
    const { model, fake } = await opened();
    await model.takeFiles([fileOf("Dark.json", DARK_JSON)]);
    fake.failNext = refusal("The light cards cannot be read.", "INVALID_PARAMS");
    await model.takeFiles([fileOf("Light.json", LIGHT_JSON)]);
    expect(model.cards.problem).toBe("The light cards cannot be read.");
    expect(model.cards.sides).toEqual(["dark"]);
  });

  it("of the sample is loaded with it where the person has none, never kept, and gone with the sample", async () => {
    const { tools, kept } = fakeTools();
    const model = new ReviewModel(tools);
    await model.openSample();
    expect([model.cards.lent, model.replay?.cards.unknown, model.cards.loaded]).toEqual([3640, [], null]);
    expect(kept.has("swccg:cards")).toBe(false);
    const later = new ReviewModel({ ...tools, engine: fakeTools().fake });
    await later.restore();
    expect([later.cards.lent, later.replay?.cards.unknown]).toEqual([3640, []]);
    await later.takeFiles([fileOf("bad.xml", "<gameReplay")]);
    expect([later.cards.lent, later.replay?.replay_id]).toEqual([3640, "a1"]);
    await later.takeFiles([fileOf("game.xml", REPLAY_XML)]);
    expect([later.cards.lent, later.replay?.cards.unknown]).toEqual([0, ["1_168"]]);
    await later.takeFiles([fileOf("Dark.json", DARK_JSON), fileOf("Light.json", LIGHT_JSON)]);
    await later.openSample();
    expect([later.cards.lent, later.cards.sides]).toEqual([0, ["dark", "light"]]);
  });
});

describe("weights", () => {
  it("are applied to the open game once a change has settled, and kept", async () => {
    const { model, texts, fake, said } = await opened();
    vi.useFakeTimers();
    fake.asked = [];
    model.weights.set("deploy.base", 10);
    model.weights.set("deploy.base", 60);
    expect(fake.asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(400);
    expect(fake.asked.filter((name) => name === "review")).toHaveLength(1);
    expect(model.flips.map(({ row }) => row.index)).toEqual([2, 5]);
    expect(said.at(-1)).toBe("2 of 4 decisions flip.");
    expect(JSON.parse(texts.get("hindsight:swccg:weights")!)).toEqual({ profile: "coach", weights: { "deploy.base": 60 } });
    expect(model.detail.shown?.evaluation.bestAction.answer).toBe("1");
    model.weights.set("deploy.base", 0);
    await vi.advanceTimersByTimeAsync(400);
    expect(model.flips).toEqual([]);
    expect(texts.has("hindsight:swccg:weights")).toBe(false);
  });

  it("can be pasted as copied, within limits and without unknown ones", async () => {
    const { model } = await opened();
    expect(model.weights.paste("[1]")).toBeNull();
    expect(model.weights.problem).toContain("not the JSON");
    const text = '{"profile":"document","weights":{"deploy.base":9999,"gone":3,"deploy.reach":"x"}}';
    expect(model.weights.paste(text)).toMatchObject({ taken: 1 });
    expect(model.weights.weighing).toEqual({ profile: "document", weights: { "deploy.base": 200 } });
    expect(model.weights.paste(model.weights.text())?.remarks).toEqual([]);
    model.weights.reset();
    expect(model.weights.own).toBe(false);
  });
});

describe("a single decision", () => {
  it("is shown beside the open game, with what it lacks", async () => {
    const { model } = await opened();
    await model.takeText(DECISION_XML);
    expect(model.alone?.lacks).toEqual(["board", "hand"]);
    expect(model.detail.shown?.index).toBeNull();
    await model.say("0");
    expect(model.detail.shown?.evaluation.grade).toBe("DIFFERENT");
    expect(model.said).toEqual({});
    model.closeAlone();
    await rest();
    expect(model.detail.shown?.index).toBe(2);
  });

  it("can be pasted as it was copied from this page", async () => {
    const { tools } = fakeTools();
    const model = new ReviewModel(tools);
    await model.takeText(JSON.stringify(stateAt(4)));
    expect(model.detail.shown?.state.decision.kind).toBe("lose");
  });
});
