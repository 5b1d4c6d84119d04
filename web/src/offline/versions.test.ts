import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Versions } from "./versions";

/** Channels of one name hear each other, and never themselves. */
class Channel extends EventTarget {
  static open: Channel[] = [];

  constructor() {
    super();
    Channel.open.push(this);
  }

  postMessage(data: unknown): void {
    for (const each of Channel.open) if (each !== this) each.dispatchEvent(new MessageEvent("message", { data }));
  }
}

/** A service worker that knows these addresses as its own version's. */
class Worker extends EventTarget {
  state = "installed";
  readonly told: string[] = [];
  own = true;

  postMessage({ type }: { type: string }, [port]: MessagePort[] = []): void {
    this.told.push(type);
    port?.postMessage(type === "has" ? this.own : true);
    if (type === "takeOver") queueMicrotask(() => container.change(this));
  }
}

type Registration = EventTarget & Record<"active" | "waiting" | "installing", Worker | null>;

class Container extends EventTarget {
  controller: Worker | null = null;
  readonly registration: Registration = Object.assign(new EventTarget(), { active: null, waiting: null, installing: null });

  register = () => Promise.resolve(Object.assign(this.registration, { update: () => Promise.resolve() }));
  getRegistration = () => Promise.resolve(this.registration);

  change(worker: Worker): void {
    this.controller = worker;
    this.dispatchEvent(new Event("controllerchange"));
  }
}

let container: Container;
let onNew: ReturnType<typeof vi.fn<() => void>>;
let load: ReturnType<typeof vi.fn<() => void>>;
let settle: () => Promise<void>;

const answered = (type: string) => new Response(null, { headers: { "Content-Type": type } });
const open = () => new Versions({ settle: () => settle(), onNew, load });

beforeEach(() => {
  Channel.open = [];
  container = new Container();
  onNew = vi.fn();
  load = vi.fn();
  settle = () => Promise.resolve();
  vi.stubEnv("PROD", true);
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("caches", {});
  vi.stubGlobal("navigator", { serviceWorker: container });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("a newer version is told of", () => {
  test("when its worker waits, and not when that is of this page's version", async () => {
    const waiting = new Worker();
    Object.assign(container.registration, { active: new Worker(), waiting });
    await open().follow();
    await vi.waitFor(() => expect(waiting.told).toEqual(["has"]));
    expect(onNew).not.toHaveBeenCalled();
    waiting.own = false;
    await open().follow();
    await vi.waitFor(() => expect(onNew).toHaveBeenCalledOnce());
  });

  test("when its worker has been installed while the page was open", async () => {
    const installing = new Worker();
    installing.own = false;
    await open().follow();
    container.registration.installing = installing;
    container.registration.dispatchEvent(new Event("updatefound"));
    expect(installing.told).toEqual([]);
    installing.dispatchEvent(new Event("statechange"));
    await vi.waitFor(() => expect(onNew).toHaveBeenCalledOnce());
  });

  test("when another page has gone over to it", async () => {
    open();
    const worker = new Worker();
    worker.own = false;
    container.change(worker);
    await vi.waitFor(() => expect(onNew).toHaveBeenCalledOnce());
  });

  test.each([
    ["has gone from the server", () => Promise.resolve(new Response(null, { status: 404 })), 1],
    ["has a page in its place", () => Promise.resolve(answered("text/html; charset=utf-8")), 1],
    ["is still on the server", () => Promise.resolve(answered("text/javascript")), 0],
    ["cannot be asked for", () => Promise.reject(new TypeError("Failed to fetch")), 0],
  ])("when a part of the page failed and its script %s: %#", async (_, answer, times) => {
    open();
    const fetch = vi.fn(answer);
    vi.stubGlobal("fetch", fetch);
    dispatchEvent(new Event("vite:preloadError"));
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(onNew.mock.calls.length > 0).toBe(times > 0);
  });
});

describe("going over", () => {
  test("waits until every page has saved, tells the waiting worker, and then loads", async () => {
    const waiting = new Worker();
    Object.assign(container.registration, { active: new Worker(), waiting });
    const mine = open();
    let saved: () => void = () => undefined;
    const other = vi.fn(() => new Promise<void>((resolve) => (saved = resolve)));
    new Versions({ settle: other, onNew });
    const going = mine.reload();
    await vi.waitFor(() => expect(other).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(waiting.told).toEqual([]);
    saved();
    await going;
    expect(waiting.told[0]).toBe("takeOver");
    expect(load).toHaveBeenCalledOnce();
  });

  test("waits for a page that does not answer no longer than a moment", async () => {
    vi.useFakeTimers();
    settle = () => new Promise(() => undefined);
    const going = open().reload();
    await vi.advanceTimersByTimeAsync(1500);
    await going;
    expect(load).toHaveBeenCalledOnce();
  });

  test.each([
    [true, ["has", "fallBehind"]],
    [false, ["has"]],
  ])("where none waits has the network's page come first, if the active worker is of this version: %s", async (own, told) => {
    const active = new Worker();
    active.own = own;
    container.registration.active = active;
    await open().reload();
    expect(active.told).toEqual(told);
    expect(load).toHaveBeenCalledOnce();
  });
});
