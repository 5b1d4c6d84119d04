// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answer, resourceOf, type AnswerParts } from "./answers";
import type { Keeper } from "./keeper";
import { build, SCOPE, World, type Build } from "./testing/builds";

let world: World;
let first: Build;
let second: Build;
let going: Promise<unknown>[];
/** The contents of the browser's HTTP cache, by address. */
let own: Map<string, string>;
let ownType: string;

beforeEach(async () => {
  world = new World();
  going = [];
  own = new Map();
  ownType = "application/wasm";
  first = await build("one");
  second = await build("two");
  world.deploy(first);
});

/** The used part of a request: a navigation request cannot be constructed. */
function request(url: string, { mode = "cors", cache = "default", method = "GET" }: Partial<Request> = {}): Request {
  return { url: url.startsWith("https:") ? url : SCOPE + url, mode, cache, method } as Request;
}

function partsOf(keeper: Keeper): AnswerParts {
  const fetchCached = (url: string) => {
    const found = own.get(url);
    // What browsers answer if nothing is cached; others reject.
    return Promise.resolve(
      found === undefined ? new Response(null, { status: 504 }) : new Response(found, { headers: { "content-type": ownType } }),
    );
  };
  return { keeper, fetch: world.network.fetch, fetchCached, waitUntil: (work) => going.push(work) };
}

async function answered(of: Build, asked: Request): Promise<string | null> {
  const keeper = world.keeper(of);
  const found = resourceOf(keeper, asked);
  if (found === null) return null;
  return (await answer(found, asked, partsOf(keeper))).text();
}

const page = request("", { mode: "navigate" });

describe("request classification", () => {
  test.each([
    ["", "navigate", "page", "index.html"],
    ["?from=x", "navigate", "page", "index.html"],
    ["index.html", "navigate", "page", "index.html"],
    ["theme.js", "no-cors", "page", "theme.js"],
    ["runtime/manifest.json?v=1-old", "cors", "lasting", "runtime/manifest.json?v=1-old"],
    ["assets/azul-12345678.js", "cors", "lasting", "assets/azul-12345678.js"],
    ["runtime/1-old/engine.whl", "cors", "runtime", "runtime/1-old/engine.whl"],
  ] as const)("%s (%s)", (url, mode, kind, at) => {
    expect(resourceOf(world.keeper(first), request(url, { mode }))).toEqual({ kind, url: SCOPE + at });
  });

  test.each([
    ["another site", request("https://example.test/elsewhere/index.html")],
    ["a HEAD request", request("assets/azul-12345678.js", { method: "HEAD" })],
    ["a file outside the build", request("sw.js")],
    ["the server's current runtime list", request("runtime/manifest.json")],
  ])("ignores %s", (_, asked) => {
    expect(resourceOf(world.keeper(first), asked)).toBeNull();
  });
});

describe("pages", () => {
  test("come from the network until their generation is complete, then from the cache", async () => {
    expect(await answered(first, page)).toBe("the page of one");
    await world.keeper(first).fill();
    world.deploy(second);
    expect(await answered(first, page)).toBe("the page of one");
    expect(await answered(first, request("theme.js"))).toBe("the theme of one");
    expect(await answered(first, request("theme.js", { cache: "reload" }))).toBe("the theme of one");
  });

  test("come from an older generation offline while the worker's own is incomplete", async () => {
    await world.keeper(first).fill();
    world.deploy(second);
    expect(await answered(second, page)).toBe("the page of two");
    world.network.up = false;
    expect(await answered(second, page)).toBe("the page of one");
  });

  test("come from the cache when the server fails", async () => {
    await world.keeper(first).fill();
    world.network.answers.set(SCOPE, () => new Response("Bad gateway", { status: 502 }));
    expect(await answered(second, page)).toBe("the page of one");
  });

  describe("over a network that does not answer", () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    /** The server answers with the second build's page when the returned function is called. */
    function hold(): () => void {
      let go: (response: Response) => void;
      const answers = new Promise<Response>((resolve) => (go = resolve));
      world.network.answers.set(SCOPE, () => answers);
      return () => go(new Response("the page of two"));
    }

    test("come from a complete generation after a few seconds", async () => {
      await world.keeper(first).fill();
      hold();
      const said = vi.fn();
      void answered(second, page).then(said);
      await vi.advanceTimersByTimeAsync(3900);
      expect(said).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(200);
      expect(said).toHaveBeenCalledWith("the page of one");
    });

    test("come from the network if it answers sooner", async () => {
      await world.keeper(first).fill();
      const go = hold();
      const coming = answered(second, page);
      await vi.advanceTimersByTimeAsync(3000);
      go();
      expect(await coming).toBe("the page of two");
      expect(vi.getTimerCount()).toBe(0);
    });

    test("are waited for if nothing is cached", async () => {
      const go = hold();
      const coming = answered(first, page);
      await vi.advanceTimersByTimeAsync(60_000);
      go();
      expect(await coming).toBe("the page of two");
    });
  });

  test("fail with the network's error if nothing is cached either", async () => {
    world.network.up = false;
    await expect(answered(first, page)).rejects.toThrow("Failed to fetch");
  });

  test("come from the network if their generation is marked as behind", async () => {
    const keeper = world.keeper(first);
    await keeper.fill();
    await keeper.fallBehind();
    world.deploy(second);
    expect(await answered(first, page)).toBe("the page of two");
  });
});

