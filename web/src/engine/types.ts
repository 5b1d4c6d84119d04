/** The types for callers, generated from Python's models, with `camelCase` fields in params and results. */
import type { Camel } from "./wire/camel";
import type * as contract from "./types.gen";

/** The fields of all states; each game adds its own. States cross unchanged, in `snake_case`. */
export type GameState = contract.GameState & Record<string, unknown>;

/** A position: a state, or its JSON text as pasted. */
export type StateInput = object | string;

/** The policy of a player in a rollout, in the short form or the tagged one. */
export type PolicyMix =
  | "all_random"
  | "all_greedy"
  | { mixed: { greedyRatio: number } }
  | { type: "AllRandom" | "AllGreedy" | "Mixed"; greedyProbability?: number };

/** The params of an evaluation. Only the seed is required; the keys of `evaluatorOptions` follow the evaluator's schema. */
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

/** The progress of a job with its results so far; before the first result only `done` and `progress`. */
export type Snapshot<T> = Partial<T> & { done: boolean; progress: number };

/** The params of the scenario generator; each game has further ones. */
export interface ScenarioParams {
  rulesetId: string;
  seed: number;
  policyMix?: PolicyMix;
  [more: string]: unknown;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Maximum size of one argument's JSON text in bytes; default 2 MB, at most 16 MB. */
  maxBytes?: number;
}

export interface JobOptions<T> extends CallOptions {
  /** Called about ten times a second, and at the end with `done` true. */
  onProgress?: (snapshot: Snapshot<T>) => void;
}

export interface PrepareOptions {
  /** Imports only what the first screen needs, without the coach. */
  screenOnly?: boolean;
  /** Ends it; what is imported stays. */
  signal?: AbortSignal;
}

export interface QueryOptions<T> extends JobOptions<T> {
  /** Passes arguments and answer without renaming keys: for answers that are positions or keyed by names. */
  verbatim?: boolean;
}

export interface EvaluateOptions extends JobOptions<EvaluationResult> {
  /** Stops the running and the waiting evaluation, instead of queueing behind the first. */
  replace?: boolean;
  /** For opponents' moves, which a game waits for: highest priority, never superseded. */
  urgent?: boolean;
  /** Lowest priority: takes turns with other background jobs and yields to everything else. */
  background?: boolean;
  /** A grading for the reasons of a hint: like the search for the best move, it leaves the last grade of a move as it is, to be continued. */
  hint?: boolean;
  /** False asks the engine even if the answer is cached. */
  cache?: boolean;
}

/** A running evaluation: a promise of its result, which can be continued. */
export interface EvaluationTask extends Promise<EvaluationResult> {
  /**
   * Continues the evaluation with these params merged over its own. Budgets are totals, so they must be larger.
   * The engine keeps the last best-move evaluation and the last grading for this; an older one starts again from its
   * state.
   */
  thinkLonger(params: Partial<EvaluatorParams>, options?: EvaluateOptions): EvaluationTask;
  /**
   * Goes on as the grading of a move: one that the evaluation compared is graded by what is known of it, and the best one is
   * "best". What holds for `thinkLonger` holds here too, but the params apply only to an evaluation that starts again. With them no
   * answer comes from the cache, unless the options say so.
   */
  grade(userAction: unknown, options?: EvaluateOptions, params?: Partial<EvaluatorParams>): EvaluationTask;
  /** Frees the engine's memory of it: it will not be continued. */
  release(): void;
}
