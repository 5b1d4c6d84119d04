/** A fake server for tests of downloads, and helpers for the fake clock. */
import { vi } from "vitest";
import { EngineError } from "../errors";
import type { Manifest } from "../loading/manifest";

export const BASE = "http://x/site/runtime/";
export const FOLDER = `${BASE}v1/`;

export const encode = (text: string) => new TextEncoder().encode(text);

export interface Served {
  body: Uint8Array<ArrayBuffer>;
  type?: string;
  status?: number;
}

/** The responses by URL; without one, the connection breaks. */
export const served = new Map<string, Served>();
/** The requests so far. */
export const requested: { url: string; cache: RequestCache | undefined }[] = [];

const realTimeout = globalThis.setTimeout;

/** Installs the server. Call in `beforeEach`; returns a function that removes it. */
export function setUpServer(): () => void {
  served.clear();
  requested.length = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    requested.push({ url, cache: init?.cache });
    const file = served.get(url);
    if (file === undefined) return Promise.reject(new TypeError("Failed to fetch"));
    const { body, type, status = 200 } = file;
    return Promise.resolve(new Response(body, { status, headers: type === undefined ? {} : { "content-type": type } }));
  });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
}

/** The cache modes of the requests for a file, in order. */
export function cacheModesOf(url: string): (RequestCache | undefined)[] {
  return requested.filter((each) => each.url === url).map(({ cache }) => cache);
}

/** Runs pending work that takes no time on the clock. */
export async function turn(): Promise<void> {
  await new Promise((resolve) => realTimeout(resolve, 1));
}

/** Waits for a condition without advancing the clock. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

/** The result of a promise, skipping its pauses. */
export async function settled<T>(promise: Promise<T>): Promise<T> {
  let over = false;
  const end = promise.finally(() => (over = true));
  end.catch(() => undefined);
  while (!over) {
    await turn();
    await vi.advanceTimersByTimeAsync(500);
  }
  return end;
}

/** The error of a promise. */
export async function errorOf(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  const thrown: unknown = await settled(promise).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof EngineError)) throw new Error(`not an EngineError: ${String(thrown)}`);
  return { code: thrown.code, message: thrown.message };
}

export function serveManifest(value: unknown, more: Partial<Served> = {}, query = ""): void {
  const body = encode(typeof value === "string" ? value : JSON.stringify(value));
  served.set(`${BASE}manifest.json${query}`, { body, type: "application/json", ...more });
}

/** A valid runtime of three files. */
export async function goodRuntime(): Promise<Manifest> {
  const bodies: Record<string, [Uint8Array<ArrayBuffer>, string]> = {
    "a.wasm": [encode("\0asm----------"), "application/wasm"],
    "b.mjs": [encode("export {}"), "text/javascript; charset=utf-8"],
    "c.whl": [encode("PK\u0003\u0004wheel"), "application/octet-stream"],
  };
  const describeFile = async ([name, [body, type]]: [string, [Uint8Array<ArrayBuffer>, string]]) => {
    served.set(FOLDER + name, { body, type });
    return { name, bytes: body.length, sha256: await hashOf(body) };
  };
  const files = await Promise.all(Object.entries(bodies).map(describeFile));
  return { version: "1", path: "v1", files, artifacts: [], wheel: "c.whl" };
}

export async function hashOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
