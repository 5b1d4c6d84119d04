/** Waiting until the browser has nothing else to do. */

/** How long to wait where the browser does not say when it is idle. */
const PAUSE_MS = 200;

/** Resolves when the browser has nothing else to do. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such callback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve());
    else setTimeout(resolve, PAUSE_MS);
  });
}
