/**
 * Under Node, with the very Pyodide that the site ships: compiles the engine's wheel to bytecode, installs it, and
 * writes the lock file that lists it.
 *
 * node freeze.mjs RUNTIME JOB COMPILER
 *   RUNTIME   folder with Pyodide's core, the wheels and micropip
 *   JOB       folder with one wheel of ours and registry.json, which goes into it; the compiled one and lock.json
 *             are written there
 *   COMPILER  Python source with compile_wheel(source, folder, more)
 */
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, job, compiler] = process.argv.slice(2);
// The message alone: the default is to print a line of minified source first.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const pyodide = await loadPyodide({
  indexURL: runtime,
  // The order of a set of names must not depend on the run.
  env: { PYTHONHASHSEED: "0" },
  stdout: () => {},
});
await pyodide.loadPackage(["micropip", "numpy", "pydantic"]);
pyodide.FS.mkdirTree("/job");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: job }, "/job");

const wheels = (await readdir(job)).filter((name) => name.endsWith(".whl"));
if (wheels.length !== 1) throw new Error(`one wheel was to be in ${job}, but there are ${wheels.length}`);
pyodide.FS.writeFile("/compiler.py", await readFile(compiler));
const answer = await pyodide.runPythonAsync(`
import sys
sys.path.insert(0, "/")
from pathlib import Path
from compiler import compile_wheel
registry = {"py_engine/games/registry.json": Path("/job/registry.json").read_bytes()}
compiled = compile_wheel(Path("/job/${wheels[0]}"), Path("/job"), registry)

import micropip
await micropip.install(f"emfs:{compiled}")
Path("/job/lock.json").write_text(micropip.freeze())
compiled.name
`);
await writeFile(join(job, "wheel.txt"), answer);
process.exit(0);
