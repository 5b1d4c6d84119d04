/** Vite plug-ins that record which npm packages are bundled, and write the licence page for them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const web = fileURLToPath(new URL("..", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const list = join(root, ".cache", "bundled.json");

/** The folder of a module's npm package, or null for our own modules and the bundler's helpers. */
function packageOf(id: string): string | null {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? null;
}

/** Collects the npm packages that contribute code to a build. */
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
 * Writes the licence page. Belongs into the build that ends last, so that all packages are known, and before the service
 * worker's list of files is made.
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
