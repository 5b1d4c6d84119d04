import { describe, expect, test } from "vitest";

/** Every source file but tests, as text. */
const SOURCES = import.meta.glob<string>(["../**/*.ts", "../**/*.svelte", "!../**/*.test.ts", "!../**/*.d.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What each room may import besides itself and libraries: whole rooms, or single folders and files of one. */
const ROOMS: Record<string, readonly string[]> = {
  engine: ["core/signal"],
  games: ["core/errors", "core/format", "engine/types.gen"],
  core: ["engine/index", "engine/status", "engine/types", "store/texts"],
  coach: ["core", "games/types"],
  app: ["coach", "core", "engine/index", "engine/types", "games/registry", "games/screen-types", "games/types", "offline", "store"],
  offline: ["core/short-hash", "engine/loading/runtime-cache"],
  store: ["core/signal"],
};

/** What the folders and files of one place import of each other, by their names. */
type Order = Readonly<Record<string, readonly string[]>>;

/** The order within a room: what lies in it imports what the room may, and of the room itself this. */
const INSIDE: Record<string, Order> = {
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
    index: ["client", "errors", "evaluator", "loading", "status", "types", "wire", "worker"],
  },
  app: {
    page: [],
    session: [],
    settings: ["page"],
    lines: ["session"],
    home: ["page", "session"],
    "new-game": ["page", "session"],
    record: ["new-game", "session"],
    mistakes: ["record", "session"],
    share: ["new-game", "page", "record", "session"],
    panels: ["page", "session", "share"],
    practise: ["mistakes", "page", "panels", "session", "share"],
    review: ["mistakes", "page", "panels", "record", "session", "share"],
    play: ["mistakes", "new-game", "page", "panels", "practise", "record", "review", "session", "share"],
    shell: ["home", "lines", "mistakes", "page", "play", "practise", "record", "review", "session", "settings", "share"],
  },
  coach: {
    text: [],
    forecast: ["text"],
    telemetry: ["text"],
    decision: ["text"],
    game: ["decision", "text"],
  },
};

/** The order of what all games share. */
const SHARED_BY_GAMES: Order = { words: [], board: [], editor: [] };

/** A game: the order of its folders, and the files beside them that may import these; every folder may import such files. */
interface GamePlan {
  folders: Order;
  over: readonly string[];
}

const GAME_WITH_A_BOARD: GamePlan = {
  folders: {
    words: [],
    pieces: ["words"],
    input: ["words"],
    motion: ["input", "pieces", "words"],
    known: ["input", "pieces", "words"],
    board: ["input", "known", "motion", "pieces", "words"],
    editor: ["board", "input", "pieces", "words"],
  },
  over: ["index"],
};

/** Games that are no table with a board on it. */
const GAMES_OF_THEIR_OWN: Record<string, GamePlan> = {
  swccg: {
    folders: {
      controls: [],
      words: [],
      cards: ["controls", "words"],
      reading: ["controls"],
      decision: ["cards", "controls", "words"],
      timeline: ["controls", "words"],
      weights: ["words"],
      summary: ["controls", "timeline", "words"],
      board: ["cards", "words"],
      screen: ["board", "cards", "decision", "reading", "summary", "timeline", "weights"],
    },
    over: ["index", "room"],
  },
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

/** The file that an address means: with its ending, and with `index.ts` for a folder; as it is where there is none such. */
function fileOf(path: string): string {
  return [path, `${path}.ts`, `${path}/index.ts`].find((candidate) => FILES.has(candidate)) ?? path;
}

/** What follows `from` or `import`, and what a worker is started from. */
const ADDRESS = /(?:\b(?:from|import)\s*\(?\s*|\bnew URL\(\s*(?=[^,()]*,\s*import\.meta\.url))(["'`])([^"'`]+)\1/g;

function addressesIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].map(([, , address]) => address!);
}

const arrows: Arrow[] = [...FILES].flatMap(([from, text]) =>
  addressesIn(text).map((address) => ({ from, to: address.startsWith(".") ? fileOf(resolve(from, address)) : address })),
);

const room = (path: string): string => path.split("/")[0]!;
/** What lies at a depth of a path, a folder or a file: `types.gen` of `engine/types.gen.ts`. */
const partAt = (path: string, depth: number): string => (path.split("/")[depth] ?? "").replace(/(\.svelte)?\.ts$|\.svelte$/, "");
const isFileAt = (path: string, depth: number): boolean => path.split("/").length === depth + 1;
const isTesting = (path: string): boolean => /\/testing(\/|\.ts$)|\.test(\.ts)?$/.test(path);
/** Whether a path is a folder or file that is named without its ending, or lies in it. */
const isIn = (path: string, name: string): boolean => path === name || path === `${name}.ts` || path.startsWith(`${name}/`);

/** What lies in a folder, by name, but for helpers of tests. */
function listing(folder: string): string[] {
  const depth = folder.split("/").length;
  const inside = [...FILES.keys()].filter((path) => path.startsWith(`${folder}/`) && !isTesting(path));
  return [...new Set(inside.map((path) => partAt(path, depth)))].sort();
}

/** The imports within a folder that an order does not allow. */
function straysIn(folder: string, order: Order): Arrow[] {
  const depth = folder.split("/").length;
  return arrows.filter(({ from, to }) => {
    if (![from, to].every((path) => path.startsWith(`${folder}/`)) || isTesting(from)) return false;
    const [own, other] = [partAt(from, depth), partAt(to, depth)];
    return own !== other && order[own]?.includes(other) !== true;
  });
}

/** The folders of the games: all that lie in the room but what is shared. */
const GAMES = [...new Set([...FILES.keys()].filter((path) => room(path) === "games" && !isFileAt(path, 1)).map((path) => partAt(path, 1)))]
  .filter((name) => name !== "shared" && name !== "testing")
  .sort();

/** The files that each file imports. */
function importsByFile(): Map<string, string[]> {
  const imports = new Map([...FILES.keys()].map((file) => [file, [] as string[]]));
  for (const { from, to } of arrows) if (FILES.has(to)) imports.get(from)!.push(to);
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
  test("are all listed", () => {
    const rooms = new Set([...FILES.keys()].map(room));
    expect([...rooms].sort()).toEqual(Object.keys(ROOMS).sort());
    expect(arrows.length).toBeGreaterThan(200);
  });

  test.each(Object.entries(ROOMS))("%s imports only what is listed, and its tests the helpers of others' tests", (name, allowed) => {
    const below = (to: string): boolean => room(to) === name || allowed.some((ok) => isIn(to, ok));
    const outside = arrows.filter(({ from, to }) => room(from) === name && room(to) in ROOMS && !below(to));
    expect(outside.filter(({ from, to }) => !(isTesting(from) && isTesting(to)))).toEqual([]);
  });

  test("only a game's own files import it: the build lists the games", () => {
    const gameOf = (path: string): string | undefined => GAMES.find((game) => path.startsWith(`games/${game}/`));
    const strays = arrows.filter(({ from, to }) => {
      return gameOf(to) !== undefined && gameOf(from) !== gameOf(to);
    });
    expect(strays).toEqual([]);
  });

  test("only tests import what is there for tests", () => {
    expect(arrows.filter(({ from, to }) => isTesting(to) && !isTesting(from))).toEqual([]);
    expect(arrows.filter(({ to }) => isTesting(to)).length).toBeGreaterThan(0);
  });

  test("only one file imports the runtime's package", () => {
    expect(arrows.filter(({ to }) => to === "pyodide").map(({ from }) => from)).toEqual(["engine/worker/pyodide.ts"]);
  });
});

describe.each([...Object.entries(INSIDE), ["games/shared", SHARED_BY_GAMES] as const])("what lies in %s", (name, order) => {
  test("is all listed, without a circle", () => {
    expect(listing(name)).toEqual(Object.keys(order).sort());
    expect(cycleIn(new Map(Object.entries(order)))).toBeNull();
  });

  test("imports of each other only what is listed", () => {
    expect(straysIn(name, order)).toEqual([]);
  });
});

describe.each(GAMES)("what lies in %s", (game) => {
  const { folders, over } = GAMES_OF_THEIR_OWN[game] ?? GAME_WITH_A_BOARD;
  const own = arrows.filter(({ from, to }) => [from, to].every((path) => path.startsWith(`games/${game}/`)) && !isTesting(from));
  const files = [...FILES.keys()].filter((path) => path.startsWith(`games/${game}/`));

  test("is in folders that are listed, without a circle", () => {
    const found = new Set(files.filter((path) => !isFileAt(path, 2)).map((path) => partAt(path, 2)));
    expect([...found].filter((folder) => !(folder in folders))).toEqual([]);
    expect(found.size).toBeGreaterThan(0);
    expect(cycleIn(new Map(Object.entries(folders)))).toBeNull();
  });

  test("imports of the other folders only what is listed, and the files beside them none", () => {
    const strays = own.filter(({ from, to }) => {
      const [one, other] = [partAt(from, 2), partAt(to, 2)];
      if (isFileAt(from, 2)) return !isFileAt(to, 2) && !over.includes(one);
      if (isFileAt(to, 2)) return other === "index";
      return one !== other && folders[one]?.includes(other) !== true;
    });
    expect(strays).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
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
    expect(imports.get("games/swccg/index.ts")).toContain("games/swccg/screen/Screen.svelte");
    expect(imports.get("app/session/line.svelte.ts")).toContain("app/session/context.ts");
    expect(imports.get("engine/index.ts")).toContain("engine/worker/worker.ts");
    const written = `import { a } from './a'; export * from "./b"; const c = import(\`./c\`); new Worker(new URL('./d.ts', import.meta.url)); new URL("./e", base)`;
    expect(addressesIn(written)).toEqual(["./a", "./b", "./c", "./d.ts"]);
    expect(
      cycleIn(
        new Map([
          ["a", ["b"]],
          ["b", ["c"]],
          ["c", ["b"]],
        ]),
      ),
    ).toEqual(["b", "c", "b"]);
  });
});
