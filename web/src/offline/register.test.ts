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
let asked: (string | undefined)[];

/** Whether the engine may start now. */
async function started(waiting: Promise<void>): Promise<boolean> {
  let done = false;
  void waiting.then(() => (done = true));
  await vi.advanceTimersByTimeAsync(0);
  return done;
}

function hostSends(headers: Record<string, string>): void {
  vi.stubGlobal("fetch", (_: string, init?: RequestInit) => {
    asked.push(init?.method);
    return Promise.resolve(new Response(null, { headers }));
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

describe("the engine starts", () => {
  test("at once where a service worker controls the page, or none can", async () => {
    container.controller = {};
    expect(await started(policyInPlace())).toBe(true);
    vi.stubGlobal("navigator", {});
    expect(await started(policyInPlace())).toBe(true);
    expect([asked, container.registered]).toEqual([[], []]);
  });

  test("where the host sends a policy, without a service worker", async () => {
    hostSends({ "Content-Security-Policy": "default-src 'self'" });
    expect(await started(policyInPlace())).toBe(true);
    expect([asked, container.registered]).toEqual([["HEAD"], []]);
  });

  test("when the service worker controls the page, where the host sends none", async () => {
    const waiting = policyInPlace();
    expect(await started(waiting)).toBe(false);
    expect(container.registered).toEqual(["/sw.js"]);
    container.control();
    expect(await started(waiting)).toBe(true);
  });

  test("after a few seconds, whatever does not answer", async () => {
    const waiting = policyInPlace();
    await vi.advanceTimersByTimeAsync(FOUR_SECONDS);
    expect(await started(waiting)).toBe(true);
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    const silent = policyInPlace();
    expect(await started(silent)).toBe(false);
    await vi.advanceTimersByTimeAsync(FOUR_SECONDS);
    expect(await started(silent)).toBe(true);
  });

  test("when there turns out to be no service worker", async () => {
    container.fails = true;
    expect(await started(policyInPlace())).toBe(true);
  });

  test("after the service worker was asked to take over a page that was loaded past it", async () => {
    const told: unknown[] = [];
    container.active = { postMessage: (message: unknown) => told.push(message) };
    const waiting = policyInPlace();
    expect(await started(waiting)).toBe(false);
    expect(told).toEqual([{ type: "claim" }]);
    container.control();
    expect(await started(waiting)).toBe(true);
  });
});
