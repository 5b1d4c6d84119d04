/** The engine's results under the names that the screens use. */
import type { Candidate, EvaluationResult, GameInfo } from "../engine/types";

/** An evaluator's note about its own work: its `type`, and whatever it counted. */
export type TelemetryView = Record<string, unknown>;

/** A candidate; in games saved by earlier versions, fields that only some evaluators fill may be absent. */
export type CandidateView = Omit<Candidate, "note" | "winProbability" | "compared"> & {
  note?: string | null;
  winProbability?: number | null;
  /** Whether it was compared with the best one under the same conditions; default true. */
  compared?: boolean;
};

/** What a move was, on the scale that all played games share. */
export type Verdict = NonNullable<EvaluationResult["verdict"]>;

/** An evaluation, finished or still running. */
export type EvaluationView = Omit<EvaluationResult, "candidates" | "metadata" | "verdict" | "decided" | "winLoss" | "worse"> & {
  /** Absent in games saved by earlier versions. */
  verdict?: Verdict | null;
  /** Whether the game is as good as won or lost, whatever is played. */
  decided?: boolean | null;
  /** The chance of winning lost, 0 to 1; null where the verdict is by points. */
  winLoss?: number | null;
  /** The probability that the move is worse than the best one, 0.5 to 0.99; null where nothing is uncertain about it. */
  worse?: number | null;
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

/** The losses from which a move is no longer best, an inaccuracy, a mistake, a blunder: in points, or in chances to win. */
export type VerdictLimitsView = GameInfo["verdictLimits"][number];
