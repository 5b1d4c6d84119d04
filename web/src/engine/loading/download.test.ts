// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  requested,
  BASE,
  encode,
  errorOf,
  FOLDER,
  goodRuntime,
  hashOf,
  served,
  serveManifest,
  settled,
  setUpServer,
  turn,
  until,
  cacheModesOf,
  type Served,
} from "../testing/served";
import type { Trouble } from "../wire/protocol";
import { fetchArtifact, fetchFiles, type DownloadOptions, type Files } from "./download";
import { artifactsOf, type Manifest } from "./manifest";
import { serverHasAnother } from "./version";

beforeEach(setUpServer);

let files: Files;
beforeEach(() => void (files = new Map()));

const load = (manifest: Manifest, options: Partial<DownloadOptions> = {}) =>
  fetchFiles(FOLDER, manifest, files, {
    onBytes: () => undefined,
    isOutdated: () => Promise.resolve(false),
    ...options,
  });

describe("downloads", () => {
  test("report the bytes received", async () => {
    const manifest = await goodRuntime();
    let counted = 0;
    await settled(load(manifest, { onBytes: (count) => (counted += count) }));
    expect([...files.keys()].sort()).toEqual(manifest.files.map(({ name }) => FOLDER + name));
    expect(new TextDecoder().decode(files.get(`${FOLDER}b.mjs`))).toBe("export {}");
    expect(counted).toBe(manifest.files.reduce((sum, file) => sum + file.bytes, 0));
    expect(new Set(requested.map(({ cache }) => cache))).toEqual(new Set(["default"]));
  });

  test("skip files that are already there", async () => {
    const manifest = await goodRuntime();
    const here = encode("PK and more.");
    files.set(`${FOLDER}c.whl`, here);
    let counted = 0;
    await settled(load(manifest, { onBytes: (count) => (counted += count) }));
    expect(requested.map(({ url }) => url)).toEqual([`${FOLDER}a.wasm`, `${FOLDER}b.mjs`]);
    expect(files.get(`${FOLDER}c.whl`)).toBe(here);
    expect(counted).toBe(14 + 9 + here.length);
  });

  test("deliver each file once it is checked", async () => {
    const manifest = await goodRuntime();
    served.set(`${FOLDER}b.mjs`, { body: encode("export {;"), type: "text/javascript" });
    const here = new Map<string, number>();
    await errorOf(load(manifest, { onFile: (url, bytes) => here.set(url, bytes.length) }));
    expect([...here.keys()].sort()).toEqual([`${FOLDER}a.wasm`, `${FOLDER}c.whl`]);
    expect(here.get(`${FOLDER}a.wasm`)).toBe(14);
  });

  test("use the given fetch, also for retries", async () => {
    const manifest = await goodRuntime();
    const network = globalThis.fetch;
    let times = 0;
    const ask = ((...requested: Parameters<typeof fetch>) => {
      times += 1;
      return times === 1 ? Promise.reject(new TypeError("Failed to fetch")) : network(...requested);
    }) as typeof fetch;
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    await settled(load(manifest, { ask }));
    expect(times).toBe(manifest.files.length + 1);
  });

  test("stop reading a rejected response", async () => {
    const manifest = await goodRuntime();
    const network = globalThis.fetch;
    const signals: AbortSignal[] = [];
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      if (url.endsWith("b.mjs")) signals.push(init.signal!);
      return network(url, init);
    });
    served.set(`${FOLDER}b.mjs`, { body: encode("export {}, and much more"), type: "text/javascript" });
    await errorOf(load(manifest));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });

  describe("of wasm files", () => {
    const given: (Response | null)[] = [];
    const besideWasm = (response: Response | null) => void given.push(response);
    beforeEach(() => void given.splice(0));

    test("pass the response on while streaming and check a copy", async () => {
      const manifest = await goodRuntime();
      await settled(load(manifest, { besideWasm }));
      expect(given).toHaveLength(1);
      expect(new Uint8Array(await given[0]!.arrayBuffer())).toEqual(files.get(`${FOLDER}a.wasm`));
    });

    test("pass the response of a retry on, too", async () => {
      const manifest = await goodRuntime();
      const url = `${FOLDER}a.wasm`;
      served.set(url, { ...served.get(url)!, body: encode("\0asm--- xxxxx") });
      await errorOf(load(manifest, { besideWasm }));
      expect(given).toHaveLength(3);
    });

    test.each(["application/octet-stream", "application/wasm; charset=utf-8", ""])("do not stream with content type %j", async (type) => {
      const manifest = await goodRuntime();
      const url = `${FOLDER}a.wasm`;
      served.set(url, { ...served.get(url)!, type });
      await settled(load(manifest, { besideWasm }));
      expect(given).toEqual([null]);
      expect(files.get(url)).toHaveLength(14);
    });
  });

  test.each(["application/octet-stream", "", "text/plain"])("accept other files with content type %j", async (type) => {
    const manifest = await goodRuntime();
    for (const name of ["a.wasm", "c.whl"]) served.set(FOLDER + name, { ...served.get(FOLDER + name)!, type });
    await settled(load(manifest));
    expect(files.size).toBe(3);
  });

  test.each<[string, string, Partial<Served> | null, string, string]>([
    ["missing", "a.wasm", { status: 404 }, "RUNTIME_MISSING", "a.wasm is missing on the server (status 404)."],
    ["out of reach", "c.whl", null, "RUNTIME_MISSING", "c.whl could not be fetched: is the connection up?"],
    [
      "a module of the wrong type",
      "b.mjs",
      { type: "text/plain" },
      "RUNTIME_TYPE",
      "The server sends b.mjs with the content type text/plain, so it cannot be used.",
    ],
    ["a module of no type", "b.mjs", { type: "" }, "RUNTIME_TYPE", "The server sends b.mjs with no content type, so it cannot be used."],
    [
      "a page",
      "c.whl",
      { type: "text/html" },
      "RUNTIME_TYPE",
      "The server sends c.whl with the content type text/html, so it cannot be used.",
    ],
    ["not wasm", "a.wasm", { body: encode("<html>--------") }, "RUNTIME_CORRUPT", "a.wasm is damaged: it is not the right kind of file."],
    ["changed", "b.mjs", { body: encode("export {;") }, "RUNTIME_CORRUPT", "b.mjs is damaged: its content differs from what was built."],
    ["cut off", "a.wasm", { body: encode("\0asm--") }, "RUNTIME_CORRUPT", "a.wasm is damaged: only 6 of 14 bytes arrived."],
    ["too long", "b.mjs", { body: encode("export {}\n\n") }, "RUNTIME_CORRUPT", "b.mjs is damaged: it is longer than it should be."],
  ])("try a file that is %s three times, the others once, and keep those", async (_, name, change, code, message) => {
    const manifest = await goodRuntime();
    const url = FOLDER + name;
    if (change === null) served.delete(url);
    else served.set(url, { ...served.get(url)!, ...change });
    let counted = 0;
    expect(await errorOf(load(manifest, { onBytes: (count) => (counted += count) }))).toEqual({ code, message });
    const others = manifest.files.filter((file) => file.name !== name);
    expect([...files.keys()].sort()).toEqual(others.map((file) => FOLDER + file.name));
    for (const file of others) expect(cacheModesOf(FOLDER + file.name)).toEqual(["default"]);
    // A wrong response is not taken from the browser's cache again.
    const again = change === null ? "default" : "reload";
    expect(cacheModesOf(url)).toEqual(["default", again, again]);
    expect(counted).toBe(others.reduce((sum, file) => sum + file.bytes, 0));
  });

  test("retry only the failed file, after pauses, and report it", async () => {
    const manifest = await goodRuntime();
    const url = `${FOLDER}a.wasm`;
    const good = served.get(url)!;
    served.delete(url);
    const reports: (Trouble | null)[] = [];
    const coming = load(manifest, { onTrouble: (trouble) => reports.push(trouble) });
    await until(() => reports.length === 1);
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => reports.length === 2);
    expect(cacheModesOf(url)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(cacheModesOf(url)).toHaveLength(2);
    served.set(url, good);
    await settled(coming);
    expect([requested.length, files.size]).toEqual([5, 3]);
    expect(reports).toEqual([{ file: "a.wasm", over: false }, { file: "a.wasm", over: false }, null]);
  });

  test("do not retry files that are gone because of a newer version", async () => {
    const manifest = await goodRuntime();
    for (const { name } of manifest.files) served.set(FOLDER + name, { body: encode("no"), status: 404 });
    serveManifest({ ...manifest, path: "v2" });
    const error = errorOf(load(manifest, { isOutdated: () => serverHasAnother(BASE, "v1") }));
    expect((await error).code).toBe("NEW_VERSION");
    for (const { name } of manifest.files) expect(cacheModesOf(FOLDER + name)).toHaveLength(1);
  });
});

