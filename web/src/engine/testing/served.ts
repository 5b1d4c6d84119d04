/** A server without a network, for tests of what is fetched, and a clock that runs while they wait. */
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

/** What is at which address; where nothing is, the connection breaks. */
export const served = new Map<string, Served>();
/** What was asked for. */
export const asked: { url: string; cache: RequestCache | undefined }[] = [];

const realTimeout = globalThis.setTimeout;

/** Puts the server up before each test of a file; to be called in `beforeEach`. Returns what takes it down. */
export function setUpServer(): () => void {
  served.clear();
  asked.length = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    asked.push({ url, cache: init?.cache });
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

/** The cache modes with which a file was asked for, in their order. */
export function waysOf(url: string): (RequestCache | undefined)[] {
  return asked.filter((each) => each.url === url).map(({ cache }) => cache);
}

/** Lets what takes no time on the clock go on. */
export async function turn(): Promise<void> {
  await new Promise((resolve) => realTimeout(resolve, 1));
}

/** Waits for something that takes no time on the clock. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

/** What a promise comes to, however long its pauses are. */
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

/** The error that a promise ends with. */
export async function faultOf(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
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

/** A runtime of three files that are right in every respect. */
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
