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

/** What is said of an engine that is not there, whatever it was asked. */
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

/** Whether there was no engine to answer: nothing is wrong with what was asked. */
export function isEngineGone(error: unknown): boolean {
  return GONE.has(codeOf(error));
}

/** One sentence for a person about something that failed. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong in the engine.";
}
