/** What the screens read: the engine's results, under the names that the screens use. */
import type { Candidate, EvaluationResult, GameInfo } from "../engine/types";

/** What an evaluator noted about its own work: its `type`, and whatever it counted. */
export type TelemetryView = Record<string, unknown>;

/** A candidate; what only some evaluators tell may be absent in a game that was saved before. */
export type CandidateView = Omit<Candidate, "note" | "winProbability"> & { note?: string | null; winProbability?: number | null };

/** A result, or a snapshot of one that is still going on. */
export type EvaluationView = Omit<EvaluationResult, "candidates" | "metadata"> & {
  candidates: CandidateView[];
  metadata: Omit<EvaluationResult["metadata"], "depth" | "objective" | "telemetry"> & {
    objective?: string | null;
    /** How many moves of the main line the search itself looked at. */
    depth?: number | null;
    telemetry?: readonly TelemetryView[];
  };
};
export type GradeBandView = GameInfo["grades"][number];
export type DecisionKindView = GameInfo["decisions"][number];
