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
  const manifest = { path: "v2-abc", files: [{ name: "a.wasm" }, { name: "b.whl" }] };

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

  it("passes on a file that cannot be fetched", async () => {
    const cache = fakeCache();
    cache.add = () => Promise.reject(new TypeError("offline"));
    await expect(keepRuntime(cache, manifest, BASE)).rejects.toThrow("offline");
  });
});
