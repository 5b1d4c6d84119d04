import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Versions } from "./versions";

/** Broadcast channels receive each other's messages, never their own. */
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

/** A fake service worker; `own` says whether it has the page's version. */
class Worker extends EventTarget {
  state = "installed";
  readonly messages: string[] = [];
  own = true;

  postMessage({ type }: { type: string }, [port]: MessagePort[] = []): void {
    this.messages.push(type);
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

describe("new versions are reported", () => {
  test("when a worker of another version waits", async () => {
    const waiting = new Worker();
    Object.assign(container.registration, { active: new Worker(), waiting });
    await open().follow();
    await vi.waitFor(() => expect(waiting.messages).toEqual(["has"]), 10_000);
    expect(onNew).not.toHaveBeenCalled();
    waiting.own = false;
    await open().follow();
    await vi.waitFor(() => expect(onNew).toHaveBeenCalledOnce(), 10_000);
  });

  test("when a worker is installed while the page is open", async () => {
    const installing = new Worker();
    installing.own = false;
    await open().follow();
    container.registration.installing = installing;
    container.registration.dispatchEvent(new Event("updatefound"));
    expect(installing.messages).toEqual([]);
    installing.dispatchEvent(new Event("statechange"));
    await vi.waitFor(() => expect(onNew).toHaveBeenCalledOnce(), 10_000);
  });

  test("when another page has switched to one", async () => {
    open();
    const worker = new Worker();
    worker.own = false;
    container.change(worker);
    await vi.waitFor(() => expect(onNew).toHaveBeenCalledOnce(), 10_000);
  });

  test.each([
    ["is gone from the server", () => Promise.resolve(new Response(null, { status: 404 })), 1],
    ["is answered with a page", () => Promise.resolve(answered("text/html; charset=utf-8")), 1],
    ["is still on the server", () => Promise.resolve(answered("text/javascript")), 0],
    ["cannot be requested", () => Promise.reject(new TypeError("Failed to fetch")), 0],
  ])("after a part of the page failed to load, depending on its script: it %s", async (_, answer, times) => {
    open();
    const fetch = vi.fn(answer);
    vi.stubGlobal("fetch", fetch);
    dispatchEvent(new Event("vite:preloadError"));
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), 10_000);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(onNew.mock.calls.length > 0).toBe(times > 0);
  });
});

describe("switching to a new version", () => {
  test("waits until every page has saved, activates the waiting worker, then reloads", async () => {
    const waiting = new Worker();
    Object.assign(container.registration, { active: new Worker(), waiting });
    const mine = open();
    let saved: () => void = () => undefined;
    const other = vi.fn(() => new Promise<void>((resolve) => (saved = resolve)));
    new Versions({ settle: other, onNew });
    const going = mine.reload();
    await vi.waitFor(() => expect(other).toHaveBeenCalled(), 10_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(waiting.messages).toEqual([]);
    saved();
    await going;
    expect(waiting.messages[0]).toBe("takeOver");
    expect(load).toHaveBeenCalledOnce();
  });

  test("does not wait long for a page that never finishes saving", async () => {
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
  ])("puts the network's page first if no worker waits and the active one has this version: %s", async (own, messages) => {
    const active = new Worker();
    active.own = own;
    container.registration.active = active;
    await open().reload();
    expect(active.messages).toEqual(messages);
    expect(load).toHaveBeenCalledOnce();
  });
});
