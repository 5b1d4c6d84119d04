/** Benchmark of SWCCG in a browser: reading and scoring a long replay, and evaluating single decisions. */
import { timed } from "./timing";
import { createEngine } from "../src/engine";
import type { GameState } from "../src/engine";

const RULESET = "swccg_gemp_v1";
/** Requests up to the engine's own size limit, with answers in the engine's spelling. */
const AS_IT_IS = { maxBytes: 16_000_000, asItIs: true };

/** The work, as prepared by build_tools/bench/swccg.py. */
export interface SwccgWork {
  log: string;
  cards: object;
  /** Number of decisions to evaluate one by one. */
  single: number;
}

export interface SwccgFigures {
  decisions: number;
  choices: number;
  /** Milliseconds by task. */
  figures: Record<string, number>;
  /** Milliseconds for each single decision. */
  spent: number[];
}

interface Review {
  decisions: { index: number }[];
}

export async function swccg({ log, cards, single }: SwccgWork): Promise<SwccgFigures> {
  const engine = createEngine();
  await engine.query(RULESET, "load_cards", cards, AS_IT_IS);
  let replay = { replay_id: "", decisions: [] as unknown[] };
  let review: Review = { decisions: [] };
  const figures: Record<string, number> = {};
  figures["replay, read"] = await timed(async () => {
    replay = (await engine.query(RULESET, "load_replay", { xml: log }, AS_IT_IS)) as typeof replay;
  });
  const asked = { replay_id: replay.replay_id };
  figures["replay, scored"] = await timed(async () => {
    review = (await engine.query(RULESET, "review", asked, AS_IT_IS)) as Review;
  });
  const rows = review.decisions;
  const spent: number[] = [];
  for (let i = 0; i < rows.length; i += Math.max(1, Math.floor(rows.length / single))) {
    const one = { ...asked, index: rows[i]!.index };
    const state = (await engine.query(RULESET, "decision_state", one, AS_IT_IS)) as GameState;
    spent.push(await timed(() => engine.evaluateBestMove(state, 0, { evaluatorSeed: 1 }, { cache: false })));
  }
  engine.dispose();
  return { decisions: replay.decisions.length, choices: rows.length, figures, spent };
}
