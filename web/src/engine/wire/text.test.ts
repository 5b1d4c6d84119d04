import { describe, expect, test } from "vitest";
import { LruCache } from "../client/cache";
import { EngineError } from "../errors";
import { stateText, toText } from "./text";

function errorOf(run: () => unknown): EngineError {
  try {
    run();
  } catch (error) {
    if (error instanceof EngineError) return error;
  }
  throw new Error("nothing was refused");
}

describe("JSON text for the engine", () => {
  test("a text within the limit is unchanged", () => {
    expect(stateText({ a: "é" })).toBe('{"a":"é"}');
    expect(stateText(' {"a": 1}')).toBe(' {"a": 1}');
  });

  test("a text over the limit is rejected with its size in bytes", () => {
    const huge = errorOf(() => stateText({ a: "x".repeat(3 * 1024 * 1024) }));
    expect(huge.code).toBe("INVALID_STATE");
    expect(huge.message).toBe("The position is too large: 3.0 MB; the limit is 2.0 MB.");
    const wide = "é".repeat(700_000);
    expect(errorOf(() => stateText(wide, 1_300_000)).context.bytes).toBe(1_400_000);
    expect(stateText({ wide }, 1_500_000)).toContain("é");
  });

  test("the limit can be raised to 16 MB and no further", () => {
    expect(stateText({ a: "x".repeat(3 * 1024 * 1024) }, 16 * 1024 * 1024).length).toBeGreaterThan(3_000_000);
    expect(errorOf(() => stateText({ a: "x".repeat(17 * 1024 * 1024) }, 1e9)).code).toBe("INVALID_STATE");
  });

  test("a value that cannot be serialised is rejected with a code", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(errorOf(() => stateText(circle)).code).toBe("INVALID_STATE");
    expect(errorOf(() => toText(undefined, "The action", "INVALID_ACTION")).code).toBe("INVALID_ACTION");
    expect(errorOf(() => toText({ a: 1n }, "The params", "INVALID_PARAMS")).code).toBe("INVALID_PARAMS");
    expect(errorOf(() => stateText('{"a": ')).code).toBe("INVALID_JSON");
  });
});

describe("cache", () => {
  test("evicts the least recently used entry", () => {
    const cache = new LruCache<number>(2);
    cache.set("a", 1);
    cache.set("b", 2);
    expect(cache.get("a")).toBe(1);
    cache.set("c", 3);
    expect(cache.get("b")).toBeUndefined();
    expect([cache.get("a"), cache.get("c")]).toEqual([1, 3]);
  });
});
