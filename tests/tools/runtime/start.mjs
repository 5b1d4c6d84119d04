/**
 * Starts the engine in Pyodide under Node up to its first answer, and prints the imported modules as a JSON list of
 * [module, its own import time in microseconds, "python" or "engine"], by who imported it.
 *
 * node start.mjs RUNTIME
 *   RUNTIME   the folder that the site serves
 */
import { failBriefly, openRuntime } from "../../../web/tools/runtime.mjs";

const [runtime] = process.argv.slice(2);
failBriefly();
const lines = [];
const pyodide = await openRuntime(runtime, {
  args: ["-X", "importtime"],
  // As in the page: see web/src/engine/worker/pyodide.ts.
  env: { PYDANTIC_DISABLE_PLUGINS: "__all__" },
  stderr: (line) => lines.push(line),
});
const ofPython = lines.length;
const games = JSON.parse(pyodide.pyimport("py_engine.bridge").list_games());
if (!Array.isArray(games)) throw new Error(games.error);
// The list also has modules whose import failed.
const here = new Set(pyodide.runPython("import sys; list(sys.modules)").toJs());
const imported = lines.flatMap((line, index) => {
  const [, own, module] = /^import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)$/.exec(line) ?? [];
  return module === undefined || !here.has(module) ? [] : [[module, Number(own), index < ofPython ? "python" : "engine"]];
});
console.log(JSON.stringify(imported));
process.exitCode = 0;
