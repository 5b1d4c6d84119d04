/** What the coach reads of an evaluation: the engine's result, or a snapshot of one that is still going on. */

export interface ReasonView {
  code: string;
  label: string;
  value: number;
}

export interface CandidateView {
  action: unknown;
  ev: number;
  rollouts: number;
  stderr: number;
  reasons?: ReasonView[];
  features?: Record<string, number>;
  /** The continuation expected, the action itself first. */
  line?: unknown[];
  /** "upper" when the true value may be lower than `ev`. */
  bound?: "upper" | null;
}

export interface FeedbackView {
  category: string;
  text: string;
  delta: number;
}

export interface MetadataView {
  elapsedMs: number;
  rolloutsRun: number;
  candidatesEvaluated: number;
  totalLegalActions: number;
  seed: number;
  completedWithinBudget: boolean;
  evaluator: string;
  endedBy: string;
  solved?: boolean;
  roundSolved?: boolean;
  nodes?: number;
  notes?: string[];
  engine?: string;
}

export interface EvaluationView {
  bestAction: unknown;
  bestActionEv: number;
  userActionEv?: number | null;
  /** The user's value minus the best; never positive. Null when nothing was graded. */
  deltaEv?: number | null;
  deltaStderr?: number | null;
  metadata: MetadataView;
  candidates: CandidateView[];
  winProbability?: number | null;
  grade?: string | null;
  tooClose?: boolean | null;
  confidence?: number | null;
  feedback?: FeedbackView[];
}

export interface GradeBandView {
  code: string;
  label: string;
  maxLoss: number | null;
}
