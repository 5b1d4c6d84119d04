import { describe, expect, it } from "vitest";
import { MAX_PACKED_CHARS, pack, unpack } from "./packing";
import { brokenText, importPacked, importText, importValue, toRecord } from "./record";
import { replay } from "./replay";
import { annotate, play, startSession } from "../../core/session";
import { asPort, evaluation, FakeEngine, INFO, pileState } from "../../core/testing/fake-engine";

function game() {
  let session = startSession(pileState(0, 0));
  session = play(session, { add: 1 }, pileState(1, 1));
  session = play(session, { add: 2 }, pileState(3, 0));
  return annotate(session, 0, session.decisions[0]?.action, { evaluation: evaluation({ add: 1 }), luck: [1, -1] });
}

describe("links", () => {
  it("survive the round trip and are short", async () => {
    const state = { ...pileState(4, 1), note: "the same words ".repeat(40) };
    const packed = await pack(state);
    expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(packed.length).toBeLessThan(JSON.stringify(state).length / 2);
    expect(await unpack(packed)).toEqual(state);
  });

  it.each([
    ["characters of no link", "!!!", /damaged/],
    ["noise", "AAAAAAAA", /damaged/],
    ["a cut link", "q1YqVSpKLS7NKVGyMjTSUUosKMhJVbJSMjEx0VEqTi1RslIy", /damaged|does not hold/],
    ["a long one", "A".repeat(MAX_PACKED_CHARS + 1), /too long/],
  ])("that hold %s are refused with a sentence", async (_, text, sentence) => {
    await expect(unpack(text)).rejects.toThrow(sentence);
  });

  it("that expand to a huge text are refused", async () => {
    const bomb = await bombOf(4_000_000);
    expect(bomb.length).toBeLessThan(MAX_PACKED_CHARS);
    await expect(unpack(bomb)).rejects.toThrow(/more than any position/);
  });
});

async function bombOf(length: number): Promise<string> {
  const stream = new CompressionStream("deflate-raw");
  const writer = stream.writable.getWriter();
  void writer.write(new TextEncoder().encode(`"${"a".repeat(length)}"`));
  void writer.close();
  const reader = stream.readable.getReader();
  let binary = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) binary += String.fromCharCode(...part.value);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

describe("game records", () => {
  it("are replayed, with evaluations only when trusted", async () => {
    const port = asPort(new FakeEngine());
    const imported = importValue(JSON.parse(JSON.stringify(toRecord(game(), [null, "one"], true))));
    if (imported.kind !== "game") throw new Error("not a game");
    const trusted = await replay(port, INFO, imported.record, true);
    expect(trusted).toEqual(game());
    const checked = await replay(port, INFO, imported.record, false);
    expect(checked.decisions[0]).toMatchObject({ evaluation: null, luck: null });
    expect(imported.record.seats).toEqual([null, "one"]);
  });

  it("name the first illegal move in the error", async () => {
    const record = toRecord(game(), [], false);
    record.actions[1] = { add: 7 };
    await expect(replay(asPort(new FakeEngine()), INFO, record, false)).rejects.toThrow(/^Move 2 .* not legal/);
  });

  it("have no evaluations when shared", () => {
    expect(toRecord(game(), [], false)).not.toHaveProperty("evaluations");
  });

  it("drop evaluations of an invalid shape", () => {
    const record = {
      ...toRecord(game(), [], true),
      evaluations: [{ bestActionEv: "x", metadata: {}, candidates: [] }, 5],
      luck: ["a", [1, 2]],
    };
    const imported = importValue(record);
    expect(imported).toMatchObject({ kind: "game", record: { evaluations: [null, null], luck: [null, [1, 2]] } });
  });
});

describe("the place where JSON breaks off", () => {
  it.each([
    ["SyntaxError: Expected ',' or '}' after property value in JSON at position 11 (line 2 column 3)", /line 2, column 3,/],
    ["SyntaxError: JSON.parse: unexpected character at line 2 column 3 of the JSON data", /line 2, column 3,/],
    ["SyntaxError: JSON Parse error: Unexpected EOF", /line 2, column 6,/],
    ['SyntaxError: JSON Parse error: Unexpected identifier "tru"', /^This is no valid JSON/],
    [`SyntaxError: Unexpected token ',', "at position 3 "... is not valid JSON`, /^This is no valid JSON/],
  ])("is named if the browser names it, case %#", (message, sentence) => {
    expect(brokenText('{"a": 1,\n "b":', message)).toMatch(sentence);
  });
});

describe("pasted text", () => {
  it("can be a position, a game, or a link from any host", async () => {
    const state = pileState(3, 1);
    expect(await importText(` ${JSON.stringify(state)} `)).toEqual({ kind: "state", state });
    const link = `https://example.org/x/#/pile/review?s=${await pack(toRecord(game(), [], false))}`;
    expect(await importText(link)).toMatchObject({ kind: "game", record: { actions: [{ add: 1 }, { add: 2 }] } });
    expect(await importPacked(await pack(state))).toEqual({ kind: "state", state });
  });

  it.each([
    ["", /nothing to read/],
    ["http://localhost/#/azul/review?game=AAAA", /^This address does not contain a position or a game/],
    ["hello", /Line 1 should be a link, or a position or a game as JSON/],
    ["[1, 2]", /should be a position/],
    ['{"a": 1,\n "b" 2}', /breaks off at line 2, column 6/],
    ['{"a": 1,\n "b":', /breaks off at line 2, column 6/],
    // The message about an unexpected character names no position; the piece of the text in it may look like one.
    ['{"a": tru,\n\n\n\n"b": 1}', /^This is no valid JSON/],
    ['{"a": "line 9 column 9 at position 9", "b": tru}', /^This is no valid JSON/],
    ["{}", /ruleset_id/],
    [`{"a":${"[".repeat(60)}${"]".repeat(60)}}`, /nested deeper/],
    [`{"format":"hindsight-game","version":99}`, /another version/],
    [`{"format":"hindsight-game","version":1,"ruleset_id":"x"}`, /incomplete/],
    [`{"format":"hindsight-game","version":1,"ruleset_id":"x","initial_state":{"ruleset_id":"y"},"actions":[]}`, /contradicts/],
    ["x".repeat(3_000_001), /too long/],
  ])("is refused with one sentence, case %#", async (text, sentence) => {
    await expect(importText(text)).rejects.toThrow(sentence);
  });
});
