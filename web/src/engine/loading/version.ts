/** Which runtime this page was built with, and whether the server has another by now. */
import { EngineError } from "../errors";

declare const __RUNTIME_PATH__: string;

/** The server is asked beside something else that failed: a late answer is no use. */
const ANSWER_MS = 10_000;

/** Folder of this page's runtime below `runtime/`; empty where the build did not say. */
export const RUNTIME_PATH: string = typeof __RUNTIME_PATH__ === "undefined" ? "" : __RUNTIME_PATH__;

export function newVersion(): EngineError {
  return new EngineError("NEW_VERSION", "A new version of Hindsight is out: reload the page to go on.");
}

/**
 * Whether the server, asked past every cache, names another runtime than this one.
 *
 * @param path the runtime's folder; nothing can be told of an empty one
 */
export async function serverHasAnother(runtimeUrl: string, path: string): Promise<boolean> {
  if (path === "") return false;
  try {
    const response = await fetch(new URL("manifest.json", runtimeUrl).href, {
      cache: "no-store",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const manifest = response.ok ? ((await response.json()) as { path?: unknown } | null) : null;
    return typeof manifest?.path === "string" && manifest.path !== path;
  } catch {
    return false;
  }
}
