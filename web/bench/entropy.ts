/** Entropy's benchmarks in a browser: one-shot evaluations, timed searches, a grade, and the first use of a fresh engine. */
import { median, timed } from "./timing";
import { createEngine } from "../src/engine";
import type { Engine, EvaluatorParams, GameState } from "../src/engine";

const RULESET = "entropy_v1";

interface Question {
  state: GameState;
  action: unknown;
}

/** The positions and settings to measure, sent by the Python half. */
export interface EntropyWork {
  seed: number;
  /** Positions with Order to move, by how full the board is. */
  phases: Record<string, GameState[]>;
  /** Further evaluators, all of them one-shot. */
  oneShot: string[];
  /** By side: positions in the middle of a game, each with a move to grade. */
  sides: Record<string, Question[]>;
  budgets: number[];
  scenario: { ruleset_id: string; target_role: string; target_phase: string };
  step: object;
  times: number;
}

/** Measurements by name, with words joined by `_`. */
type Figures = Record<string, number>;

function ask(engine: Engine, state: GameState, params: Partial<EvaluatorParams>) {
  const all = { evaluatorSeed: 1, shortlistSize: 0, ...params };
  return engine.evaluateBestMove(state, state.active_player_id, all, { cache: false });
}

async function firstCandidates(engine: Engine, state: GameState): Promise<number> {
  const start = performance.now();
  let first = Number.NaN;
  const onProgress = (snapshot: { candidates?: unknown[] }) => {
    if (Number.isNaN(first) && snapshot.candidates?.length) first = performance.now() - start;
  };
  const params = { evaluatorSeed: 1, shortlistSize: 0, evaluator: "search", timeBudgetMs: 250 };
  await engine.evaluateBestMove(state, state.active_player_id, params, { onProgress, cache: false });
  return Number.isNaN(first) ? performance.now() - start : first;
}

async function search(engine: Engine, questions: Question[], budgets: number[]): Promise<Figures> {
  const first: number[] = [];
  for (const { state } of questions) first.push(await firstCandidates(engine, state));
  const figures: Figures = { first_candidates: median(first) };
  let rates: number[] = [];
  for (const budget of budgets) {
    const depths: number[][] = [];
    rates = [];
    for (const { state } of questions) {
      const found = await ask(engine, state, { evaluator: "search", timeBudgetMs: budget });
      depths.push(found.candidates.map(({ features }) => features.depth ?? 0));
      rates.push((1000 * found.metadata.nodes) / found.metadata.elapsedMs);
    }
    for (const [name, least] of [
      ["shallow", 1],
      ["deep", 2],
    ] as const) {
      figures[`${name},_${budget}_ms`] = median(depths.map((each) => each.filter((depth) => depth >= least).length));
    }
  }
  figures.nodes_per_second = median(rates);
  const grades: number[] = [];
  const params = { evaluatorSeed: 1, shortlistSize: 0, evaluator: "search", timeBudgetMs: 250 };
  for (const { state, action } of questions) {
    const grade = () => engine.gradeUserAction(state, state.active_player_id, action, params, { cache: false });
    grades.push(await timed(grade));
  }
  figures["grade,_250_ms"] = median(grades);
  return figures;
}

/** Median milliseconds per position. */
async function medianTime(engine: Engine, states: GameState[], evaluator: string): Promise<number> {
  const spent: number[] = [];
  for (const state of states) spent.push(await timed(() => ask(engine, state, { evaluator })));
  return median(spent);
}

/** All measurements, in a fresh engine. */
export async function entropy(work: EntropyWork): Promise<Figures> {
  const engine = createEngine();
  await engine.listGames();
  const figures: Figures = { wasm_memory_before: await engine.memory() };
  let state: GameState | undefined;
  figures["first_game,_fresh_engine"] = await timed(async () => (state = await engine.newGame(RULESET, work.seed)));
  figures["first_search,_tables_made"] = await firstCandidates(engine, state!);
  figures.wasm_memory_after_it = await engine.memory();
  for (const [phase, states] of Object.entries(work.phases)) {
    figures[`value,_${phase}`] = await medianTime(engine, states, "value");
  }
  for (const name of work.oneShot) {
    // The first call builds the evaluator's tables; caches are keyed by position.
    await ask(engine, work.phases.late![0]!, { evaluator: name });
    figures[`${name},_middle`] = await medianTime(engine, work.phases.middle!, name);
  }
  for (const [side, questions] of Object.entries(work.sides)) {
    const found = await search(engine, questions, work.budgets);
    for (const [name, figure] of Object.entries(found)) figures[`${side}:_${name}`] = figure;
  }
  const { ruleset_id, target_role, target_phase } = work.scenario;
  const wanted = { rulesetId: ruleset_id, targetRole: target_role, targetPhase: target_phase };
  const scenarios: number[] = [];
  const steps: number[] = [];
  for (let seed = 0; seed < work.times; seed++) {
    scenarios.push(await timed(() => engine.generateScenario({ ...wanted, seed })));
    steps.push(await timed(() => engine.query(RULESET, "account", work.step)));
  }
  figures.scenario = median(scenarios);
  figures.account_of_a_step = median(steps);
  figures.wasm_memory_at_the_end = await engine.memory();
  engine.dispose();
  return figures;
}
