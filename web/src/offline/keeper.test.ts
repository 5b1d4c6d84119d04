// @vitest-environment node
import { beforeEach, describe, expect, test } from "vitest";
import { build, RUNTIME, SCOPE, World, type Build } from "./testing/builds";

/** The bytes that the keeper leaves free for saved games. */
const RESERVED = 1_000_000;

let world: World;
let first: Build;
let second: Build;
const table = ({ generation }: Build) => `${generation.runtimeFolder}dice.bin`;
const engine = ({ generation }: Build) => `${generation.runtimeFolder}engine.whl`;
const script = (name: string) => `${SCOPE}assets/main-${name}.js`;

beforeEach(async () => {
  world = new World();
  first = await build("one");
  second = await build("two");
  world.deploy(first);
});

/** Caches the first build completely, as by a worker in control. */
async function keepFirst(): Promise<void> {
  const keeper = world.keeper(first);
  await keeper.fill();
  await keeper.tidy([script("one")]);
  world.network.asked.length = 0;
}

describe("filling", () => {
  test("caches every file except unused tables, and then leads", async () => {
    const keeper = world.keeper(first);
    expect(await keeper.leads()).toBe(false);
    expect(await keeper.fill()).toBe("whole");
    expect(await keeper.leads()).toBe(true);
    for (const [url, text] of first.contents) {
      const wanted = first.generation.tables.has(url) ? [] : [text];
      expect(await world.kept(url), url).toEqual(wanted);
    }
    const asked = world.network.asked.length;
    expect(await keeper.fill()).toBe("whole");
    expect(world.network.asked.length).toBe(asked);
  });

  test("resumes after a failure, and caches only files that match the build", async () => {
    const wrong = engine(first);
    world.network.serve(wrong, "another engine");
    const keeper = world.keeper(first);
    await expect(keeper.fill()).rejects.toThrow("is not what was built");
    expect(await keeper.leads()).toBe(false);
    expect(await world.kept(wrong)).toEqual([]);
    const asked = [...world.network.asked];
    expect(asked.filter((url) => url === wrong).length).toBe(2);
    world.deploy(first);
    expect(await keeper.fill()).toBe("whole");
    const again = world.network.asked.slice(asked.length);
    expect(again.filter((url) => asked.includes(url))).toEqual([wrong]);
  });

  test("reuses equal files of another generation, including its used tables", async () => {
    await keepFirst();
    await world.keeper(first).keepTable(table(first));
    world.network.asked.length = 0;
    world.deploy(second);
    expect(await world.keeper(second).fill()).toBe("whole");
    expect(await world.kept(table(second))).toEqual(["the table"]);
    expect(await world.kept(`${second.generation.runtimeFolder}python.wasm`)).toEqual(["the same for all"]);
    expect(world.network.asked.filter((url) => /wasm|bin$/.test(url))).toEqual([]);
  });

  test("does not trust unverified files", async () => {
    const cache = await world.caches.open(RUNTIME);
    await cache.put(engine(first), new Response("half of the engine"));
    expect(await world.keeper(first).fill()).toBe("whole");
    expect(await world.kept(engine(first))).toEqual(["the engine of one"]);
  });

  test("requests nothing if the storage does not suffice", async () => {
    world.caches.quota = RESERVED + 10;
    expect(await world.keeper(first).fill()).toBe("full");
    expect([world.network.asked, [...world.caches.held.keys()]]).toEqual([[], []]);
  });

  test("ends without an error if the storage is full earlier than reported", async () => {
    const keeper = world.keeper(first);
    world.caches.quota = 80;
    world.saidQuota = Infinity;
    expect(await keeper.fill()).toBe("full");
    expect(world.notes.length).toBe(1);
    expect(await keeper.leads()).toBe(false);
  });

  test("runs once for concurrent calls", async () => {
    const keeper = world.keeper(first);
    await Promise.all([keeper.fill(), keeper.fill()]);
    expect(new Set(world.network.asked).size).toBe(world.network.asked.length);
  });
});

