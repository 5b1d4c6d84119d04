// @vitest-environment node
import { expect, test } from "vitest";
import { Arrivals } from "./arrivals";

const bytes = (...values: number[]) => new Uint8Array(values);

test("an expected file resolves when it arrives", async () => {
  const arrivals = new Arrivals(["a", "b"], new Map());
  const seen: number[] = [];
  void arrivals.of("a")!.then((file) => seen.push(file[0]!));
  arrivals.arrive("b", bytes(2));
  await arrivals.of("b");
  expect(seen).toEqual([]);
  arrivals.arrive("a", bytes(1));
  expect(await arrivals.of("a")).toEqual(bytes(1));
  expect(seen).toEqual([1]);
});

test("a file that is already there resolves at once", async () => {
  expect(await new Arrivals(["a"], new Map([["a", bytes(7)]])).of("a")).toEqual(bytes(7));
});

test("an unexpected file is undefined", () => {
  const arrivals = new Arrivals(["a"], new Map([["old", bytes(1)]]));
  arrivals.arrive("stranger", bytes(1));
  expect(arrivals.of("stranger")).toBeUndefined();
  expect(arrivals.of("old")).toBeUndefined();
});
