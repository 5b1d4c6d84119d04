import { beforeEach, describe, expect, test, vi } from "vitest";
import { BROWSER_SHELF, RUNTIME_CACHE } from "./shelf";

const URL = "http://x/runtime/v1/toy.table.bin";
const TABLE = new Uint8Array([1, 2, 3]);

let stores: Map<string, Map<string, Response>>;
let fetched: string[];

/** As much of the browser's store as is used. */
function open(name: string) {
  const held = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, held);
  return Promise.resolve({
    match: (url: string) => Promise.resolve(held.get(url)?.clone()),
    put: (url: string, response: Response) => Promise.resolve(void held.set(url, response)),
    delete: (url: string) => Promise.resolve(held.delete(url)),
    add: (url: string) => {
      fetched.push(url);
      return Promise.resolve(void held.set(url, new Response(TABLE)));
    },
  });
}

beforeEach(() => {
  stores = new Map();
  fetched = [];
  vi.stubGlobal("caches", { open });
  return () => vi.unstubAllGlobals();
});

describe("the browser's shelf", () => {
  test("gives back what was put there, until it is dropped", async () => {
    expect(await BROWSER_SHELF.get(URL)).toBeNull();
    await BROWSER_SHELF.put(URL, TABLE);
    expect([...(await BROWSER_SHELF.get(URL))!]).toEqual([1, 2, 3]);
    await BROWSER_SHELF.drop(URL);
    expect(await BROWSER_SHELF.get(URL)).toBeNull();
    expect([...stores.keys()]).toEqual([RUNTIME_CACHE]);
  });

  test("keeps a file once, and only where a service worker can answer with it", async () => {
    await BROWSER_SHELF.keepFile(URL);
    expect(fetched).toEqual([]);
    vi.stubGlobal("navigator", { serviceWorker: {} });
    await BROWSER_SHELF.keepFile(URL);
    await BROWSER_SHELF.keepFile(URL);
    expect(fetched).toEqual([URL]);
  });

  test.each([
    ["there is no store", undefined],
    ["storage is forbidden", { open: () => Promise.reject(new DOMException("denied", "SecurityError")) }],
  ])("does without when %s", async (_, store) => {
    vi.stubGlobal("caches", store);
    vi.stubGlobal("navigator", { serviceWorker: {} });
    expect(await BROWSER_SHELF.get(URL)).toBeNull();
    await BROWSER_SHELF.put(URL, TABLE);
    await BROWSER_SHELF.drop(URL);
    await BROWSER_SHELF.keepFile(URL);
  });
});
