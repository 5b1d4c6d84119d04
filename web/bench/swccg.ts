/** SWCCG in a browser: a long replay read and scored, and single decisions. */
import { timed } from "./timing";
import { createEngine } from "../src/engine";
import type { GameState } from "../src/engine";

const RULESET = "swccg_gemp_v1";
/** As much as the engine reads, and answers in the engine's own spelling. */
const VERBATIM = { maxBytes: 16_000_000, verbatim: true };

/** What is measured, as the Python half lays it out. */
export interface SwccgWork {
  log: string;
  cards: object;
  /** How many decisions are asked one by one. */
  single: number;
}

export interface SwccgFigures {
  decisions: number;
  choices: number;
  /** Milliseconds, by what was done. */
  figures: Record<string, number>;
  /** Milliseconds of each single decision. */
  spent: number[];
}

interface Review {
  decisions: { index: number }[];
}

export async function swccg({ log, cards, single }: SwccgWork): Promise<SwccgFigures> {
  const engine = createEngine();
  await engine.query(RULESET, "load_cards", cards, VERBATIM);
  let replay = { replay_id: "", decisions: [] as unknown[] };
  let review: Review = { decisions: [] };
  const figures: Record<string, number> = {};
  figures["replay, read"] = await timed(async () => {
    replay = (await engine.query(RULESET, "load_replay", { xml: log }, VERBATIM)) as typeof replay;
  });
  const asked = { replay_id: replay.replay_id };
  figures["replay, scored"] = await timed(async () => {
    review = (await engine.query(RULESET, "review", asked, VERBATIM)) as Review;
  });
  const rows = review.decisions;
  const spent: number[] = [];
  for (let i = 0; i < rows.length; i += Math.max(1, Math.floor(rows.length / single))) {
    const one = { ...asked, index: rows[i]!.index };
    const state = (await engine.query(RULESET, "decision_state", one, VERBATIM)) as GameState;
    spent.push(await timed(() => engine.evaluateBestMove(state, 0, { evaluatorSeed: 1 }, { cache: false })));
  }
  engine.dispose();
  return { decisions: replay.decisions.length, choices: rows.length, figures, spent };
}
