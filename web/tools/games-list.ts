import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const NAME = "virtual:games";

/** A game as `build_tools/games/listing.py` lists it. */
export interface Row {
  rulesetId: string;
  slug: string;
  name: string;
  summary: string;
  /** On a board, in the modes that all games share; otherwise on a screen of its own. */
  played: boolean;
  /** It can be played alone. */
  alone: boolean;
  /** Its page module, from the root of the checkout. */
  page: string;
}

/**
 * The source of the module: each game's record, with a function that fetches its page module, and from beside that module
 * its picture and the list of its own pages, if there are any.
 */
export function sourceOf(rows: readonly Row[], exists: (path: string) => boolean = existsSync): string {
  const found: string[] = [];
  const beside = (page: string, file: string, otherwise: string): string => {
    const path = join(root, dirname(page), file);
    return exists(path) ? `part${found.push(path) - 1}` : otherwise;
  };
  const entries = rows.map(({ played, page, ...words }) => {
    const part = `async () => (await import(${JSON.stringify(join(root, page))})).default`;
    const more = `picture: ${beside(page, "picture.ts", "null")}, pages: ${beside(page, "links.ts", "[]")}`;
    return `{ ...${JSON.stringify(words)}, ${more}, ${played ? "load" : "screen"}: ${part} }`;
  });
  const imports = found.map((path, index) => `import part${index} from ${JSON.stringify(path)};\n`);
  return `${imports.join("")}export const GAMES = [${entries.join(",\n")}];\n`;
}

/**
 * Gives the page the list of games, `virtual:games`, from what the engine's games say of themselves.
 *
 * @param withExamples whether the examples are among them
 */
export function gamesList(withExamples: boolean): Plugin {
  return {
    name: "hindsight-games",
    resolveId: (name) => (name === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      const python = process.env["PYTHON"] ?? join(root, ".venv", "bin", "python");
      const more = withExamples ? ["--examples"] : [];
      const printed = execFileSync(python, ["-m", "build_tools.games.listing", ...more], { cwd: root, encoding: "utf8" });
      return sourceOf(JSON.parse(printed) as Row[]);
    },
  };
}
