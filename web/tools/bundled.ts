import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const web = fileURLToPath(new URL("..", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const list = join(root, ".cache", "bundled.json");

/** The folder of the npm package that a module lies in, or null for one of ours and for helpers of the bundler. */
function packageOf(id: string): string | null {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? null;
}

/** Notes from which npm packages something stands in the files that a build writes. */
export function bundled(seen: Set<string>): Plugin {
  return {
    name: "hindsight-bundled",
    apply: "build",
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type !== "chunk") continue;
        for (const [id, { renderedLength }] of Object.entries(file.modules)) {
          const folder = packageOf(id);
          if (folder !== null && renderedLength > 0) seen.add(relative(web, folder));
        }
      }
    },
  };
}

/**
 * Writes the page of licences, once all is seen: to be a part of the build that ends last, and before the service worker
 * is told which files there are.
 */
export function licencesPage(seen: Set<string>): Plugin {
  return {
    name: "hindsight-licences",
    apply: "build",
    writeBundle() {
      mkdirSync(dirname(list), { recursive: true });
      writeFileSync(list, `${JSON.stringify([...seen].sort(), null, 1)}\n`);
      execFileSync(process.env["PYTHON"] ?? join(root, ".venv", "bin", "python"), ["-m", "build_tools.shipping.licences"], {
        cwd: root,
        stdio: "inherit",
      });
    },
  };
}
