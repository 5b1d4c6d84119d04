/** What the screens read: the engine's results, under the names that the screens use. */
import type { Candidate, EvaluationResult, GameInfo } from "../engine/types";

/** A result, or a snapshot of one that is still going on. */
export type EvaluationView = EvaluationResult;
export type CandidateView = Candidate;
export type GradeBandView = GameInfo["grades"][number];
export type DecisionKindView = GameInfo["decisions"][number];
