/** Yatzy's benchmarks in a browser: a position, a distribution and a whole table. */
import { timed, median } from "./timing";
import type { Engine, GameState } from "../src/engine";

const RULESET = "yatzy_v1";

/** Medians in milliseconds from call to answer; the table is loaded first. */
export async function positions(engine: Engine, states: GameState[]): Promise<Record<string, number>> {
  const params = { evaluatorSeed: 1, shortlistSize: 0 };
  const best: number[] = [];
  const grade: number[] = [];
  const first = states[0]!;
  const load = await timed(() => engine.evaluateBestMove(first, first.active_player_id, params, { cache: false }));
  const inside: number[] = [];
  for (const state of states) {
    const player = state.active_player_id;
    const actions = await engine.listLegalActions(state, player);
    best.push(await timed(() => engine.evaluateBestMove(state, player, params, { cache: false })));
    const { metadata } = await engine.evaluateBestMove(state, player, { ...params, evaluatorSeed: 2 }, { cache: false });
    inside.push(metadata.elapsedMs);
    const action = actions[Math.floor(actions.length / 2)];
    grade.push(await timed(() => engine.gradeUserAction(state, player, action, params, { cache: false })));
  }
  return { table_loaded_with_first_position: load, position: median(best), position_in_engine: median(inside), grade: median(grade) };
}

/** Milliseconds to compute the distribution of the final score from a card. */
export async function density(engine: Engine, args: object): Promise<number> {
  return timed(() => engine.query(RULESET, "density", args));
}

/** Milliseconds to solve the table from scratch, and the heap size afterwards. */
export async function solve(engine: Engine): Promise<{ milliseconds: number; bytes: number }> {
  const milliseconds = await timed(() => engine.query(RULESET, "solve", {}));
  return { milliseconds, bytes: await engine.memory() };
}
