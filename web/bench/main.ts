/** Benchmarks in a browser: the real client, worker and engine, without the screens. */
import { createEngine } from "../src/engine";
import type { Engine, EvaluatorParams, GameState } from "../src/engine";
import { azul, type AzulFigures, type AzulWork } from "./azul";
import { entropy, type EntropyWork } from "./entropy";
import { hearts, type HeartsFigures, type HeartsWork } from "./hearts";
import * as swccg from "./swccg";
import { median, timed } from "./timing";
import * as yatzy from "./yatzy";

const PLENTY = 10_000_000;
const RULESET = "azul_v1_2p";

interface Bench {
  boot(): Promise<Record<string, number>>;
  rollouts(state: GameState, milliseconds: number): Promise<number>;
  nodes(state: GameState): Promise<number>;
  moves(times: number): Promise<number>;
  thinking(state: GameState, times: number): Promise<Record<string, number>>;
  memory(state: GameState, evaluations: number): Promise<Record<string, number>>;
  azul(work: AzulWork): Promise<AzulFigures>;
  yatzyPositions(states: GameState[]): Promise<Record<string, number>>;
  yatzyDensity(args: object): Promise<number>;
  yatzySolve(): Promise<{ milliseconds: number; bytes: number }>;
  entropy(work: EntropyWork): Promise<Record<string, number>>;
  hearts(work: HeartsWork): Promise<HeartsFigures>;
  swccgReady(cards: object): Promise<void>;
  swccgReplay(log: string): Promise<swccg.SwccgReplay>;
  swccgSingles(count: number): Promise<number[]>;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

let engine: Engine;

/** Milliseconds from the start to each stage, and until the engine was ready. */
function boot(): Promise<Record<string, number>> {
  const start = performance.now();
  const stages: Record<string, number> = {};
  engine = createEngine();
  return new Promise((resolve, reject) => {
    engine.status.subscribe((status) => {
      const now = performance.now() - start;
      if (status.phase === "loading") stages[status.stage] ??= now;
      if (status.phase === "ready") resolve({ ...stages, ready: now });
      if (status.phase === "error") reject(new Error(status.message));
    });
  });
}

function ask(state: GameState, params: Partial<EvaluatorParams>) {
  const all = { evaluatorSeed: 1, rolloutsPerAction: PLENTY, ...params };
  return engine.evaluateBestMove(state, state.active_player_id, all, { cache: false });
}

async function rollouts(state: GameState, milliseconds: number): Promise<number> {
  const { metadata } = await ask(state, { evaluator: "rollout", timeBudgetMs: milliseconds });
  return (1000 * metadata.rolloutsRun) / metadata.elapsedMs;
}

async function nodes(state: GameState): Promise<number> {
  const { metadata } = await ask(state, { evaluator: "search", timeBudgetMs: 60_000, rolloutsPerAction: 1 });
  if (!metadata.roundSolved) throw new Error("the position was not solved");
  return (1000 * metadata.nodes) / metadata.elapsedMs;
}

/** Median milliseconds of listing the legal actions and applying one. */
async function moves(times: number): Promise<number> {
  const state = await engine.newGame(RULESET, 1, {});
  const spent: number[] = [];
  for (let i = 0; i < times; i++) {
    spent.push(
      await timed(async () => {
        const actions = await engine.listLegalActions(state, state.active_player_id);
        await engine.applyAction(state, actions[i % actions.length]);
      }),
    );
  }
  return median(spent);
}

/** Medians in milliseconds: first candidates, a 250 ms budget end to end, and a rules query and a cancel during a search. */
async function thinking(state: GameState, times: number): Promise<Record<string, number>> {
  const first: number[] = [];
  const budget: number[] = [];
  const query: number[] = [];
  const cancel: number[] = [];
  const grade: number[] = [];
  const actions = await engine.listLegalActions(state, state.active_player_id);
  const params = { evaluatorSeed: 1, evaluator: "search", rolloutsPerAction: PLENTY };
  const player = state.active_player_id;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    let seen = false;
    const onProgress = (snapshot: { candidates?: unknown[] }) => {
      if (!seen && snapshot.candidates?.length) {
        first.push(performance.now() - start);
        seen = true;
      }
    };
    await engine.evaluateBestMove(state, player, { ...params, timeBudgetMs: 250 }, { onProgress, cache: false });
    budget.push(performance.now() - start);
    const played = actions[(i * 7) % actions.length];
    const options250 = { ...params, timeBudgetMs: 250 };
    grade.push(await timed(() => engine.gradeUserAction(state, player, played, options250, { cache: false })));
    const abort = new AbortController();
    const options = { signal: abort.signal, cache: false };
    const task = engine.evaluateBestMove(state, player, { ...params, timeBudgetMs: 20_000 }, options);
    const refused = task.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300 + 7 * i));
    query.push(await timed(() => engine.listLegalActions(state, player)));
    const before = performance.now();
    abort.abort();
    await refused;
    // The cancel counts as answered when the engine responds to the next request.
    await engine.listLegalActions(state, player);
    cancel.push(performance.now() - before);
  }
  return {
    first_candidates: median(first),
    first_candidates_worst: Math.max(...first),
    budget_250: median(budget),
    budget_250_worst: Math.max(...budget),
    grade_250: median(grade),
    grade_250_worst: Math.max(...grade),
    query_while_thinking: median(query),
    query_while_thinking_worst: Math.max(...query),
    cancel: median(cancel),
    cancel_worst: Math.max(...cancel),
  };
}

/** Bytes of the wasm heap before and after some evaluations. */
async function memory(state: GameState, evaluations: number): Promise<Record<string, number>> {
  const before = await engine.memory();
  for (let i = 0; i < evaluations; i++) await ask(state, { evaluator: "search", evaluatorSeed: i, timeBudgetMs: 100 });
  return { before, after: await engine.memory() };
}

window.bench = {
  boot,
  rollouts,
  nodes,
  moves,
  thinking,
  memory,
  azul: (work) => azul(engine, work),
  yatzyPositions: (states) => yatzy.positions(engine, states),
  yatzyDensity: (args) => yatzy.density(engine, args),
  yatzySolve: () => yatzy.solve(engine),
  entropy,
  hearts,
  swccgReady: swccg.ready,
  swccgReplay: swccg.replay,
  swccgSingles: swccg.singles,
};
