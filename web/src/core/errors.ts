/** What it means when the engine refuses something. */

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as { code?: unknown }).code : undefined;
}

/** Whether something was stopped on purpose: cancelled, or overtaken by a newer question. */
export function isStopped(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || codeOf(error) === "SUPERSEDED");
}

/** Whether the engine lacks what was asked about, because it has started anew since. */
export function isLost(error: unknown): boolean {
  return codeOf(error) === "NOT_FOUND";
}

/** One sentence for a person about something that failed. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong in the engine.";
}