describe("caching responses", () => {
  test("caches only unchanged files of its own generation", async () => {
    const keeper = world.keeper(first);
    await keeper.keep(engine(first), new Response("the engine of one"));
    await keeper.keep(`${first.generation.runtimeFolder}python.wasm`, new Response("cut"));
    await keeper.keep(engine(second), new Response("the engine of two"));
    expect(world.caches.urls(RUNTIME)).toEqual([engine(first)]);
  });

  test("does not reject when a table cannot be fetched", async () => {
    world.network.up = false;
    await world.keeper(first).keepTable(table(first));
    expect(world.notes).toEqual([`${table(first)} is not cached`]);
  });

  test("works in a browser without storage estimates", async () => {
    const keeper = world.keeper(first, { estimate: () => Promise.reject(new TypeError("no estimate")) });
    expect(await keeper.fill()).toBe("whole");
    expect(await keeper.leads()).toBe(true);
  });

  test("logs full storage, and does not reject", async () => {
    world.caches.quota = RESERVED;
    await world.keeper(first).keep(engine(first), new Response("the engine of one"));
    expect(world.notes).toEqual([`${engine(first)} is not cached`]);
    expect(world.caches.urls(RUNTIME)).toEqual([]);
  });

  test("is not repeated by filling at the same time", async () => {
    const keeper = world.keeper(first);
    let end: () => void = () => undefined;
    const late = new ReadableStream<Uint8Array>({
      start: (out) => {
        end = () => {
          out.enqueue(new TextEncoder().encode("the engine of one"));
          out.close();
        };
      },
    });
    const kept = keeper.keep(engine(first), new Response(late));
    const filled = keeper.fill();
    end();
    await Promise.all([kept, filled]);
    expect(world.network.asked).not.toContain(engine(first));
  });
});

describe("an older generation", () => {
  test("stays while one of its pages is open, then is deleted with its runtime", async () => {
    await keepFirst();
    world.deploy(second);
    const keeper = world.keeper(second);
    await keeper.fill();
    await keeper.tidy([script("one"), script("two")]);
    expect(await (await keeper.find(script("one")))?.text()).toBe("the script of one");
    expect(await world.kept(engine(first))).toEqual(["the engine of one"]);
    await keeper.tidy([script("two")]);
    expect(await keeper.find(script("one"))).toBeUndefined();
    expect(await world.kept(engine(first))).toEqual([]);
    expect(await world.kept(engine(second))).toEqual(["the engine of two"]);
  });

  test("stays while a page does not answer which version it has", async () => {
    await keepFirst();
    world.deploy(second);
    const keeper = world.keeper(second);
    await keeper.fill();
    await keeper.tidy([null]);
    expect(await world.kept(script("one"))).not.toEqual([]);
    expect(await world.kept(engine(first))).not.toEqual([]);
  });

  test("stays for offline visits until the new one is complete", async () => {
    await keepFirst();
    world.deploy(second);
    const keeper = world.keeper(second);
    world.caches.quota = world.caches.usage + RESERVED;
    expect(await keeper.fill()).toBe("full");
    await keeper.tidy([]);
    expect(await (await keeper.findWhole(`${SCOPE}index.html`))?.text()).toBe("the page of one");
    expect(await world.kept(engine(first))).not.toEqual([]);
    world.caches.quota = Infinity;
    expect(await keeper.fill()).toBe("whole");
    expect(await (await keeper.findWhole(`${SCOPE}index.html`))?.text()).toBe("the page of two");
  });

  test("leaves an unfinished update that will be tried again", async () => {
    await keepFirst();
    world.deploy(second);
    world.network.answers.delete(engine(second));
    await expect(world.keeper(second).fill()).rejects.toThrow();
    await world.keeper(first).tidy([]);
    expect(await world.kept(script("two"))).toEqual(["the script of two"]);
    // An abandoned update is deleted when the next one is complete.
    const third = await build("three");
    world.deploy(third);
    const keeper = world.keeper(third);
    await keeper.fill();
    await keeper.tidy([]);
    expect(await world.kept(script("two"))).toEqual([]);
    expect([...world.caches.held.keys()].sort()).toEqual([RUNTIME, third.generation.cache].sort());
  });

  test("of another site with the same origin is left alone", async () => {
    const other = await world.caches.open("hindsight-page-other");
    await other.put("https://example.test/.generation/about", new Response("https://example.test/runtime/1-x/"));
    const runtime = await world.caches.open(RUNTIME);
    await runtime.put("https://example.test/runtime/1-x/engine.whl", new Response("theirs"));
    await keepFirst();
    expect(world.caches.urls("hindsight-page-other").length).toBe(1);
    expect(await world.kept("https://example.test/runtime/1-x/engine.whl")).toEqual(["theirs"]);
  });

  test("in the caches of the former service worker is dropped when this one is complete", async () => {
    await world.caches.open(`workbox-precache-v2-${SCOPE}`);
    const keeper = world.keeper(first);
    await keeper.tidy([]);
    expect(await world.caches.keys()).toContain(`workbox-precache-v2-${SCOPE}`);
    await keepFirst();
    expect(await world.caches.keys()).not.toContain(`workbox-precache-v2-${SCOPE}`);
  });
});

test("a generation marked as behind does not lead, but still serves offline visits", async () => {
  await keepFirst();
  const keeper = world.keeper(first);
  await keeper.fallBehind();
  expect(await keeper.leads()).toBe(false);
  expect(await (await keeper.findWhole(`${SCOPE}index.html`))?.text()).toBe("the page of one");
});
