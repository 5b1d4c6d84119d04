import { beforeEach, describe, expect, test, vi } from "vitest";
import { RUNTIME_CACHE } from "./runtime-cache";
import { BROWSER_SHELF } from "./shelf";

const URL = "http://x/runtime/v1/toy.table.bin";
const TABLE = new Uint8Array([1, 2, 3]);

let stores: Map<string, Map<string, Response>>;

/** The part of the Cache API that is used. */
function open(name: string) {
  const held = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, held);
  return Promise.resolve({
    match: (url: string) => Promise.resolve(held.get(url)?.clone()),
    put: (url: string, response: Response) => Promise.resolve(void held.set(url, response)),
    delete: (url: string) => Promise.resolve(held.delete(url)),
  });
}

beforeEach(() => {
  stores = new Map();
  vi.stubGlobal("caches", { open });
  return () => vi.unstubAllGlobals();
});

describe("the browser's shelf", () => {
  test("returns stored tables until they are dropped", async () => {
    expect(await BROWSER_SHELF.get(URL)).toBeNull();
    await BROWSER_SHELF.put(URL, TABLE);
    expect([...(await BROWSER_SHELF.get(URL))!]).toEqual([1, 2, 3]);
    await BROWSER_SHELF.drop(URL);
    expect(await BROWSER_SHELF.get(URL)).toBeNull();
    expect([...stores.keys()]).toEqual([RUNTIME_CACHE]);
  });

  test("asks the service worker, where there is one, to keep a file", async () => {
    await BROWSER_SHELF.keepFile(URL);
    const messages: unknown[] = [];
    const active = { postMessage: (message: unknown) => messages.push(message) };
    vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ active }) } });
    await BROWSER_SHELF.keepFile(URL);
    expect(messages).toEqual([{ type: "keepTable", url: URL }]);
  });

  test.each([
    ["there is no store", undefined],
    ["storage is forbidden", { open: () => Promise.reject(new DOMException("denied", "SecurityError")) }],
  ])("returns nothing when %s", async (_, store) => {
    vi.stubGlobal("caches", store);
    expect(await BROWSER_SHELF.get(URL)).toBeNull();
    await BROWSER_SHELF.put(URL, TABLE);
    await BROWSER_SHELF.drop(URL);
  });
});
