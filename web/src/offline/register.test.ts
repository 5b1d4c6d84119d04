import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { policyInPlace } from "./register";

const FOUR_SECONDS = 4000;

class Container extends EventTarget {
  controller: object | null = null;
  active: object | null = null;
  readonly registered: string[] = [];
  fails = false;

  register = (url: URL): Promise<object> => {
    this.registered.push(url.pathname);
    return this.fails ? Promise.reject(new Error("forbidden")) : Promise.resolve({ active: this.active });
  };

  control(): void {
    this.controller = {};
    this.dispatchEvent(new Event("controllerchange"));
  }
}

let container: Container;
/** What was asked of the network or of the cache. */
let asked: (string | undefined)[];

/** Whether the engine can start now. */
async function started(waiting: Promise<void>): Promise<boolean> {
  let done = false;
  void waiting.then(() => (done = true));
  await vi.advanceTimersByTimeAsync(0);
  return done;
}

/** @param cached the answer of the browser's cache, whose network error a missing one is */
function hostSends(headers: Record<string, string>, cached: Response | null = null): void {
  vi.stubGlobal("fetch", (_: string, init?: RequestInit) => {
    asked.push(init?.method ?? init?.cache);
    if (init?.cache === undefined) return Promise.resolve(new Response(null, { headers }));
    return cached === null ? Promise.reject(new TypeError("not cached")) : Promise.resolve(cached);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("PROD", true);
  vi.spyOn(console, "info").mockReturnValue(undefined);
  container = new Container();
  asked = [];
  vi.stubGlobal("navigator", { serviceWorker: container });
  vi.stubGlobal("caches", {});
  hostSends({});
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("engine start", () => {
  test("is immediate if a service worker controls the page, or none is possible", async () => {
    container.controller = {};
    expect(await started(policyInPlace())).toBe(true);
    vi.stubGlobal("navigator", {});
    expect(await started(policyInPlace())).toBe(true);
    expect([asked, container.registered]).toEqual([[], []]);
  });

  test("needs no service worker if the host sends a policy", async () => {
    hostSends({ "Content-Security-Policy": "default-src 'self'" });
    expect(await started(policyInPlace())).toBe(true);
    expect([asked, container.registered]).toEqual([["only-if-cached", "HEAD"], []]);
  });

  test("requests nothing twice to find that out, where the script is in the cache", async () => {
    const cached = new Response("script", { headers: { "Content-Security-Policy": "default-src 'self'" } });
    hostSends({}, cached);
    expect(await started(policyInPlace())).toBe(true);
    expect([asked, container.registered, cached.bodyUsed]).toEqual([["only-if-cached"], [], true]);
    asked = [];
    hostSends({ "Content-Security-Policy": "default-src 'self'" }, new Response(null, { status: 504 }));
    expect(await started(policyInPlace())).toBe(true);
    expect(asked).toEqual(["only-if-cached", "HEAD"]);
  });

  test("waits for the service worker's control if the host sends no policy", async () => {
    const waiting = policyInPlace();
    expect(await started(waiting)).toBe(false);
    expect(container.registered).toEqual(["/sw.js"]);
    container.control();
    expect(await started(waiting)).toBe(true);
  });

  test("waits a few seconds at most", async () => {
    const waiting = policyInPlace();
    await vi.advanceTimersByTimeAsync(FOUR_SECONDS);
    expect(await started(waiting)).toBe(true);
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    const silent = policyInPlace();
    expect(await started(silent)).toBe(false);
    await vi.advanceTimersByTimeAsync(FOUR_SECONDS);
    expect(await started(silent)).toBe(true);
  });

  test("is immediate if registering the service worker fails", async () => {
    container.fails = true;
    expect(await started(policyInPlace())).toBe(true);
  });

  test("asks an active service worker to claim a page that was loaded without it", async () => {
    const messages: unknown[] = [];
    container.active = { postMessage: (message: unknown) => messages.push(message) };
    const waiting = policyInPlace();
    expect(await started(waiting)).toBe(false);
    expect(messages).toEqual([{ type: "claim" }]);
    container.control();
    expect(await started(waiting)).toBe(true);
  });
});
