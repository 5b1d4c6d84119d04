/** The runtime that this page was built with, and whether the server has a newer one. */
import { EngineError } from "../errors";

declare const __RUNTIME_PATH__: string;

/** Time limit of the check, which runs after another failure. */
const ANSWER_MS = 10_000;

/** Folder of this page's runtime below `runtime/`; empty if the build did not set it. */
export const RUNTIME_PATH: string = typeof __RUNTIME_PATH__ === "undefined" ? "" : __RUNTIME_PATH__;

export function newVersion(): EngineError {
  return new EngineError("NEW_VERSION", "A new version of Hindsight is out. Reload the page to continue.");
}

/**
 * Whether the server, bypassing all caches, has a runtime other than this one.
 *
 * @param path the runtime's folder; always false if empty
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
