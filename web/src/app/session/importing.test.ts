import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EnginePort } from "../../core/engine-port";
import { importGame } from "./importing";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it("imports what the first screen needs at once, and the coach once that screen is drawn", async () => {
  const asked: boolean[] = [];
  const prepare = (_game: string, options?: { screenOnly?: boolean }): Promise<void> => {
    asked.push(options?.screenOnly === true);
    return Promise.resolve();
  };
  const done = importGame({ prepare } as unknown as EnginePort, "pile");
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual([true]);
  await vi.advanceTimersByTimeAsync(2000);
  await done;
  expect(asked).toEqual([true, false]);
});
