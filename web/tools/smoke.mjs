/**
 * Smoke test of a built runtime: starts it as a page does, lists the games, and opens each. The build fails if this does.
 *
 * node smoke.mjs RUNTIME
 */
import { failBriefly, openRuntime } from "./runtime.mjs";

const [runtime] = process.argv.slice(2);
failBriefly();
const pyodide = await openRuntime(runtime);
const games = JSON.parse(pyodide.runPython("from py_engine import bridge; bridge.list_games()"));
if (!Array.isArray(games) || games.length === 0) throw new Error(`no games: ${JSON.stringify(games)}`);
for (const { ruleset_id: ruleset } of games) {
  const { code } = JSON.parse(pyodide.runPython(`bridge.new_game("${ruleset}", 1, "{}")`));
  if (code !== undefined && code !== "UNSUPPORTED") throw new Error(`${ruleset} cannot be opened: ${code}`);
}
console.log(games.map((game) => game.ruleset_id).join(" "));
process.exit(0);
