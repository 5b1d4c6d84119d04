/** The contract as callers see it: generated from Python's models, with `camelCase` fields in params and results. */
import type { Camel } from "./wire/camel";
import type * as contract from "./types.gen";

/** What all states have in common; each game adds its own fields. A state crosses as it is, in `snake_case`. */
export type GameState = contract.GameState & Record<string, unknown>;

/** A position to ask about: a state, or its JSON text as somebody pasted it. */
export type StateInput = object | string;

/** How a player moves in a rollout, in our spelling or in the tagged one. */
export type PolicyMix =
  | "all_random"
  | "all_greedy"
  | { mixed: { greedyRatio: number } }
  | { type: "AllRandom" | "AllGreedy" | "Mixed"; greedyProbability?: number };

/** How to evaluate. Only the seed is required; `evaluatorOptions` are named as the evaluator's schema says. */
export type EvaluatorParams = Omit<Camel<contract.EvaluatorParams>, "rolloutConfig"> & {
  rolloutConfig?: { activePlayerPolicy?: PolicyMix; opponentPolicy?: PolicyMix };
};

export type EvaluationResult = Camel<contract.EvaluationResult>;
export type Candidate = EvaluationResult["candidates"][number];
export type EvaluationMetadata = EvaluationResult["metadata"];

type GameRow = Camel<contract.GameInfo>;
type WithParams<T> = Omit<T, "params"> & { params: Partial<EvaluatorParams> };

/** A game that can be played or reviewed. */
export type GameInfo = Omit<GameRow, "levels" | "presets"> & {
  levels: WithParams<GameRow["levels"][number]>[];
  presets: WithParams<GameRow["presets"][number]>[];
};

/** How far a job is, and what it has found so far: before there is anything, only `done` and `progress` are there. */
export type Snapshot<T> = Partial<T> & { done: boolean; progress: number };

/** What kind of position to find; beyond these, each game has params of its own. */
export interface ScenarioParams {
  rulesetId: string;
  seed: number;
  policyMix?: PolicyMix;
  [more: string]: unknown;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Longest text that may cross for one argument; default 2 MB, 16 MB at most. */
  maxBytes?: number;
}

export interface JobOptions<T> extends CallOptions {
  /** Called about ten times a second, and once more at the end with `done` true. */
  onProgress?: (snapshot: Snapshot<T>) => void;
}

export interface QueryOptions<T> extends JobOptions<T> {
  /** Arguments and answer cross in Python's own spelling: for answers that are positions, or are keyed by names. */
  asItIs?: boolean;
}

export interface EvaluateOptions extends JobOptions<EvaluationResult> {
  /** End the evaluation that runs and the one that waits, instead of waiting for the first. */
  replace?: boolean;
  /** A game waits for this one, an opponent's move: it goes before all else, and none takes its place. */
  urgent?: boolean;
  /** Nobody waits for this one: it takes turns with other background work and gives way to all else. */
  background?: boolean;
  /** False asks the engine even if the same question was answered before. */
  cache?: boolean;
}

/** An evaluation on its way: a promise of its result that can be asked for more. */
export interface EvaluationTask extends Promise<EvaluationResult> {
  /**
   * Goes on from where it stopped, with these params laid over its own: budgets are totals, so they must be larger.
   * The engine keeps the last best-move evaluation and the last grading for this; an older one starts again from its
   * state.
   */
  thinkLonger(params: Partial<EvaluatorParams>, options?: EvaluateOptions): EvaluationTask;
  /** Says that nobody will ask it to think longer. */
  release(): void;
}
