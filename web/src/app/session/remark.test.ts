import { describe, expect, it } from "vitest";
import type { GameState } from "../../core/session";
import { context, rest } from "../testing/setup";
import { Remark } from "./remark.svelte";

interface Asked {
  name: string;
  signal: AbortSignal;
}

function remarks(answer: () => Promise<object>): { remark: Remark; asked: Asked[] } {
  const { context: base } = context();
  const asked: Asked[] = [];
  const query = (_ruleset: string, name: string, _args: object, { signal }: { signal: AbortSignal }): Promise<object> => {
    asked.push({ name, signal });
    return answer();
  };
  const remark = new Remark({
    ...base,
    engine: { ...base.engine, port: { query } } as never,
    ui: {
      ...base.ui,
      remark: {
        query: (_state, objective) => (objective === "win" ? null : { name: "why", args: {} }),
        text: (found) => JSON.stringify(found),
      },
    },
  });
  return { remark, asked };
}

const [first, second] = [{}, {}] as [GameState, GameState];

describe("a remark", () => {
  it("is asked for once by position", async () => {
    const { remark, asked } = remarks(() => Promise.resolve({ a: 1 }));
    expect(remark.on(first)).toBe("");
    for (const state of [first, first, null, first]) await remark.follow(state, null);
    expect(remark.on(first)).toBe('{"a":1}');
    expect(asked).toHaveLength(1);
    await remark.follow(second, "win");
    expect([remark.on(second), asked.length]).toEqual(["", 1]);
  });

  it("is dropped when another position comes into focus, and asked for again", async () => {
    const { remark, asked } = remarks(() => new Promise(() => undefined));
    void remark.follow(first, null);
    void remark.follow(null, null);
    await rest();
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
    void remark.follow(first, null);
    expect(asked).toHaveLength(2);
  });

  it("is left out when the engine fails", async () => {
    const { remark } = remarks(() => Promise.reject(new Error("no")));
    await remark.follow(first, null);
    expect(remark.on(first)).toBe("");
  });
});
