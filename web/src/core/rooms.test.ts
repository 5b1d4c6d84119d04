import { describe, expect, test } from "vitest";

/** Every source file but tests, as text. */
const SOURCES = import.meta.glob<string>(["../**/*.ts", "../**/*.svelte", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What each room may import besides itself and libraries: whole rooms, or single files of one. */
const ROOMS: Record<string, readonly string[]> = {
  engine: [],
  games: ["core/errors", "core/format", "engine/types.gen"],
  core: ["engine"],
  coach: ["core", "games/types"],
  app: ["coach", "core", "engine", "games/registry", "games/screen-types", "games/testing", "games/types", "offline"],
  offline: ["engine/loading/shelf"],
};

/** The same for what lies in a room, folders and single files: each imports what its room may, and of its own room this. */
const INSIDE: Record<string, Record<string, readonly string[]>> = {
  engine: {
    "types.gen": [],
    errors: ["types.gen"],
    wire: ["errors"],
    status: ["errors", "wire"],
    types: ["types.gen", "wire"],
    loading: ["errors", "status", "wire"],
    worker: ["errors", "loading", "wire"],
    client: ["errors", "loading", "status", "types", "wire"],
    evaluator: ["client", "types"],
    index: ["client", "errors", "evaluator", "loading", "status", "types", "wire"],
  },
  app: {
    page: [],
    session: [],
    settings: ["page"],
    home: ["page", "session"],
    "new-game": ["page", "session"],
    record: ["new-game", "session"],
    mistakes: ["record", "session"],
    share: ["new-game", "page", "record", "session"],
    panels: ["page", "session", "share"],
    practise: ["mistakes", "page", "panels", "session", "share"],
    review: ["mistakes", "page", "panels", "record", "session", "share"],
    play: ["mistakes", "new-game", "page", "panels", "practise", "record", "review", "session", "share"],
    shell: ["home", "mistakes", "page", "play", "practise", "record", "review", "session", "settings", "share"],
  },
  coach: {
    text: [],
    forecast: ["text"],
    telemetry: ["text"],
    decision: ["text"],
    game: ["decision", "text"],
  },
};

/** The folders of a game with a board: each imports these, and whatever lies beside them. */
const INSIDE_A_GAME: Record<string, readonly string[]> = {
  words: [],
  pieces: ["words"],
  input: ["words"],
  motion: ["input", "pieces", "words"],
  known: ["input", "pieces", "words"],
  board: ["input", "known", "motion", "pieces", "words"],
  editor: ["board", "input", "pieces", "words"],
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

const FILES = new Map(Object.entries(SOURCES).map(([key, text]) => [resolve("core/rooms.test.ts", key), text]));

const arrows: Arrow[] = [...FILES].flatMap(([from, text]) => {
  const addresses = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, address]) => address!);
  return addresses.map((address) => ({ from, to: address.startsWith(".") ? resolve(from, address) : address }));
});

const room = (path: string): string => path.split("/")[0]!;
const folder = (path: string): string => path.split("/")[1]!.replace(/\.(ts|svelte)$/, "");
const isTesting = (path: string): boolean => path.includes("/testing/");

/** The files that each file imports. */
function importsByFile(): Map<string, string[]> {
  const imports = new Map([...FILES.keys()].map((file) => [file, [] as string[]]));
  for (const { from, to } of arrows) {
    const file = [to, `${to}.ts`, `${to}/index.ts`].find((candidate) => FILES.has(candidate));
    if (file !== undefined) imports.get(from)!.push(file);
  }
  return imports;
}

/** A way through a graph that ends where it began, or null where there is none. */
function cycleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  const walk = (node: string): string[] | null => {
    const at = way.indexOf(node);
    if (at >= 0) return [...way.slice(at), node];
    if (done.has(node)) return null;
    way.push(node);
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next);
      if (cycle !== null) return cycle;
    }
    way.pop();
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = walk(node);
    if (cycle !== null) return cycle;
  }
  return null;
}

describe("the rooms", () => {
  test("are all looked at", () => {
    const rooms = new Set(arrows.map(({ from }) => room(from)));
    expect([...rooms].sort()).toEqual(Object.keys(ROOMS).sort());
    expect(arrows.length).toBeGreaterThan(200);
  });

  test.each(Object.entries(ROOMS))("%s imports only what is below it", (name, allowed) => {
    const below = (to: string): boolean => room(to) === name || allowed.some((ok) => to === ok || to.startsWith(`${ok}/`));
    const outside = arrows.filter(({ from, to }) => room(from) === name && room(to) in ROOMS && !below(to));
    expect(outside).toEqual([]);
  });

  test("only a game's own files import it, and the registry", () => {
    const own = /^games\/([^/]+)\//;
    const strays = arrows.filter(({ from, to }) => {
      const game = own.exec(`${to}/`)?.[1];
      // What lies beside the games' folders is shared by all.
      const shared = game === "shared" || game === "testing" || FILES.has(`games/${game}.ts`);
      return game !== undefined && !shared && own.exec(from)?.[1] !== game && from !== "games/registry.ts";
    });
    expect(strays).toEqual([]);
  });

  test("only one file imports the runtime's package", () => {
    expect(arrows.filter(({ to }) => to === "pyodide").map(({ from }) => from)).toEqual(["engine/worker/pyodide.ts"]);
  });
});

describe.each(Object.entries(INSIDE))("what lies in %s", (name, allowed) => {
  const inside = arrows.filter(({ from, to }) => room(from) === name && room(to) === name && !isTesting(from));

  test("is all listed, without a circle", () => {
    const found = new Set([...FILES.keys()].filter((path) => room(path) === name && !isTesting(path)).map(folder));
    expect([...found].sort()).toEqual(Object.keys(allowed).sort());
    expect(cycleIn(new Map(Object.entries(allowed)))).toBeNull();
  });

  test.each(Object.entries(allowed))("%s imports only what is listed", (own, others) => {
    const strays = inside.filter(({ from, to }) => folder(from) === own && ![own, ...others].includes(folder(to)));
    expect(strays).toEqual([]);
  });
});

describe.each(["azul", "entropy", "hearts", "yatzy"])("what lies in %s", (game) => {
  const own = arrows
    .filter(({ from, to }) => [from, to].every((path) => path.startsWith(`games/${game}/`)))
    .map(({ from, to }) => ({ from: from.split("/").slice(2), to: to.split("/").slice(2) }));

  test("is words, pieces, input, board and editor, each on top of the ones before", () => {
    const strays = own.filter(({ from: [folder = "", ...inside], to: [other = "", ...there] }) => {
      if (inside.length === 0) return folder !== "index.ts" && there.length > 0;
      return there.length === 0 ? other === "index" : other !== folder && INSIDE_A_GAME[folder]?.includes(other) !== true;
    });
    expect(strays).toEqual([]);
    expect(own.filter(({ from, to }) => from[0] === "editor" && to.length === 1).length).toBeGreaterThan(0);
  });
});

describe("the files", () => {
  test("import each other in no circle, be it for types only or late", () => {
    expect(cycleIn(importsByFile())).toBeNull();
  });

  test("are looked at whichever way they are imported", () => {
    const imports = importsByFile();
    expect(imports.get("app/shell/main.ts")).toContain("app/shell/App.svelte");
    expect(imports.get("core/engine-port.ts")).toContain("engine/index.ts");
    expect(imports.get("games/registry.ts")).toContain("games/swccg/index.ts");
    expect(imports.get("app/session/line.svelte.ts")).toContain("app/session/context.ts");
    expect(cycleIn(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]]))).toEqual(["b", "c", "b"]);
  });
});
