/**
 * Runs the site's Pyodide under Node to compile the standard library, the wheels and the engine's wheel to bytecode, to
 * install the engine, and to write the lock file that lists it.
 *
 * node freeze.mjs RUNTIME JOB TOOLS
 *   RUNTIME   folder with Pyodide's core, the wheels and micropip
 *   JOB       folder with the engine's wheel, and registry.json and preparation.json, which are added to it. Output:
 *             JOB/compiled with the compiled library and packed wheels, lock.json, and names.json, which maps wheels
 *             to packed wheels
 *   TOOLS     folder with bytecode.py, left_out.py, packed.py and reduced.py
 */
import { copyFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, job, tools] = process.argv.slice(2);
// Print only the message: by default Node prints a line of minified source first.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const pyodide = await loadPyodide({
  indexURL: runtime,
  // A fixed hash seed makes set order reproducible; without column ranges the bytecode is a quarter smaller.
  env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" },
  stdout: () => {},
});
await pyodide.loadPackage(["micropip", "numpy", "pydantic"]);
for (const [path, root] of Object.entries({ "/job": job, "/runtime": runtime })) {
  pyodide.FS.mkdirTree(path);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, path);
}
for (const name of ["bytecode.py", "left_out.py", "packed.py", "reduced.py"]) await copyFile(join(tools, name), join(job, name));
const ours = (await readdir(job)).filter((name) => name.endsWith(".whl"));
if (ours.length !== 1) throw new Error(`expected one wheel in ${job}, found ${ours.length}`);
const theirs = (await readdir(runtime)).filter((name) => name.endsWith(".whl") && !name.startsWith("micropip")).sort();
pyodide.globals.set("ours", ours[0]);
pyodide.globals.set("theirs", JSON.stringify(theirs));

const names = await pyodide.runPythonAsync(`
import json
import sys
from pathlib import Path

sys.path.insert(0, "/job")
import left_out
from bytecode import compile_library, compile_wheel
from packed import pack
from reduced import REDUCED

compiled = Path("/job/compiled")
compiled.mkdir()
library = "python_stdlib.zip"
compile_library(Path("/runtime", library), compiled / library, leave_out=left_out.LIBRARY, encodings=left_out.ENCODINGS)
names = {
    name: pack(
        compile_wheel(Path("/runtime", name), compiled, leave_out=left_out.PACKAGES, reduced=REDUCED, optimize=2)
    ).name
    for name in json.loads(theirs)
}
more = {
    "py_engine/games/registry.json": Path("/job/registry.json").read_bytes(),
    "py_engine/preparation.json": Path("/job/preparation.json").read_bytes(),
}
wheel = compile_wheel(Path("/job", ours), compiled, leave_out=left_out.NATIVE_ONLY, more=more)
names[ours] = names[wheel.name] = pack(wheel).name

import micropip
await micropip.install(f"emfs:{wheel}")
Path("/job/lock.json").write_text(micropip.freeze())
json.dumps(names)
`);
await writeFile(join(job, "names.json"), names);
process.exit(0);
