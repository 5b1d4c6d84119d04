/** SWCCG in a browser: a long replay read and scored, and single decisions. */
import { timed } from "./timing";
import { createEngine } from "../src/engine";
import type { Engine, GameState } from "../src/engine";

const RULESET = "swccg_gemp_v1";
/** As much as the engine reads, and answers in the engine's own spelling. */
const VERBATIM = { maxBytes: 16_000_000, verbatim: true };

/** What was read and scored, as the Python half lays it out. */
export interface SwccgReplay {
  decisions: number;
  choices: number;
  /** Milliseconds, by what was done. */
  figures: Record<string, number>;
}

interface Review {
  decisions: { index: number }[];
}

let engine: Engine;
let replayId = "";
let rows: Review["decisions"] = [];

/** Starts an engine with the facts of cards, so that what follows measures only the replay. */
export async function ready(cards: object): Promise<void> {
  engine = createEngine();
  await engine.query(RULESET, "load_cards", cards, VERBATIM);
}

/** Reads and scores a replay. */
export async function replay(log: string): Promise<SwccgReplay> {
  let read = { replay_id: "", decisions: [] as unknown[] };
  const figures: Record<string, number> = {};
  figures["replay, read"] = await timed(async () => {
    read = (await engine.query(RULESET, "load_replay", { xml: log }, VERBATIM)) as typeof read;
  });
  replayId = read.replay_id;
  figures["replay, scored"] = await timed(async () => {
    rows = ((await engine.query(RULESET, "review", { replay_id: replayId }, VERBATIM)) as Review).decisions;
  });
  return { decisions: read.decisions.length, choices: rows.length, figures };
}

/** Milliseconds of each of about so many decisions of the replay, asked one by one; ends the engine. */
export async function singles(count: number): Promise<number[]> {
  const spent: number[] = [];
  for (let i = 0; i < rows.length; i += Math.max(1, Math.floor(rows.length / count))) {
    const one = { replay_id: replayId, index: rows[i]!.index };
    const state = (await engine.query(RULESET, "decision_state", one, VERBATIM)) as GameState;
    spent.push(await timed(() => engine.evaluateBestMove(state, 0, { evaluatorSeed: 1 }, { cache: false })));
  }
  engine.dispose();
  return spent;
}
