/** What the screens ask of the engine. `src/engine` answers it; tests answer with a small engine of their own. */
import type { EvaluationView, GradeBandView } from "../coach/types";
import type { GameState } from "./session";

export type EngineStatus =
  | { phase: "loading"; stage: string; loadedBytes?: number; totalBytes?: number }
  | { phase: "ready" }
  | { phase: "error"; message: string; code?: string };

export interface Level {
  id: string;
  name: string;
  description: string;
  strength: string;
  params: Record<string, unknown>;
}

export interface Preset {
  id: string;
  name: string;
  params: Record<string, unknown>;
}

export interface GameInfo {
  rulesetId: string;
  name: string;
  summary: string;
  players: number;
  unit: string;
  capabilities: string[];
  levels: Level[];
  presets: Preset[];
  grades: GradeBandView[];
  queries: { name: string }[];
}

export type Params = Record<string, unknown>;

/** A snapshot of work that is going on. */
export type Progress<T> = T & { done: boolean; progress: number };

export interface JobOptions<T> {
  onProgress?: (snapshot: Partial<T> & { done: boolean; progress: number }) => void;
  signal?: AbortSignal;
}

export interface AccountResult {
  luck: number[];
  steps: { index: number; luck: number[] | null }[];
}

export interface EnginePort {
  status: { subscribe(run: (status: EngineStatus) => void): () => void };
  retry(): void;
  listGames(): Promise<GameInfo[]>;
  newGame(rulesetId: string, seed: number, options: Params): Promise<GameState>;
  listLegalActions(state: GameState, playerId: number): Promise<unknown[]>;
  applyAction(state: GameState, action: unknown): Promise<GameState>;
  evaluateBestMove(
    state: GameState,
    playerId: number,
    params: Params,
    options: JobOptions<EvaluationView>,
  ): Promise<EvaluationView>;
  gradeUserAction(
    state: GameState,
    playerId: number,
    action: unknown,
    params: Params,
    options: JobOptions<EvaluationView>,
  ): Promise<EvaluationView>;
  generateScenario(params: Params, options: JobOptions<GameState>): Promise<GameState>;
  query(rulesetId: string, name: string, args: Params, options: JobOptions<AccountResult>): Promise<AccountResult>;
}