/** A server that answers with a stream for each file, filled by the test. */
function streamed(): Map<string, ReadableStreamDefaultController<Uint8Array>> {
  const lines = new Map<string, ReadableStreamDefaultController<Uint8Array>>();
  vi.stubGlobal("fetch", (url: string, { signal, cache }: RequestInit) => {
    requested.push({ url, cache });
    const body = new ReadableStream<Uint8Array>({
      start: (line) => {
        lines.set(url, line);
        signal!.addEventListener("abort", () => line.error(signal!.reason));
      },
    });
    const headers = { "content-type": url.endsWith(".mjs") ? "text/javascript" : "application/octet-stream" };
    return Promise.resolve(new Response(body, { headers }));
  });
  return lines;
}

describe("the network", () => {
  test("may be slow as long as any file receives bytes", async () => {
    const manifest = await goodRuntime();
    const lines = streamed();
    const coming = load(manifest);
    await until(() => lines.size === 3);
    const give = (name: string, from: number, to?: number) =>
      lines.get(FOLDER + name)!.enqueue(served.get(FOLDER + name)!.body.slice(from, to));
    for (let at = 0; at < 14; at++) {
      await vi.advanceTimersByTimeAsync(25_000);
      give("a.wasm", at, at + 1);
      await turn();
    }
    for (const name of ["b.mjs", "c.whl"]) give(name, 0);
    for (const line of lines.values()) line.close();
    await settled(coming);
    expect([requested.length, files.size]).toEqual([3, 3]);
  });

  test("that is silent for long is retried, then given up", async () => {
    const manifest = await goodRuntime();
    const lines = streamed();
    const coming = errorOf(load(manifest));
    await until(() => lines.size === 3);
    expect(await coming).toEqual({
      code: "RUNTIME_MISSING",
      message: "Nothing has come from the server for 60 seconds: is the connection up?",
    });
    expect(requested).toHaveLength(9);
  });

  test("that is offline waits for the connection before the next attempt", async () => {
    const manifest = await goodRuntime();
    const url = `${FOLDER}c.whl`;
    const good = served.get(url)!;
    served.delete(url);
    vi.stubGlobal("navigator", { onLine: false });
    const target = new EventTarget();
    vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
    const reports: unknown[] = [];
    const coming = load(manifest, { onTrouble: (trouble) => reports.push(trouble) });
    await until(() => reports.length === 1);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(cacheModesOf(url)).toHaveLength(1);
    served.set(url, good);
    target.dispatchEvent(new Event("online"));
    await settled(coming);
    expect(cacheModesOf(url)).toHaveLength(2);
  });
});

