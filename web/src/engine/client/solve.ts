/** Computes a table in a temporary worker, because the interpreter's memory never shrinks. */
import type { SolveQuestion } from "../loading/artifacts";
import type { Bytes } from "../loading/file";
import { EngineError, isErrorObject } from "../errors";
import { RequestBook } from "./requests";
import type { SupervisorOptions } from "./supervisor";

/**
 * The bytes of a table, computed in a temporary worker.
 *
 * @param onProgress called with the progress, 0 to 1
 * @throws an `EngineError` when the worker does not start, the engine refuses, or `signal` aborts; the signal's reason
 *   when it had aborted before
 */
export async function solveElsewhere(
  options: SupervisorOptions,
  { rulesetId, name, args }: SolveQuestion,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<Bytes> {
  signal.throwIfAborted();
  const requests = new RequestBook(options);
  const question = JSON.stringify({ ruleset_id: rulesetId, name, args });
  const onSnapshot = (text: string) => onProgress((JSON.parse(text) as { progress: number }).progress);
  const end = () => requests.dispose();
  signal.addEventListener("abort", end, { once: true });
  try {
    const text = await requests.ask(
      { type: "start", id: 1, kind: "query", lane: "background", args: question, replace: false, extend: null },
      { onSnapshot },
    );
    const answer = JSON.parse(text) as { artifact?: unknown };
    if (isErrorObject(answer)) throw EngineError.from(answer);
    if (typeof answer.artifact !== "string") throw new EngineError("INVALID_ARTIFACT", "The engine computed no table.");
    return Uint8Array.from(atob(answer.artifact), (letter) => letter.charCodeAt(0));
  } finally {
    signal.removeEventListener("abort", end);
    requests.dispose();
  }
}
