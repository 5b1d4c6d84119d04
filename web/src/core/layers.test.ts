import { describe, expect, test } from "vitest";

/** The text of every source file except tests. */
const SOURCES = import.meta.glob<string>(["../**/*.ts", "../**/*.svelte", "!../**/*.test.ts", "!../**/*.d.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What each top-level folder may import besides itself and libraries: a whole folder, or a folder or file within one. */
const LAYERS: Record<string, readonly string[]> = {
  engine: ["core/signal"],
  games: ["core/errors", "core/format", "core/narrow.svelte", "core/once", "core/sketch", "core/words", "engine/types.gen"],
  core: ["engine/index", "engine/status", "engine/types", "store/texts"],
  coach: ["core", "games/types"],
  app: ["coach", "core", "engine/index", "engine/types", "games/registry", "games/screen-types", "games/types", "offline", "store"],
  offline: ["core/short-hash", "engine/loading/runtime-cache"],
  store: ["core/signal", "core/sketch"],
};

/** Which siblings (folders and files of one folder, by name) each of them may import. */
type Order = Readonly<Record<string, readonly string[]>>;

/** The allowed imports among the parts of a layer, besides what the layer itself may import. */
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
    words: [],
    page: ["words"],
    session: ["words"],
    settings: ["page", "words"],
    lines: ["session", "words"],
    statistics: ["library", "page", "record", "words"],
    home: ["library", "mistakes", "new-game", "page", "rehearsal", "session", "statistics", "words"],
    "new-game": ["page", "session", "words"],
    record: ["new-game", "session", "words"],
    mistakes: ["record", "session"],
    picture: [],
    share: ["new-game", "page", "picture", "record", "session", "words"],
    panels: ["page", "session", "share", "words"],
    rehearsal: ["new-game", "page", "panels", "session", "words"],
    library: ["mistakes", "page", "record", "share", "words"],
    practise: ["mistakes", "page", "panels", "session", "share", "words"],
    entry: ["new-game", "page", "record", "session", "share", "words"],
    review: ["entry", "mistakes", "new-game", "page", "panels", "record", "session", "share", "words"],
    play: ["mistakes", "new-game", "page", "panels", "practise", "record", "review", "session", "share", "words"],
    shell: [
      "home",
      "library",
      "lines",
      "mistakes",
      "page",
      "play",
      "practise",
      "record",
      "review",
      "session",
      "settings",
      "share",
      "statistics",
      "words",
    ],
  },
  coach: {
    slider: [],
    text: [],
    forecast: ["slider", "text"],
    telemetry: ["text"],
    decision: ["text"],
    game: ["decision", "slider", "text"],
    review: ["decision", "forecast", "game", "slider", "text"],
  },
};

/** The allowed imports within `games/shared`. */
const SHARED_BY_GAMES: Order = { words: [], board: [], editor: [] };

/** The structure of a game. Every folder may import the files beside the folders, except `index`. */
interface GamePlan {
  /** The allowed imports among its folders. */
  folders: Order;
  /** The files beside the folders that may import from them. */
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
    pages: ["board", "pieces", "words"],
  },
  over: ["index", "links"],
};

/** Games without a board to play on. */
const OTHER_GAMES: Record<string, GamePlan> = {
  swccg: {
    folders: {
      controls: [],
      words: [],
      cards: ["controls", "words"],
      reading: ["controls", "words"],
      decision: ["cards", "controls", "words"],
      timeline: ["controls", "words"],
      weights: ["words"],
      summary: ["controls", "timeline", "words"],
      board: ["cards", "words"],
      screen: ["board", "cards", "decision", "reading", "summary", "timeline", "weights", "words"],
    },
    over: ["index", "model"],
  },
};

/** One import statement; paths are relative to `src`. */
interface Import {
  from: string;
  to: string;
}

/** The path below `src` that a relative specifier in the file at `path` refers to. */
function resolve(path: string, specifier: string): string {
  const url = new URL(specifier, `file:///${path}`);
  return url.pathname.slice(1);
}

