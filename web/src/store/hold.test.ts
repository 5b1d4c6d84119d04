import { afterEach, describe, expect, it, vi } from "vitest";
import type { Hold } from "./hold";
import { memoryStore } from "./testing/memory";
import type { Store, StoreOptions } from ".";

/** As much of the browser's locks as is needed: queues by name, and stealing. */
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

/** Closes a tab without a word, as the browser does. */
function close({ hold, store }: Tab): void {
  hold.close();
  store.tabs.close();
}

afterEach(() => open.splice(0).forEach(close));

describe.each([
  ["locks", fakeLocks()],
  ["leases", null],
])("a game in several tabs, by %s", (_kind, locks) => {
  const options = (): StoreOptions => ({ name: `hold-${(names += 1)}`, locks });
  const until = (check: () => boolean) => vi.waitFor(() => expect(check()).toBe(true), { timeout: 9000 });

  it("is the first one's, and the others are told", async () => {
    const set = options();
    const one = tab(set);
    await until(() => one.hold.state === "mine");
    const two = tab(set);
    await until(() => two.hold.state === "elsewhere");
    expect([one.heard, two.heard]).toEqual([["mine"], ["elsewhere"]]);
  });

  it("is taken over once what was to be written is written, and back again", async () => {
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

  it("is the next one's when the first is closed", async () => {
    const set = options();
    const one = tab(set);
    await until(() => one.hold.state === "mine");
    const two = tab(set);
    await until(() => two.hold.state === "elsewhere");
    close(one);
    await until(() => two.hold.state === "mine");
  });

  it("is asked for again by a page that was put away and comes back", async () => {
    const one = tab(options());
    await until(() => one.hold.state === "mine");
    window.dispatchEvent(new Event("pagehide"));
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    await until(() => one.heard.length === 2);
    expect(one.heard).toEqual(["mine", "mine"]);
  });

  it("is taken from a tab that sleeps, and by who asked among three", async () => {
    const set = options();
    const [one, two, three] = [tab(set), tab(set), tab(set)];
    await until(() => one.hold.state === "mine" && two.hold.state === "elsewhere" && three.hold.state === "elsewhere");
    // It hears nothing any more.
    one.store.tabs.close();
    await three.hold.take();
    await until(() => three.hold.state === "mine" && one.hold.state === "elsewhere");
    expect([one.settle.mock.calls.length, two.heard]).toEqual([0, ["elsewhere"]]);
  });

  it("is free for the next one after it was taken away and let go, whatever was said late", async () => {
    const set = options();
    const [one, two] = [tab(set), tab(set)];
    await until(() => one.hold.state === "mine" && two.hold.state === "elsewhere");
    await two.hold.take();
    await until(() => two.hold.state === "mine" && one.hold.state === "elsewhere");
    // What the one before said before it knew.
    one.store.tabs.send({ type: "mine", name: `${set.name}:game` });
    await new Promise((resolve) => setTimeout(resolve, 100));
    close(two);
    await until(() => one.hold.state === "mine");
  });
});
