import { describe, expect, test, vi } from "vitest";
import { ArtifactKeeper, type ArtifactParts, type Wanted } from "./artifacts";
import { EngineError } from "../errors";
import { FakeShelf, INFO, TABLE } from "../testing/fakes";
import { solveElsewhere } from "../client/solve";

const WANTED: Wanted = { rulesetId: "toy", name: "table", solve: { rulesetId: "toy", name: "solve", args: {} } };
const ENDED = new EngineError("DISPOSED", "The engine has been shut down.");

/** A keeper on a site without tables, and the controller that ends its engine. */
function makeKeeper(change: Partial<ArtifactParts>) {
  const end = new AbortController();
  const solve = vi.fn(() => Promise.resolve(TABLE));
  const keeper = new ArtifactKeeper({
    info: () => ({ ...INFO, artifacts: [], stageMs: {} }),
    gameName: () => Promise.resolve("Toy"),
    load: () => Promise.resolve("{}"),
    solve,
    shelf: new FakeShelf(),
    signal: end.signal,
    show: () => undefined,
    ...change,
  });
  return { keeper, solve, end };
}

describe("an engine that ends", () => {
  test("starts no computation after reading the shelf", async () => {
    const shelf = new FakeShelf();
    const { keeper, solve, end } = makeKeeper({ shelf });
    let answer: (found: null) => void = () => undefined;
    const get = vi.spyOn(shelf, "get").mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const coming = expect(keeper.bring(WANTED)).rejects.toBe(ENDED);
    await vi.waitFor(() => expect(get).toHaveBeenCalled(), 10_000);
    end.abort(ENDED);
    answer(null);
    await coming;
    expect(solve).not.toHaveBeenCalled();
  });

  test("does not read the shelf after looking up the game's name", async () => {
    const shelf = new FakeShelf();
    const get = vi.spyOn(shelf, "get");
    let answer: (name: string) => void = () => undefined;
    const { keeper, solve, end } = makeKeeper({ shelf, gameName: () => new Promise((resolve) => (answer = resolve)) });
    const coming = expect(keeper.bring(WANTED)).rejects.toBe(ENDED);
    end.abort(ENDED);
    answer("Toy");
    await coming;
    expect([get.mock.calls.length, solve.mock.calls.length]).toEqual([0, 0]);
  });

  test("creates no second worker before the computation starts", async () => {
    const createWorker = vi.fn(() => {
      throw new Error("a worker for nobody");
    });
    const options = { createWorker, runtimeUrl: "http://x/runtime/", runtimePath: "", bootTimeoutMs: 1, callTimeoutMs: 1 };
    const end = new AbortController();
    end.abort(ENDED);
    await expect(solveElsewhere(options, WANTED.solve!, () => undefined, end.signal)).rejects.toBe(ENDED);
    expect(createWorker).not.toHaveBeenCalled();
  });
});

test("a computed table is stored before it is loaded, and removed if the engine rejects it", async () => {
  const shelf = new FakeShelf();
  const kept: number[] = [];
  const refused = JSON.stringify({ error: "Not a table.", code: "INVALID_ARTIFACT", context: {} });
  const load = () => {
    kept.push(shelf.kept.size);
    return Promise.resolve(refused);
  };
  await expect(makeKeeper({ shelf, load }).keeper.bring(WANTED)).rejects.toMatchObject({ code: "ARTIFACT_FAILED" });
  expect([kept, shelf.kept.size]).toEqual([[1], 0]);
});
