import { describe, expect, test } from "vitest";

/** Every source file but tests, as text. */
const SOURCES = import.meta.glob<string>(["../**/*.ts", "../**/*.svelte", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What each room may import besides itself and libraries: whole rooms, or single files of one. */
const ARROWS: Record<string, readonly string[]> = {
  engine: [],
  games: ["engine/types.gen"],
  core: ["engine"],
  coach: ["core", "games/types"],
  app: ["coach", "core", "engine", "games/registry", "games/types", "offline"],
};

interface Arrow {
  from: string;
  to: string;
}

/** A path below `src`, from an address in the file at `path`. */
function resolve(path: string, address: string): string {
  const url = new URL(address, `file:///${path}`);
  return url.pathname.slice(1);
}

const arrows: Arrow[] = Object.entries(SOURCES).flatMap(([key, text]) => {
  const from = resolve("core/rooms.test.ts", key);
  const addresses = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, address]) => address!);
  return addresses.map((address) => ({ from, to: address.startsWith(".") ? resolve(from, address) : address }));
});

const room = (path: string): string => path.split("/")[0]!;

describe("the rooms", () => {
  test("are all looked at", () => {
    const rooms = new Set(arrows.map(({ from }) => room(from)));
    expect([...rooms]).toEqual(expect.arrayContaining(Object.keys(ARROWS)));
    expect(arrows.length).toBeGreaterThan(200);
  });

  test.each(Object.entries(ARROWS))("%s imports only what is below it", (name, allowed) => {
    const rooms = new Set([...Object.keys(ARROWS), "offline"]);
    const below = (to: string): boolean => room(to) === name || allowed.some((ok) => to === ok || to.startsWith(`${ok}/`));
    const outside = arrows.filter(({ from, to }) => room(from) === name && rooms.has(room(to)) && !below(to));
    expect(outside).toEqual([]);
  });

  test("only a game's own files import it, and the registry", () => {
    const own = /^games\/([^/]+)\//;
    const strays = arrows.filter(({ from, to }) => {
      const game = own.exec(`${to}/`)?.[1];
      // What lies beside the games' folders is shared by all.
      const shared = game === "shared" || (game !== undefined && `../games/${game}.ts` in SOURCES);
      return game !== undefined && !shared && own.exec(from)?.[1] !== game && from !== "games/registry.ts";
    });
    expect(strays).toEqual([]);
  });

  test("only one file imports the runtime's package", () => {
    expect(arrows.filter(({ to }) => to === "pyodide").map(({ from }) => from)).toEqual(["engine/worker/pyodide.ts"]);
  });
});
