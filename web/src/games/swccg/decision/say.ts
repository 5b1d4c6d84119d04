/** What a person says they chose, in GEMP's own form of an answer. */
import type { Decision } from "../types";

const SEVERAL = ["CARD_SELECTION", "ARBITRARY_CARDS"];

export type SayKind = "number" | "several" | "none";

/** How an answer that is not among the scored options can be given. */
export function sayKind(decision: Decision): SayKind {
  if (decision.decision_type === "INTEGER") return "number";
  return SEVERAL.includes(decision.decision_type) && (decision.max ?? 0) > 1 ? "several" : "none";
}

/** Ids in an answer ascend by their number: "216,242", "temp2,temp10". */
export function joined(answers: readonly string[]): string {
  const number = (answer: string): number => Number(answer.replace(/\D/g, ""));
  return [...answers].sort((a, b) => number(a) - number(b) || (a < b ? -1 : 1)).join(",");
}

/** Whether so many may be chosen. */
export function allowed(decision: Decision, count: number): boolean {
  return count >= (decision.min ?? 0) && count <= (decision.max ?? decision.options.length);
}
