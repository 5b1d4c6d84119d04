import { describe, expect, it } from "vitest";
import { keepRuntime, type RuntimeCache } from "./runtime-cache";

const BASE = "https://example.test/sub/runtime/";

function fakeCache(...urls: string[]): RuntimeCache & { urls: Set<string>; added: string[] } {
  const held = new Set(urls);
  const added: string[] = [];
  return {
    urls: held,
    added,
    keys: () => Promise.resolve([...held].map((url) => ({ url }))),
    delete: (url) => Promise.resolve(held.delete(url)),
    add: (url) => {
      held.add(url);
      added.push(url);
      return Promise.resolve();
    },
  };
}

describe("keepRuntime", () => {
  const manifest = {
    path: "v2-abc",
    files: [{ name: "a.wasm" }, { name: "b.whl" }],
    artifacts: [{ file: "dice.table.bin" }, { file: "dice.other.bin" }],
  };

  it("adds every file of the runtime to an empty cache", async () => {
    const cache = fakeCache();
    expect(await keepRuntime(cache, manifest, BASE)).toBe(2);
    expect([...cache.urls]).toEqual([`${BASE}v2-abc/a.wasm`, `${BASE}v2-abc/b.whl`]);
  });

  it("fetches only what is missing and drops an older runtime", async () => {
    const cache = fakeCache(`${BASE}v1-old/a.wasm`, `${BASE}v2-abc/a.wasm`);
    expect(await keepRuntime(cache, manifest, BASE)).toBe(1);
    expect(cache.added).toEqual([`${BASE}v2-abc/b.whl`]);
    expect(cache.urls.has(`${BASE}v1-old/a.wasm`)).toBe(false);
  });

  it("leaves another site under the same origin alone", async () => {
    const other = "https://example.test/other/runtime/v1-old/a.wasm";
    const cache = fakeCache(other);
    await keepRuntime(cache, manifest, BASE);
    expect(cache.urls.has(other)).toBe(true);
  });

  it("leaves tables alone that were fetched or computed, and fetches none that nobody used", async () => {
    const tables = [`${BASE}v2-abc/dice.table.bin`, `${BASE}v2-abc/dice.other.solved.bin`];
    const cache = fakeCache(...tables);
    expect(await keepRuntime(cache, manifest, BASE)).toBe(2);
    expect(cache.added).toEqual([`${BASE}v2-abc/a.wasm`, `${BASE}v2-abc/b.whl`]);
    for (const table of tables) expect(cache.urls.has(table)).toBe(true);
  });

  it("fetches the tables anew that were used with an older runtime, and drops the old ones", async () => {
    const cache = fakeCache(`${BASE}v1-old/dice.table.bin`, `${BASE}v1-old/dice.other.solved.bin`);
    await keepRuntime(cache, manifest, BASE);
    expect([...cache.urls]).toEqual([`${BASE}v2-abc/a.wasm`, `${BASE}v2-abc/b.whl`, `${BASE}v2-abc/dice.table.bin`]);
  });

  it("passes over tables that the manifest does not describe", async () => {
    const cache = fakeCache(`${BASE}v1-old/dice.table.bin`);
    const artifacts = [null, {}, ...manifest.artifacts];
    await keepRuntime(cache, { ...manifest, artifacts }, BASE);
    expect([...cache.urls]).toEqual([`${BASE}v2-abc/a.wasm`, `${BASE}v2-abc/b.whl`, `${BASE}v2-abc/dice.table.bin`]);
  });

  it("takes a path that begins like the runtime's for another one", async () => {
    const cache = fakeCache(`${BASE}v2-abcdef/a.wasm`);
    await keepRuntime(cache, manifest, BASE);
    expect(cache.urls.has(`${BASE}v2-abcdef/a.wasm`)).toBe(false);
  });

  it("passes on a file that cannot be fetched", async () => {
    const cache = fakeCache();
    cache.add = () => Promise.reject(new TypeError("offline"));
    await expect(keepRuntime(cache, manifest, BASE)).rejects.toThrow("offline");
  });
});
