/** The texts of the engine panel. */
import type { EvaluationView } from "../../core/types";
import { count, duration, plain } from "../../core/format";

export const ENGINE_WORDS = {
  heading: "Engine",
  none: "Nothing evaluated yet.",
  memory: "Memory",
  table: "Candidate table",
  copyState: "Copy state JSON",
  stillThinking: "still thinking",
  roundSolved: "round solved",
} as const;

/** The columns of the candidate table before the evaluator's own features. */
export const CANDIDATE_COLUMNS = ["Move", "Value", "±", "Rollouts"] as const;

/** What the panel lists about an evaluation: names and values; `error` is that of the graded move's loss, or null. */
export function engineFacts(meta: EvaluationView["metadata"], error: string | null = null): [string, string][] {
  const ended = meta.endedBy === null ? ENGINE_WORDS.stillThinking : meta.roundSolved === true ? ENGINE_WORDS.roundSolved : meta.endedBy;
  return [
    ["Evaluator", meta.evaluator],
    ["Time", duration(meta.elapsedMs)],
    ["Positions", count(meta.nodes ?? 0)],
    ["Rollouts", count(meta.rolloutsRun)],
    ["Candidates", `${meta.candidatesEvaluated} of ${meta.totalLegalActions}`],
    ["Ended by", ended],
    ...(error === null ? [] : [["Error of the loss", error] as [string, string]]),
    ...(meta.objective == null ? [] : [["Objective", meta.objective] as [string, string]]),
    ["Seed", String(meta.seed)],
    ["Engine", meta.engine],
  ];
}

export function entropyName(name: string): string {
  return `Entropy ${name}`;
}

/** "1.3 bits". */
export function bitsText(bits: number): string {
  return `${plain(bits, 1)} bits`;
}
