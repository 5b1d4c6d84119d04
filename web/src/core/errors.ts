/** What the engine's errors mean. */

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as { code?: unknown }).code : undefined;
}

/** Whether something was stopped on purpose: cancelled, or superseded by a newer request. */
export function isStopped(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || codeOf(error) === "SUPERSEDED");
}

/** Whether the engine has lost what the query is about, because it restarted. */
export function isLost(error: unknown): boolean {
  return codeOf(error) === "NOT_FOUND";
}

/** The codes of errors that concern the engine itself rather than the request. */
const GONE: ReadonlySet<unknown> = new Set([
  "ARTIFACT_FAILED",
  "BOOT_FAILED",
  "BOOT_STALLED",
  "DISPOSED",
  "ENGINE_LOST",
  "NEW_VERSION",
  "RUNTIME_CORRUPT",
  "RUNTIME_MISSING",
  "RUNTIME_TYPE",
]);

/** Whether there was no engine to answer; nothing is wrong with the request. */
export function isEngineGone(error: unknown): boolean {
  return GONE.has(codeOf(error));
}

/** The message of an error, as one sentence for display. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong in the engine.";
}

/** Logs why something is missing on screen, unless it was stopped on purpose. */
export function note(what: string, error: unknown): void {
  if (!isStopped(error)) console.info(`${what}:`, sentenceOf(error));
}
