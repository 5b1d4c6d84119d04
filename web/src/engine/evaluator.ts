/** The evaluator as two plain functions that take the engine first and return results without nulls. */
import type { EngineClient } from "./client/client";
import type { EvaluateOptions, EvaluationResult, EvaluatorParams, StateInput } from "./types";

/** A result in which fields that do not apply are absent instead of null. */
export type DocumentResult = Omit<EvaluationResult, "userActionEv" | "deltaEv"> & {
  userActionEv?: number;
  deltaEv?: number;
};

function withoutNulls({ userActionEv, deltaEv, ...rest }: EvaluationResult): DocumentResult {
  return { ...rest, ...(userActionEv == null ? {} : { userActionEv }), ...(deltaEv == null ? {} : { deltaEv }) };
}

/** The best move of a position. */
export async function evaluateBestMove(
  engine: Pick<EngineClient, "evaluateBestMove">,
  state: StateInput,
  playerId: number,
  params: EvaluatorParams,
  options: EvaluateOptions = {},
): Promise<DocumentResult> {
  return withoutNulls(await engine.evaluateBestMove(state, playerId, params, options));
}

/** The best move of a position, with the value of the user's move. */
export async function gradeUserAction(
  engine: Pick<EngineClient, "gradeUserAction">,
  state: StateInput,
  playerId: number,
  userAction: unknown,
  params: EvaluatorParams,
  options: EvaluateOptions = {},
): Promise<DocumentResult> {
  return withoutNulls(await engine.gradeUserAction(state, playerId, userAction, params, options));
}
