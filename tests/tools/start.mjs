/**
 * Starts the engine in Pyodide, under Node, as far as its first answer, and prints what that imported: a JSON list of
 * [module, microseconds of its own, by whom], the last being "python" or "engine".
 *
 * node start.mjs RUNTIME
 *   RUNTIME   the folder that the site serves
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime] = process.argv.slice(2);
// The message alone: the default is to print a line of minified source first.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const lines = [];
const pyodide = await loadPyodide({
  indexURL: runtime,
  args: ["-X", "importtime"],
  // As in the page: see web/src/engine/worker/pyodide.ts.
  env: { PYDANTIC_DISABLE_PLUGINS: "__all__" },
  stdout: () => {},
  stderr: (line) => lines.push(line),
});
await pyodide.loadPackage(["py_engine"], { messageCallback: () => {} });
const ofPython = lines.length;
const games = JSON.parse(pyodide.pyimport("py_engine.bridge").list_games());
if (!Array.isArray(games)) throw new Error(games.error);
// What could not be imported is listed as well.
const here = new Set(pyodide.runPython("import sys; list(sys.modules)").toJs());
const imported = lines.flatMap((line, index) => {
  const [, own, module] = /^import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)$/.exec(line) ?? [];
  return module === undefined || !here.has(module) ? [] : [[module, Number(own), index < ofPython ? "python" : "engine"]];
});
console.log(JSON.stringify(imported));
process.exitCode = 0;