const FILES = new Map(Object.entries(SOURCES).map(([key, text]) => [resolve("core/layers.test.ts", key), text]));

/** The source file at a path without extension, or `index.ts` of a folder; the path itself if there is no such file. */
function fileOf(path: string): string {
  return [path, `${path}.ts`, `${path}/index.ts`].find((candidate) => FILES.has(candidate)) ?? path;
}

/** The specifier after `from` or `import`, or in the URL that a worker is started from. */
const SPECIFIER = /(?:\b(?:from|import)\s*\(?\s*|\bnew URL\(\s*(?=[^,()]*,\s*import\.meta\.url))(["'`])([^"'`]+)\1/g;

function specifiersIn(text: string): string[] {
  return [...text.matchAll(SPECIFIER)].map(([, , specifier]) => specifier!);
}

const allImports: Import[] = [...FILES].flatMap(([from, text]) =>
  specifiersIn(text).map((specifier) => ({ from, to: specifier.startsWith(".") ? fileOf(resolve(from, specifier)) : specifier })),
);

const layerOf = (path: string): string => path.split("/")[0]!;
/** The folder or file name at a depth of a path, without extension: `types.gen` for `engine/types.gen.ts` at depth 1. */
const partAt = (path: string, depth: number): string => (path.split("/")[depth] ?? "").replace(/(\.svelte)?\.ts$|\.svelte$/, "");
const isFileAt = (path: string, depth: number): boolean => path.split("/").length === depth + 1;
const isTesting = (path: string): boolean => /\/testing(\/|\.ts$)|\.test(\.ts)?$/.test(path);
/** Whether a path is the folder or file `name` (given without extension), or lies in that folder. */
const isIn = (path: string, name: string): boolean => path === name || path === `${name}.ts` || path.startsWith(`${name}/`);

/** The names of the parts of a folder, test helpers excepted. */
function listing(folder: string): string[] {
  const depth = folder.split("/").length;
  const inside = [...FILES.keys()].filter((path) => path.startsWith(`${folder}/`) && !isTesting(path));
  return [...new Set(inside.map((path) => partAt(path, depth)))].sort();
}

/** The imports within a folder that `order` does not allow. */
function forbiddenIn(folder: string, order: Order): Import[] {
  const depth = folder.split("/").length;
  return allImports.filter(({ from, to }) => {
    if (![from, to].every((path) => path.startsWith(`${folder}/`)) || isTesting(from)) return false;
    const [own, other] = [partAt(from, depth), partAt(to, depth)];
    return own !== other && order[own]?.includes(other) !== true;
  });
}

/** The names of the games' folders. */
const GAMES = [
  ...new Set([...FILES.keys()].filter((path) => layerOf(path) === "games" && !isFileAt(path, 1)).map((path) => partAt(path, 1))),
]
  .filter((name) => name !== "shared" && name !== "testing")
  .sort();

/** The files that each file imports. */
function importsByFile(): Map<string, string[]> {
  const imports = new Map([...FILES.keys()].map((file) => [file, [] as string[]]));
  for (const { from, to } of allImports) if (FILES.has(to)) imports.get(from)!.push(to);
  return imports;
}

/** A cycle of a directed graph (depth-first search), or null if there is none. */
function cycleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (node: string): string[] | null => {
    const at = path.indexOf(node);
    if (at >= 0) return [...path.slice(at), node];
    if (done.has(node)) return null;
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next);
      if (cycle !== null) return cycle;
    }
    path.pop();
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = walk(node);
    if (cycle !== null) return cycle;
  }
  return null;
}

describe("top-level folders", () => {
  test("all top-level folders are listed", () => {
    const layers = new Set([...FILES.keys()].map(layerOf));
    expect([...layers].sort()).toEqual(Object.keys(LAYERS).sort());
    expect(allImports.length).toBeGreaterThan(200);
  });

  test.each(Object.entries(LAYERS))("%s imports only the listed folders; its tests may also import test helpers", (name, allowed) => {
    const isAllowed = (to: string): boolean => layerOf(to) === name || allowed.some((ok) => isIn(to, ok));
    const outside = allImports.filter(({ from, to }) => layerOf(from) === name && layerOf(to) in LAYERS && !isAllowed(to));
    expect(outside.filter(({ from, to }) => !(isTesting(from) && isTesting(to)))).toEqual([]);
  });

  test("a game is imported only by its own files: the build lists the games", () => {
    const gameOf = (path: string): string | undefined => GAMES.find((game) => path.startsWith(`games/${game}/`));
    const forbidden = allImports.filter(({ from, to }) => {
      return gameOf(to) !== undefined && gameOf(from) !== gameOf(to);
    });
    expect(forbidden).toEqual([]);
  });

  test("only tests import test helpers", () => {
    expect(allImports.filter(({ from, to }) => isTesting(to) && !isTesting(from))).toEqual([]);
    expect(allImports.filter(({ to }) => isTesting(to)).length).toBeGreaterThan(0);
  });

  test("only one file imports the pyodide package", () => {
    expect(allImports.filter(({ to }) => to === "pyodide").map(({ from }) => from)).toEqual(["engine/worker/pyodide.ts"]);
  });
});

describe.each([...Object.entries(INSIDE), ["games/shared", SHARED_BY_GAMES] as const])("the parts of %s", (name, order) => {
  test("all parts are listed, and the allowed imports form no cycle", () => {
    expect(listing(name)).toEqual(Object.keys(order).sort());
    expect(cycleIn(new Map(Object.entries(order)))).toBeNull();
  });

  test("the parts import each other only as listed", () => {
    expect(forbiddenIn(name, order)).toEqual([]);
  });
});

describe.each(GAMES)("the parts of the game %s", (game) => {
  const { folders, over } = OTHER_GAMES[game] ?? GAME_WITH_A_BOARD;
  const own = allImports.filter(({ from, to }) => [from, to].every((path) => path.startsWith(`games/${game}/`)) && !isTesting(from));
  const files = [...FILES.keys()].filter((path) => path.startsWith(`games/${game}/`));

  test("all folders are listed, and the allowed imports form no cycle", () => {
    const found = new Set(files.filter((path) => !isFileAt(path, 2) && !isTesting(path)).map((path) => partAt(path, 2)));
    expect([...found].filter((folder) => !(folder in folders))).toEqual([]);
    expect(found.size).toBeGreaterThan(0);
    expect(cycleIn(new Map(Object.entries(folders)))).toBeNull();
  });

  test("folders import each other only as listed, and the files beside them import no folder unless listed", () => {
    const forbidden = own.filter(({ from, to }) => {
      const [one, other] = [partAt(from, 2), partAt(to, 2)];
      if (isFileAt(from, 2)) return !isFileAt(to, 2) && !over.includes(one);
      if (isFileAt(to, 2)) return other === "index";
      return one !== other && folders[one]?.includes(other) !== true;
    });
    expect(forbidden).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
  });
});

describe("source files", () => {
  test("imports form no cycle, type-only and dynamic imports included", () => {
    expect(cycleIn(importsByFile())).toBeNull();
  });

  test("every form of import is recognised", () => {
    const imports = importsByFile();
    expect(imports.get("app/shell/main.ts")).toContain("app/shell/App.svelte");
    expect(imports.get("core/engine-port.ts")).toContain("engine/index.ts");
    expect(imports.get("games/swccg/index.ts")).toContain("games/swccg/screen/Screen.svelte");
    expect(imports.get("app/session/line.svelte.ts")).toContain("app/session/context.ts");
    expect(imports.get("engine/index.ts")).toContain("engine/worker/worker.ts");
    const source = `import { a } from './a'; export * from "./b"; const c = import(\`./c\`); new Worker(new URL('./d.ts', import.meta.url)); new URL("./e", base)`;
    expect(specifiersIn(source)).toEqual(["./a", "./b", "./c", "./d.ts"]);
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
