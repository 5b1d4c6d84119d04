/** The engine's Python under Node, from the files that a site serves. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

/**
 * Starts Pyodide and puts the packages where Python looks for them, as the page does.
 *
 * @param {string} folder with the core and the packed wheels
 * @param {object} options Pyodide's own
 */
export async function openRuntime(folder, options = {}) {
  const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
  const pyodide = await loadPyodide({ indexURL: folder, stdout: () => {}, ...options });
  const root = pyodide.runPython("import sys; next(path for path in sys.path if path.endswith('site-packages'))");
  for (const name of (await readdir(folder)).filter((name) => name.endsWith(".packed"))) {
    pyodide.unpackArchive(new Uint8Array(gunzipSync(await readFile(join(folder, name)))), "zip", { extractDir: root });
  }
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  return pyodide;
}

/** Ends a script that fails with the message alone: the default is to print a line of minified source first. */
export function failBriefly() {
  process.on("uncaughtException", (error) => {
    console.error(error.message);
    process.exit(1);
  });
}
