/** The answer that a person says they chose, in GEMP's own format. */
import type { Decision } from "../types";

const SEVERAL = ["CARD_SELECTION", "ARBITRARY_CARDS"];

export type SayKind = "number" | "several" | "none";

/** Which form a decision needs for answers beyond the scored options. */
export function sayKind(decision: Decision): SayKind {
  if (decision.decision_type === "INTEGER") return "number";
  return SEVERAL.includes(decision.decision_type) && (decision.max ?? 0) > 1 ? "several" : "none";
}

/** The ids joined to an answer, in ascending numeric order: "216,242", "temp2,temp10". */
export function joined(answers: readonly string[]): string {
  const number = (answer: string): number => Number(answer.replace(/\D/g, ""));
  return [...answers].sort((a, b) => number(a) - number(b) || (a < b ? -1 : 1)).join(",");
}

/** Whether the decision allows choosing this many. */
export function allowed(decision: Decision, count: number): boolean {
  return count >= (decision.min ?? 0) && count <= (decision.max ?? decision.options.length);
}
