/** Azul's search in a browser: moves valued within its time budget, response times, rounds solved. */
import { timed } from "./timing";
import type { Engine, GameState } from "../src/engine";

const PLENTY = 10_000_000;

interface Question {
  state: GameState;
  action: unknown;
}

/** The positions to measure, prepared by the Python side (`build_tools/bench/azul_search.py`). */
export interface AzulWork {
  budget: number;
  /** Time budget in milliseconds and positions, by phase. */
  phases: Record<string, { budget: number; states: GameState[] }>;
  /** The positions of a game, each with a move to grade. */
  game: Question[];
  /** Positions with few tiles left. */
  few: GameState[];
}

export interface AzulFigures {
  /** Moves valued in each position of a phase. */
  phases: Record<string, number[]>;
  /** Milliseconds from the call to the result, for each position of the game. */
  evaluation: number[];
  grade: number[];
  /** Moves valued in the positions of the game whose round was not solved. */
  unsolved: number[];
  /** Milliseconds of the positions with few tiles left that were solved. */
  solved: number[];
}

export async function azul(engine: Engine, work: AzulWork): Promise<AzulFigures> {
  const params = (timeBudgetMs: number) => ({
    evaluatorSeed: 1,
    evaluator: "search",
    rolloutsPerAction: PLENTY,
    timeBudgetMs,
  });
  const search = async (state: GameState, milliseconds: number) =>
    (await engine.evaluateBestMove(state, state.active_player_id, params(milliseconds), { cache: false })).metadata;
  const figures: AzulFigures = { phases: {}, evaluation: [], grade: [], unsolved: [], solved: [] };
  // The first evaluation reads the learnt values.
  await search(work.game[0]!.state, 1);
  for (const [name, { budget, states }] of Object.entries(work.phases)) {
    const nodes: number[] = [];
    for (const state of states) nodes.push((await search(state, budget)).nodes);
    figures.phases[name] = nodes;
  }
  for (const { state, action } of work.game) {
    const player = state.active_player_id;
    figures.evaluation.push(
      await timed(async () => {
        const { roundSolved, nodes } = await search(state, work.budget);
        if (!roundSolved) figures.unsolved.push(nodes);
      }),
    );
    const graded = () => engine.gradeUserAction(state, player, action, params(work.budget), { cache: false });
    figures.grade.push(await timed(graded));
  }
  for (const state of work.few) {
    let isSolved = false;
    const spent = await timed(async () => {
      isSolved = (await search(state, work.budget)).roundSolved === true;
    });
    if (isSolved) figures.solved.push(spent);
  }
  return figures;
}
