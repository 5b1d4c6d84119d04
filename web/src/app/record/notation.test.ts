import { describe, expect, it, vi } from "vitest";
import { INFO, pileState } from "../../core/testing/fake-engine";
import type { EnginePort, GameInfo } from "../../core/engine-port";
import { FaultyText, hasNotation, importAny, writeGame, type Reading } from "./notation";
import { importValue, type GameRecord } from "./record";
import { replay } from "./replay";
import { sessionOf } from "../../core/session";

const info = { ...INFO, queries: [{ name: "write_game", description: "", argsSchema: {} }] } as unknown as GameInfo;
const states = [pileState(0), pileState(7)];
const reading: Reading = { states, actions: [{ add: 7 }], fromStart: true, faults: [] };
const answering = (answer: unknown) =>
  ({ query: vi.fn(async () => answer) }) as unknown as EnginePort & { query: ReturnType<typeof vi.fn> };

describe("games as text", () => {
  it("are offered where the engine can write them", () => {
    expect(hasNotation(info)).toBe(true);
    expect(hasNotation(INFO)).toBe(false);
  });

  it("are read by the engine and become a record that keeps the text", async () => {
    const port = answering(reading);
    const imported = await importAny(port, info, "# mine\nHindsight Pile\n7");
    expect(port.query).toHaveBeenCalledWith("pile_v1_2p", "read_game", { text: "# mine\nHindsight Pile\n7" });
    expect(imported).toMatchObject({ kind: "game", record: { actions: [{ add: 7 }], notation: "# mine\nHindsight Pile\n7" } });
  });

  it("name their faulty lines, the first one as the problem", async () => {
    const faults = [{ line: 2, text: "x", problem: "This is no move." }];
    const error: unknown = await importAny(answering({ ...reading, faults }), info, "Hindsight Pile\nx").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FaultyText);
    expect((error as FaultyText).message).toBe("This is no move.");
    expect((error as FaultyText).faults).toEqual(faults);
  });

  it.each(["Hindsight Yatzy\nP1: x", "# mine\n\n hindsight  yatzy # two\nx", "Hindsight Yatzy"])(
    "of another game are named: %j",
    async (text) => {
      const port = answering(reading);
      await expect(importAny(port, info, text)).rejects.toThrow("This is a game of Yatzy: open it there.");
      await expect(importAny(port, INFO, text)).rejects.toThrow("This is a game of Yatzy: open it there.");
      expect(port.query).not.toHaveBeenCalled();
    },
  );

  it("are asked for by the heading of the game itself", async () => {
    await expect(importAny(answering(reading), info, "hello")).rejects.toThrow(/words: “Hindsight Pile”\.$/);
    await expect(importAny(answering(reading), INFO, "hello")).rejects.toThrow("Line 1 should be a link, or a position or a game as JSON.");
  });

  it("are not sought in JSON, in links and in single words", async () => {
    const port = answering(reading);
    await importAny(port, info, `\n${JSON.stringify(pileState(3), null, 1)}`);
    await expect(importAny(port, info, "hello")).rejects.toThrow(/Line 1 should be/);
    await expect(importAny(port, info, "https://host/#/pile/review?s=AAAA")).rejects.toThrow(/link/);
    expect(port.query).not.toHaveBeenCalled();
  });

  it("may hold a link in a comment", async () => {
    const port = answering(reading);
    const linked = "Hindsight Pile\n# from https://host/#/pile/review?s=AAAA\n7";
    expect(await importAny(port, info, linked)).toMatchObject({ record: { notation: linked } });
    expect(await importAny(port, info, `# https://host/?s=AAAA\n${linked}`)).toMatchObject({ kind: "game" });
    expect(await importAny(port, info, "7 # https://host/?s=AAAA\n8")).toMatchObject({ kind: "game" });
  });

  it("replay as the text says, through a link, too", async () => {
    const port = answering(reading);
    const { record } = (await importAny(port, info, "Hindsight Pile\n7")) as { record: GameRecord };
    const linked = importValue(JSON.parse(JSON.stringify(record))) as { record: GameRecord };
    const session = await replay(port, info, linked.record, false);
    // No three tokens add up to seven: the moves alone could not be replayed.
    expect(session.decisions.map(({ state }) => state)).toEqual(states);
  });

  it("are written from all positions and moves", async () => {
    const port = answering({ text: "Hindsight Pile" });
    expect(await writeGame(port, "pile_v1_2p", sessionOf(states, [{ add: 7 }]))).toBe("Hindsight Pile");
    expect(port.query).toHaveBeenCalledWith("pile_v1_2p", "write_game", { states, actions: [{ add: 7 }] });
  });
});
