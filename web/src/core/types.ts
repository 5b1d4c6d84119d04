/** The engine's results under the names that the screens use. */
import type { Candidate, EvaluationResult, GameInfo } from "../engine/types";

/** An evaluator's note about its own work: its `type`, and whatever it counted. */
export type TelemetryView = Record<string, unknown>;

/** A candidate; in games saved by earlier versions, fields that only some evaluators fill may be absent. */
export type CandidateView = Omit<Candidate, "note" | "winProbability"> & { note?: string | null; winProbability?: number | null };

/** An evaluation, finished or still running. */
export type EvaluationView = Omit<EvaluationResult, "candidates" | "metadata"> & {
  candidates: CandidateView[];
  metadata: Omit<EvaluationResult["metadata"], "depth" | "objective" | "telemetry"> & {
    objective?: string | null;
    /** The search depth in moves. */
    depth?: number | null;
    telemetry?: readonly TelemetryView[];
  };
};
export type GradeBandView = GameInfo["grades"][number];
export type DecisionKindView = GameInfo["decisions"][number];
