/** The part of the engine that the screens use. `src/engine` implements it; tests provide a small fake. */
import type { Engine } from "../engine";
import type { EvaluatorParams, GameInfo } from "../engine/types";

export type { EngineStatus } from "../engine/status";
export type { EvaluateOptions, EvaluationTask, EvaluatorParams, GameInfo, ScenarioParams, Snapshot } from "../engine/types";

export type Level = GameInfo["levels"][number];
export type Preset = GameInfo["presets"][number];
export type Params = EvaluatorParams;

export type EnginePort = Pick<
  Engine,
  | "status"
  | "retry"
  | "listGames"
  | "prepare"
  | "newGame"
  | "listLegalActions"
  | "applyAction"
  | "observe"
  | "describeState"
  | "evaluateBestMove"
  | "gradeUserAction"
  | "generateScenario"
  | "query"
  | "memory"
>;

/** The result of the query "account", as far as it is used. */
export interface AccountResult {
  luck: number[];
  luckStderr?: number[];
}

/** Whether a game has chance: the engine accounts for luck exactly then. */
export const hasChance = ({ queries }: Pick<GameInfo, "queries">): boolean => queries.some(({ name }) => name === "account");