describe("a table", () => {
  const URL = `${FOLDER}toy.table.bin`;
  const GOOD = encode("12345");
  const current = () => Promise.resolve(false);

  async function described() {
    const listed = { ruleset_id: "toy", name: "table", file: "toy.table.bin", bytes: 5, sha256: await hashOf(GOOD) };
    return artifactsOf(FOLDER, { ...(await goodRuntime()), artifacts: [listed] })[0]!;
  }
  const serve = (body: Uint8Array<ArrayBuffer>) => served.set(URL, { body, type: "application/octet-stream" });

  test("is fetched from its URL, with progress", async () => {
    serve(GOOD);
    const counts: number[] = [];
    const file = await described();
    expect(file).toMatchObject({ rulesetId: "toy", name: "table", url: URL });
    expect(await settled(fetchArtifact(file, current, (count) => counts.push(count)))).toEqual(GOOD);
    expect(counts.at(-1)).toBe(5);
    expect(requested).toEqual([{ url: URL, cache: "default" }]);
  });

  test("that is damaged in the cache is fetched from the server again", async () => {
    serve(encode("12x45"));
    const file = await described();
    const network = fetch;
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
      if (init?.cache === "reload") serve(GOOD);
      return network(url, init);
    });
    expect(await settled(fetchArtifact(file, current, () => undefined))).toEqual(GOOD);
    expect(requested.map(({ cache }) => cache)).toEqual(["default", "reload"]);
  });

  test.each([
    ["damaged", "12x45", "RUNTIME_CORRUPT"],
    ["cut off", "123", "RUNTIME_CORRUPT"],
    ["not there", null, "RUNTIME_MISSING"],
  ])("that is %s is rejected", async (_, body, code) => {
    if (body !== null) serve(encode(body));
    expect((await errorOf(fetchArtifact(await described(), current, () => undefined))).code).toBe(code);
  });

  test("that is an HTML page counts as missing, not as damaged", async () => {
    served.set(URL, { body: encode("<!doctype html>"), type: "text/html; charset=utf-8" });
    expect((await errorOf(fetchArtifact(await described(), current, () => undefined))).code).toBe("RUNTIME_TYPE");
  });

  test("without a byte for long is given up", async () => {
    const file = await described();
    streamed();
    expect((await errorOf(fetchArtifact(file, current, () => undefined))).code).toBe("RUNTIME_MISSING");
    expect(requested).toHaveLength(3);
  });
});
