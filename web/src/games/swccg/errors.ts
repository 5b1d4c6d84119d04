/** What a refusal of the engine means here. */

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as { code?: unknown }).code : undefined;
}

/** Stopped on purpose: cancelled, or overtaken by a newer question. */
export function isStopped(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || codeOf(error) === "SUPERSEDED");
}

/** The engine does not have what was asked about: it has started anew since. */
export function isLost(error: unknown): boolean {
  return codeOf(error) === "NOT_FOUND";
}

/** One sentence for a person. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong in the engine.";
}
