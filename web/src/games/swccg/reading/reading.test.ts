import { describe, expect, it } from "vitest";
import { base64, checkSize, encoded, MAX_MB, recognise, recogniseText, type Bytes } from "./reading";
import { DARK_JSON, DECISION_XML, LIGHT_JSON, REPLAY_XML } from "../testing/short-game";

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);

async function packed(bytes: Bytes, form: "gzip" | "deflate"): Promise<Bytes> {
  const stream = new Response(bytes).body!.pipeThrough(new CompressionStream(form));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

describe("input recognition", () => {
  it("recognises input by its content, whatever its name", async () => {
    expect(recognise(bytesOf(REPLAY_XML), "a.json")).toMatchObject({ kind: "replay", name: "a.json" });
    for (const form of ["gzip", "deflate"] as const) {
      expect(recognise(await packed(bytesOf(REPLAY_XML), form), "x.xml.gz").kind).toBe("replay");
    }
    expect(recognise(bytesOf(`\ufeff  ${DARK_JSON}`), "cards.txt")).toEqual({ kind: "cards", side: "dark", text: DARK_JSON });
    expect(recogniseText(LIGHT_JSON)).toMatchObject({ kind: "cards", side: "light" });
    expect(recogniseText(`\n ${DECISION_XML} `)).toEqual({ kind: "decision", xml: DECISION_XML });
    expect(recogniseText(`<?xml version="1.0"?>\n${DECISION_XML}`).kind).toBe("decision");
    expect(recogniseText("<gameState><ge type='D'/></gameState>").kind).toBe("replay");
    expect(recogniseText('{"ruleset_id":"swccg_gemp_v1","decision":{}}').kind).toBe("state");
    // Not XML at all, but that is for the engine to judge.
    expect(recogniseText("xylophone").kind).toBe("replay");
  });

  it.each([
    ['{"a":1}', "neither Dark.json"],
    ["{", "neither Dark.json"],
    ['{"ruleset_id":"azul_v1_2p"}', "neither Dark.json"],
    ["", "is empty"],
    ["<!DOCTYPE html><html></html>", "a web page, not a replay"],
    ['<html lang="en"><body></body></html>', "a web page, not a replay"],
  ])("refuses unusable text in one sentence: %s", (text, words) => {
    expect(() => recogniseText(text)).toThrow(words);
  });

  it("refuses files that are too large before they are read", () => {
    expect(() => checkSize(MAX_MB * 1024 * 1024, "a.xml")).not.toThrow();
    expect(() => checkSize(MAX_MB * 1024 * 1024 + 1, "a.xml")).toThrow("a.xml is too large: 24.0 MB; the limit is 24 MB.");
  });
});

describe("encoding for the engine", () => {
  it("is base64 of the unchanged bytes", async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256);
    expect(atob(base64(bytes)).length).toBe(bytes.length);
    expect(Uint8Array.from(atob(await encoded(bytes)), (char) => char.charCodeAt(0))).toEqual(bytes);
  });

  it("compresses long replays with zlib", async () => {
    const bytes = bytesOf(REPLAY_XML + " ".repeat(6_000_000));
    const text = await encoded(bytes);
    expect(text.length).toBeLessThan(100_000);
    const sent = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    expect(sent[0]).toBe(0x78);
    const back = new Response(sent).body!.pipeThrough(new DecompressionStream("deflate"));
    expect((await new Response(back).arrayBuffer()).byteLength).toBe(bytes.length);
  });

  it("refuses a replay that is too long even compressed", async () => {
    const bytes = new Uint8Array(12 * 1024 * 1024);
    bytes.set([0x1f, 0x8b]);
    await expect(encoded(bytes)).rejects.toThrow("too large for the engine");
  });
});
