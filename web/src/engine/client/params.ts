/** Evaluator params in the spelling of the bridge. */
import { snakeKey, toSnake } from "../wire/camel";
import type { EvaluatorParams, PolicyMix } from "../types";

/** A policy in the canonical spelling. */
export function canonicalPolicy(policy: PolicyMix): unknown {
  if (typeof policy === "string" || !("type" in policy)) return toSnake(policy);
  switch (policy.type) {
    case "AllRandom":
      return "all_random";
    case "AllGreedy":
      return "all_greedy";
    case "Mixed":
      return { mixed: { greedy_ratio: policy.greedyProbability } };
    default:
      // The engine reports unknown policies.
      return policy;
  }
}

/** Params in the spelling of the bridge. Fields set to `undefined` are left out, so that the defaults apply. */
export function contractParams(params: Partial<EvaluatorParams>): Record<string, unknown> {
  const { rolloutConfig, ...rest } = params;
  const written = toSnake(rest) as Record<string, unknown>;
  if (rolloutConfig !== undefined) {
    written.rollout_config = Object.fromEntries(
      Object.entries(rolloutConfig).map(([role, policy]) => [snakeKey(role), canonicalPolicy(policy)]),
    );
  }
  return written;
}
