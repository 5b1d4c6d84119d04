import { afterEach, describe, expect, it, vi } from "vitest";
import type { Hold } from "./hold";
import { memoryStore } from "./testing/memory";
import type { Store, StoreOptions } from ".";

/** The part of the Web Locks API that is needed: queues by name, and stealing. */
function fakeLocks(): LockManager {
  interface Held {
    lose: () => void;
    done: Promise<unknown>;
  }
  const held = new Map<string, Held>();
  const request = async (name: string, { signal, steal }: LockOptions, run: () => Promise<unknown>): Promise<unknown> => {
    if (steal === true) {
      held.get(name)?.lose();
      held.delete(name);
    }
    while (held.has(name)) {
      await Promise.race([held.get(name)!.done.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 5))]);
      signal?.throwIfAborted();
    }
    let lose = (): void => undefined;
    const lost = new Promise<never>((_, reject) => (lose = () => reject(new DOMException("stolen", "AbortError"))));
    const own = { lose, done: Promise.race([run(), lost]) };
    held.set(name, own);
    return own.done.finally(() => held.get(name) === own && held.delete(name));
  };
  return { request } as unknown as LockManager;
}

interface Tab {
  hold: Hold;
  store: Store;
  heard: string[];
  settle: ReturnType<typeof vi.fn>;
}

const open: Tab[] = [];
let names = 0;

function tab(options: StoreOptions): Tab {
  const store = memoryStore(options);
  const heard: string[] = [];
  const settle = vi.fn(async () => void heard.push("settled"));
  const hold = store.hold("game", {
    onMine: () => void heard.push("mine"),
    onElsewhere: () => void heard.push("elsewhere"),
    settle,
  });
  const made = { hold, store, heard, settle };
  open.push(made);
  return made;
}

/** Closes a tab without any message, as the browser does. */
function close({ hold, store }: Tab): void {
  hold.close();
  store.tabs.close();
}

afterEach(() => open.splice(0).forEach(close));

describe.each([
  ["locks", fakeLocks()],
  ["leases", null],
])("a game in several tabs, with %s", (_kind, locks) => {
  const options = (): StoreOptions => ({ name: `hold-${(names += 1)}`, locks });
  const until = (check: () => boolean) => vi.waitFor(() => expect(check()).toBe(true), { timeout: 9000 });

  it("is held by the first tab, and the others are notified", async () => {
    const set = options();
    const one = tab(set);
    await until(() => one.hold.state === "mine");
    const two = tab(set);
    await until(() => two.hold.state === "elsewhere");
    expect([one.heard, two.heard]).toEqual([["mine"], ["elsewhere"]]);
  });

  it("is handed over after pending writes, and back again", async () => {
    const set = options();
    const one = tab(set);
    await until(() => one.hold.state === "mine");
    const two = tab(set);
    await until(() => two.hold.state === "elsewhere");
    await two.hold.take();
    await until(() => two.hold.state === "mine" && one.hold.state === "elsewhere");
    expect(one.heard).toEqual(["mine", "elsewhere", "settled"]);
    await one.hold.take();
    await until(() => one.hold.state === "mine" && two.hold.state === "elsewhere");
    expect(two.heard).toEqual(["elsewhere", "mine", "elsewhere", "settled"]);
  });

  it("passes to the next tab when the holder is closed", async () => {
    const set = options();
    const one = tab(set);
    await until(() => one.hold.state === "mine");
    const two = tab(set);
    await until(() => two.hold.state === "elsewhere");
    close(one);
    await until(() => two.hold.state === "mine");
  });

  it("is requested again by a page restored from the back/forward cache", async () => {
    const one = tab(options());
    await until(() => one.hold.state === "mine");
    window.dispatchEvent(new Event("pagehide"));
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    await until(() => one.heard.length === 2);
    expect(one.heard).toEqual(["mine", "mine"]);
  });

  it("is taken from a sleeping tab by the one of three that asked", async () => {
    const set = options();
    const [one, two, three] = [tab(set), tab(set), tab(set)];
    await until(() => one.hold.state === "mine" && two.hold.state === "elsewhere" && three.hold.state === "elsewhere");
    // The first tab no longer receives messages.
    one.store.tabs.close();
    await three.hold.take();
    await until(() => three.hold.state === "mine" && one.hold.state === "elsewhere");
    expect([one.settle.mock.calls.length, two.heard]).toEqual([0, ["elsewhere"]]);
  });

  it("stays free for the next tab when a late message of the former holder arrives", async () => {
    const set = options();
    const [one, two] = [tab(set), tab(set)];
    await until(() => one.hold.state === "mine" && two.hold.state === "elsewhere");
    await two.hold.take();
    await until(() => two.hold.state === "mine" && one.hold.state === "elsewhere");
    // A message that the former holder sent before it knew.
    one.store.tabs.send({ type: "mine", name: `${set.name}:game` });
    await new Promise((resolve) => setTimeout(resolve, 100));
    close(two);
    await until(() => one.hold.state === "mine");
  });
});
