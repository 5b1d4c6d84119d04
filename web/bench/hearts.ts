/** Benchmarks of Hearts in a browser: searches and grades within a time budget, endgames, and parts of the engine. */
import type { Errand } from "./python.worker";
import { timed } from "./timing";
import { createEngine } from "../src/engine";
import type { Engine, EvaluatorParams, GameState } from "../src/engine";

const RULESET = "hearts_v1";

interface Decision {
  state: GameState;
  action: unknown;
}

/** The measurements to make, as the Python side sends them. */
export interface HeartsWork {
  searched: Decision[];
  graded: Decision[];
  endgames: Decision[];
  /** Positions for the parts of the engine, as JSON, and the Python source that measures them. */
  pieces: string;
  source: string;
  params: { evaluator_seed: number; time_budget_ms: number };
  /** Evaluator options with which only the clock ends the search. */
  no_end: Record<string, unknown>;
}

/** The timing of a search in milliseconds, and its playouts and worlds. */
interface Timing {
  spent: number;
  first: number;
  elapsed: number;
  playouts: number;
  worlds: number;
}

export interface HeartsFigures {
  fresh: Record<string, number>;
  searched: Timing[];
  full: Timing[];
  grades: number[];
  endgames: Timing[];
  pieces: Record<string, number>;
  /** Bytes. */
  memory: Record<string, number>;
}

async function search(engine: Engine, { state }: Pick<Decision, "state">, params: EvaluatorParams): Promise<Timing> {
  const start = performance.now();
  let first = Number.NaN;
  const onProgress = (snapshot: { candidates?: unknown[] }) => {
    if (Number.isNaN(first) && snapshot.candidates?.length) first = performance.now() - start;
  };
  const options = { onProgress, cache: false };
  const { metadata, candidates } = await engine.evaluateBestMove(state, state.active_player_id, params, options);
  const spent = performance.now() - start;
  const worlds = Math.max(...candidates.map(({ rollouts }) => rollouts));
  const { elapsedMs: elapsed, rolloutsRun: playouts } = metadata;
  return { spent, first: Number.isNaN(first) ? spent : first, elapsed, playouts, worlds };
}

async function sequentially<T, Q>(questions: Q[], ask: (question: Q) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (const question of questions) answers.push(await ask(question));
  return answers;
}

function measured(source: string, argument: string): Promise<Record<string, number>> {
  const worker = new Worker(new URL("./python.worker.ts", import.meta.url), { type: "module" });
  const errand: Errand = { runtimeUrl: new URL("runtime/", document.baseURI).href, source, argument };
  const answer = new Promise<Record<string, number>>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(JSON.parse(data) as Record<string, number>);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage(errand);
  return answer.finally(() => worker.terminate());
}

/** Runs all measurements in a fresh engine. */
export async function hearts(work: HeartsWork): Promise<HeartsFigures> {
  const params: EvaluatorParams = { evaluatorSeed: work.params.evaluator_seed, timeBudgetMs: work.params.time_budget_ms };
  const endless = { ...params, evaluatorOptions: work.no_end };
  const engine = createEngine();
  await engine.listGames();
  const before = await engine.memory();
  // The first game loads the modules, the first search builds the tables.
  let state: GameState | undefined;
  const game = await timed(async () => (state = await engine.newGame(RULESET, 0)));
  const { first: candidates } = await search(engine, { state: state! }, params);
  const fresh = { game, candidates };
  const searched = await sequentially(work.searched, (each) => search(engine, each, params));
  const full = await sequentially(work.searched, (each) => search(engine, each, endless));
  const grades = await sequentially(work.graded, ({ state, action }) =>
    timed(() => engine.gradeUserAction(state, state.active_player_id, action, params, { cache: false })),
  );
  const endgames = await sequentially(work.endgames, (each) => search(engine, each, params));
  const memory = { before, "at the end": await engine.memory() };
  engine.dispose();
  return { fresh, searched, full, grades, endgames, memory, pieces: await measured(work.source, work.pieces) };
}
