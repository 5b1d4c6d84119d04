/**
 * The engine in Pyodide under Node: reads requests from standard input, one JSON object {"fn", "args"} per line, and
 * writes the bridge's answers, one JSON string per line.
 *
 * node runner.mjs RUNTIME DRIVER
 *   RUNTIME   the folder that the site serves: core, wheels, lock file, tables
 *   DRIVER    Python source with answer(function, arguments)
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { failBriefly, openRuntime } from "../../web/tools/runtime.mjs";

const [runtime, driver] = process.argv.slice(2);
failBriefly();
const pyodide = await openRuntime(runtime);
pyodide.FS.writeFile("/driver.py", await readFile(driver));
const load = pyodide.runPython(`
from py_engine import bridge
lambda ruleset_id, name, data: bridge.load_artifact(ruleset_id, name, data.to_bytes())
`);
for (const file of await readdir(runtime)) {
  const [, ruleset, name] = /^(\w+)\.(\w+)\.bin$/.exec(file) ?? [];
  if (name !== undefined) load(ruleset, name, new Uint8Array(await readFile(join(runtime, file))));
}
const answer = pyodide.runPython(`
import json, sys
sys.path.insert(0, "/")
from driver import answer
lambda line: answer(**{"function": (request := json.loads(line))["fn"], "arguments": request["args"]})
`);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(line))}\n`);
}
process.exitCode = 0;
