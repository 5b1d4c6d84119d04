/** Runs the engine's Python under Node, from the files of a built site. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

/**
 * Starts Pyodide and installs the packages as the page does.
 *
 * @param {string} folder the folder with Pyodide's core and the packed wheels
 * @param {object} options further options for Pyodide
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

/** Prints only the message of an uncaught error: by default Node prints a line of minified source first. */
export function failBriefly() {
  process.on("uncaughtException", (error) => {
    console.error(error.message);
    process.exit(1);
  });
}
