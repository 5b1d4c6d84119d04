// @vitest-environment node
import { beforeEach, expect, test, vi } from "vitest";
import { Arrivals } from "./arrivals";
import { servingFrom } from "./serving";
import { StreamedWasm } from "./streamed-wasm";

const HOST = "http://x/site/";
const WASM = `${HOST}python.wasm`;
const LIBRARY = `${HOST}library.zip`;
const GOOD = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

let arrivals: Arrivals;
let network: ReturnType<typeof vi.fn>;
beforeEach(() => {
  network = vi.fn(() => Promise.resolve(new Response("from the network")));
  vi.stubGlobal("self", globalThis);
  vi.stubGlobal("location", { href: `${HOST}worker.js` });
  vi.stubGlobal("fetch", network);
  arrivals = new Arrivals([WASM, LIBRARY], new Map());
  return () => vi.unstubAllGlobals();
});

test.each([LIBRARY, "library.zip", new URL(LIBRARY), new Request(LIBRARY)])(
  "a request is answered once its file has arrived: %s",
  async (asked) => {
    const answer = servingFrom(arrivals, new StreamedWasm(), async () => (await fetch(asked)).text());
    let here = false;
    void answer.then(() => (here = true));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(here).toBe(false);
    arrivals.arrive(LIBRARY, new TextEncoder().encode("checked"));
    expect(await answer).toBe("checked");
    expect(network).not.toHaveBeenCalled();
  },
);

test("other requests go to the network", async () => {
  const work = async () => (await fetch("other.json", { cache: "reload" })).text();
  expect(await servingFrom(arrivals, new StreamedWasm(), work)).toBe("from the network");
  expect(network).toHaveBeenCalledWith("other.json", { cache: "reload" });
});

test("wasm runs only after its check, from the module compiled while streaming", async () => {
  const wasm = new StreamedWasm();
  wasm.take(new Response(GOOD, { headers: { "content-type": "application/wasm" } }));
  let started = false;
  const instance = servingFrom(arrivals, wasm, async () => {
    const made = await WebAssembly.instantiateStreaming(fetch(WASM), {});
    started = true;
    return made;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(started).toBe(false);
  arrivals.arrive(WASM, GOOD);
  const { module, instance: made } = await instance;
  expect(module).toBe(await wasm.module(GOOD));
  expect(made).toBeInstanceOf(WebAssembly.Instance);
});

test("wasm that cannot be compiled or started rejects the work", async () => {
  const wasm = new StreamedWasm();
  arrivals.arrive(WASM, GOOD);
  vi.spyOn(WebAssembly, "compile").mockRejectedValueOnce(new RangeError("out of memory"));
  const waiting = () => new Promise<never>(() => void WebAssembly.instantiateStreaming(fetch(WASM), {}).catch(() => undefined));
  await expect(servingFrom(arrivals, wasm, waiting)).rejects.toThrow("out of memory");
});

test("other wasm is compiled by the browser", async () => {
  network.mockImplementation(() => Promise.resolve(new Response(GOOD, { headers: { "content-type": "application/wasm" } })));
  const made = await servingFrom(arrivals, new StreamedWasm(), () => WebAssembly.instantiateStreaming(fetch(`${HOST}other.wasm`)));
  expect(made.instance).toBeInstanceOf(WebAssembly.Instance);
});

test("the globals are restored, also when the work fails", async () => {
  const before = [globalThis.fetch, WebAssembly.instantiateStreaming];
  const failing = servingFrom(arrivals, new StreamedWasm(), () => Promise.reject(new Error("broken")));
  expect([globalThis.fetch, WebAssembly.instantiateStreaming]).not.toEqual(before);
  await expect(failing).rejects.toThrow("broken");
  expect([globalThis.fetch, WebAssembly.instantiateStreaming]).toEqual(before);
});
