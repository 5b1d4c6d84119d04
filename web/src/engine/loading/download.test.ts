// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from "vitest";
import { artifactsOf, fetchArtifact, fetchFiles, fetchManifest, type Manifest } from "./download";
import { EngineError } from "../errors";

const BASE = "http://x/site/runtime/";
const FOLDER = `${BASE}v1/`;

const encode = (text: string) => new TextEncoder().encode(text);

interface Served {
  body: Uint8Array<ArrayBuffer>;
  type?: string;
  status?: number;
}

/** A line of a manifest that is right in form. */
const FILE = { name: "c.whl", bytes: 5, sha256: "00" };

let served: Map<string, Served>;
let asked: { url: string; cache: RequestCache | undefined }[];

/** A runtime of three files that are right in every respect. */
async function goodRuntime(): Promise<Manifest> {
  const bodies: Record<string, [Uint8Array<ArrayBuffer>, string]> = {
    "a.wasm": [encode("\0asm----------"), "application/wasm"],
    "b.mjs": [encode("export {}"), "text/javascript; charset=utf-8"],
    "c.whl": [encode("PK\u0003\u0004wheel"), "application/octet-stream"],
  };
  const describeFile = async ([name, [body, type]]: [string, [Uint8Array<ArrayBuffer>, string]]) => {
    served.set(FOLDER + name, { body, type });
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return { name, bytes: body.length, sha256 };
  };
  const files = await Promise.all(Object.entries(bodies).map(describeFile));
  return { version: "1", path: "v1", files, artifacts: [], wheel: "c.whl" };
}

beforeEach(() => {
  served = new Map();
  asked = [];
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    asked.push({ url, cache: init?.cache });
    const file = served.get(url);
    if (file === undefined) return Promise.reject(new TypeError("Failed to fetch"));
    const { body, type, status = 200 } = file;
    return Promise.resolve(new Response(body, { status, headers: type === undefined ? {} : { "content-type": type } }));
  });
  return () => vi.unstubAllGlobals();
});

function serveManifest(value: unknown, more: Partial<Served> = {}): void {
  const body = encode(typeof value === "string" ? value : JSON.stringify(value));
  served.set(`${BASE}manifest.json`, { body, type: "application/json", ...more });
}

async function faultOf(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  const thrown: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof EngineError)) throw new Error(`not an EngineError: ${String(thrown)}`);
  return { code: thrown.code, message: thrown.message };
}

const load = (manifest: Manifest, fresh = false, onBytes: (count: number) => void = () => undefined) =>
  fetchFiles(FOLDER, manifest, { fresh, onBytes });

describe("the manifest", () => {
  test("is always asked for anew", async () => {
    const manifest = await goodRuntime();
    serveManifest(manifest);
    expect(await fetchManifest(BASE)).toEqual(manifest);
    expect(asked).toEqual([{ url: `${BASE}manifest.json`, cache: "no-cache" }]);
  });

  test.each([
    ["not there", () => undefined, "RUNTIME_MISSING"],
    ["a 404", () => serveManifest("no", { status: 404 }), "RUNTIME_MISSING"],
    ["the page of the site instead", () => serveManifest("<!doctype html>", { type: "text/html" }), "RUNTIME_TYPE"],
    ["cut off", () => serveManifest('{"version": '), "RUNTIME_CORRUPT"],
    ["something else", () => serveManifest({ files: [] }), "RUNTIME_CORRUPT"],
    [
      "without its tables",
      () => serveManifest({ version: "1", path: "v1", files: [FILE], wheel: "c.whl" }),
      "RUNTIME_CORRUPT",
    ],
    [
      "with a file that it does not describe",
      () => serveManifest({ version: "1", path: "v1", files: [FILE, {}], artifacts: [], wheel: "c.whl" }),
      "RUNTIME_CORRUPT",
    ],
  ])("%s", async (_, arrange, code) => {
    arrange();
    expect((await faultOf(fetchManifest(BASE))).code).toBe(code);
  });
});

test("a table that the manifest does not describe whole is left out, and the runtime starts without it", async () => {
  const whole = { ruleset_id: "toy", name: "table", file: "toy.table.bin", bytes: 5, sha256: "00" };
  const lacking = ["ruleset_id", "name", "file", "bytes", "sha256"].map((field) => ({ ...whole, [field]: undefined }));
  const wrong = [null, "toy", { ...whole, bytes: "5" }, { ...whole, bytes: -1 }, { ...whole, bytes: 0.5 }];
  serveManifest({ ...(await goodRuntime()), artifacts: [...lacking, whole, ...wrong] });
  const manifest = await fetchManifest(BASE);
  expect(manifest.artifacts).toEqual([whole]);
  expect(artifactsOf(FOLDER, manifest)).toHaveLength(1);
});