describe("content-addressed files", () => {
  test("come from whichever generation has them", async () => {
    await world.keeper(first).fill();
    world.deploy(second);
    expect(await answered(second, request("assets/main-one.js"))).toBe("the script of one");
    expect(await answered(second, request("runtime/manifest.json?v=1-one"))).toBe("the list of one");
    expect(await answered(second, request("runtime/1-one/engine.whl"))).toBe("the engine of one");
    expect(await answered(second, request("runtime/manifest.json?v=1-two"))).toBe("the list of two");
  });

  test("are cached as they pass through", async () => {
    const asked = request("runtime/1-one/engine.whl");
    expect(await answered(first, asked)).toBe("the engine of one");
    await Promise.all(going);
    world.network.up = false;
    expect(await answered(first, asked)).toBe("the engine of one");
  });

  test("are requested from the server on reload, and replace the cached copy only if they are correct", async () => {
    const at = `${SCOPE}runtime/1-one/engine.whl`;
    await world.keeper(first).fill();
    const again = request(at, { cache: "reload" });
    world.network.serve(at, "something else");
    expect(await answered(first, again)).toBe("something else");
    await Promise.all(going);
    expect(await answered(first, request(at))).toBe("the engine of one");
  });

  test("come from the browser's HTTP cache if they are wasm, because it keeps the compiled code", async () => {
    await world.keeper(first).fill();
    const [program, wheel] = ["python.wasm", "engine.whl"].map((name) => `${SCOPE}runtime/1-one/${name}`) as [string, string];
    expect(await answered(first, request(program))).toBe("the same for all");
    for (const url of [program, wheel]) own.set(url, "the browser's");
    expect(await answered(first, request(program))).toBe("the browser's");
    expect(await answered(first, request(wheel))).toBe("the engine of one");
    // A page that found it corrupt gets another copy, offline as well.
    for (const up of [true, false]) {
      world.network.up = up;
      expect(await answered(first, request(program, { cache: "reload" }))).toBe("the same for all");
    }
    ownType = "text/html";
    expect(await answered(first, request(program))).toBe("the same for all");
  });

  test("come from our cache or the network if the browser's HTTP cache fails", async () => {
    const program = `${SCOPE}runtime/1-one/python.wasm`;
    const keeper = world.keeper(first);
    const parts = { ...partsOf(keeper), fetchCached: () => Promise.reject(new TypeError("Failed to fetch")) };
    const asked = request(program);
    const ask = async () => (await answer(resourceOf(keeper, asked)!, asked, parts)).text();
    expect(await ask()).toBe("the same for all");
    await keeper.fill();
    world.network.up = false;
    expect(await ask()).toBe("the same for all");
  });

  test("stream through before they are complete, whether or not they can be cached", async () => {
    const keeper = world.keeper(first);
    const at = `${SCOPE}runtime/1-one/engine.whl`;
    let out!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (out = controller) });
    world.network.answers.set(at, () => new Response(body));
    const put = vi.spyOn(world.caches, "open").mockRejectedValue(new DOMException("full", "QuotaExceededError"));
    const asked = request(at);
    const response = await answer(resourceOf(keeper, asked)!, asked, partsOf(keeper));
    const reader = response.body!.getReader();
    out.enqueue(new TextEncoder().encode("the engine "));
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("the engine ");
    out.enqueue(new TextEncoder().encode("of one"));
    out.close();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("of one");
    await Promise.all(going);
    expect(put).toHaveBeenCalled();
    expect(world.notes.length).toBe(1);
  });
});

test("unreadable cache storage counts as empty", async () => {
  vi.spyOn(world.caches, "keys").mockRejectedValue(new DOMException("broken", "UnknownError"));
  vi.spyOn(world.caches, "match").mockRejectedValue(new DOMException("broken", "UnknownError"));
  expect(await answered(first, page)).toBe("the page of one");
  expect(await answered(first, request("assets/main-one.js"))).toBe("the script of one");
  expect(await answered(first, request("runtime/1-one/engine.whl"))).toBe("the engine of one");
});