describe("the files", () => {
  test("come with their bytes counted", async () => {
    const manifest = await goodRuntime();
    let counted = 0;
    const files = await load(manifest, false, (count) => (counted += count));
    expect([...files.keys()]).toEqual(manifest.files.map(({ name }) => FOLDER + name));
    expect(new TextDecoder().decode(files.get(`${FOLDER}b.mjs`))).toBe("export {}");
    expect(counted).toBe(manifest.files.reduce((sum, file) => sum + file.bytes, 0));
    expect(new Set(asked.map(({ cache }) => cache))).toEqual(new Set(["default"]));
  });

  test("are asked of the server again after a failure", async () => {
    await load(await goodRuntime(), true);
    expect(new Set(asked.map(({ cache }) => cache))).toEqual(new Set(["reload"]));
  });

  test.each<[string, string, Partial<Served> | null, string, string]>([
    ["missing", "a.wasm", { status: 404 }, "RUNTIME_MISSING", "a.wasm is missing on the server (status 404)."],
    ["out of reach", "c.whl", null, "RUNTIME_MISSING", "c.whl could not be fetched: is the connection up?"],
    [
      "of the wrong type",
      "a.wasm",
      { type: "text/plain" },
      "RUNTIME_TYPE",
      "The server sends a.wasm with the content type text/plain, so it cannot be used.",
    ],
    [
      "of no type",
      "b.mjs",
      { type: "" },
      "RUNTIME_TYPE",
      "The server sends b.mjs with no content type, so it cannot be used.",
    ],
    [
      "a page",
      "c.whl",
      { type: "text/html" },
      "RUNTIME_TYPE",
      "The server sends c.whl with the content type text/html, so it cannot be used.",
    ],
    [
      "not wasm",
      "a.wasm",
      { body: encode("<html>--------") },
      "RUNTIME_CORRUPT",
      "a.wasm is damaged: it is not the kind of file it should be.",
    ],
    [
      "changed",
      "b.mjs",
      { body: encode("export {;") },
      "RUNTIME_CORRUPT",
      "b.mjs is damaged: its contents are not what was built.",
    ],
    [
      "cut off",
      "a.wasm",
      { body: encode("\0asm--") },
      "RUNTIME_CORRUPT",
      "a.wasm is damaged: only 6 of 14 bytes arrived.",
    ],
    [
      "too long",
      "b.mjs",
      { body: encode("export {}\n\n") },
      "RUNTIME_CORRUPT",
      "b.mjs is damaged: it is longer than it should be.",
    ],
  ])("one is %s", async (_, name, change, code, message) => {
    const manifest = await goodRuntime();
    const url = FOLDER + name;
    if (change === null) served.delete(url);
    else served.set(url, { ...served.get(url)!, ...change });
    expect(await faultOf(load(manifest))).toEqual({ code, message });
  });
});

describe("a table", () => {
  const URL = `${FOLDER}toy.table.bin`;
  const GOOD = encode("12345");

  async function described() {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", GOOD));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const listed = { ruleset_id: "toy", name: "table", file: "toy.table.bin", bytes: 5, sha256 };
    return artifactsOf(FOLDER, { ...(await goodRuntime()), artifacts: [listed] })[0]!;
  }
  const serve = (body: Uint8Array<ArrayBuffer>) => served.set(URL, { body, type: "application/octet-stream" });

  test("is fetched from where the manifest says, and its bytes are counted", async () => {
    serve(GOOD);
    const counts: number[] = [];
    const file = await described();
    expect(file).toMatchObject({ rulesetId: "toy", name: "table", url: URL });
    expect(await fetchArtifact(file, (count) => counts.push(count))).toEqual(GOOD);
    expect(counts.at(-1)).toBe(5);
    expect(asked).toEqual([{ url: URL, cache: "default" }]);
  });

  test("that was kept damaged is asked of the server again", async () => {
    serve(encode("12x45"));
    const file = await described();
    const network = fetch;
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
      if (init?.cache === "reload") serve(GOOD);
      return network(url, init);
    });
    expect(await fetchArtifact(file, () => undefined)).toEqual(GOOD);
    expect(asked.map(({ cache }) => cache)).toEqual(["default", "reload"]);
  });

  test.each([
    ["damaged", "12x45", "RUNTIME_CORRUPT"],
    ["cut off", "123", "RUNTIME_CORRUPT"],
    ["not there", null, "RUNTIME_MISSING"],
  ])("that is %s is refused", async (_, body, code) => {
    if (body !== null) serve(encode(body));
    expect((await faultOf(fetchArtifact(await described(), () => undefined))).code).toBe(code);
  });

  test("that is the host's own page is told from a damaged one", async () => {
    served.set(URL, { body: encode("<!doctype html>"), type: "text/html; charset=utf-8" });
    expect((await faultOf(fetchArtifact(await described(), () => undefined))).code).toBe("RUNTIME_TYPE");
  });

  test("that brings no byte for long is given up", async () => {
    const file = await described();
    vi.useFakeTimers();
    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
      return new Promise((_resolve, reject) => {
        signal!.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      });
    });
    const end = faultOf(fetchArtifact(file, () => undefined));
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await end).code).toBe("RUNTIME_MISSING");
    vi.useRealTimers();
  });
});
