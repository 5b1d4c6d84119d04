/**
 * Notices a worker that is gone.
 *
 * A worker that ends itself, or that the browser ends, sends no event. So the worker holds a lock as long as it lives,
 * and the page asks for the same lock: it is granted when the worker is no more. Where there are no locks (an insecure
 * address) only the watchdog of calls is left.
 */

/** The worker's side: holds the lock for ever. */
export function holdLifeline(name: string): void {
  const forever = new Promise<never>(() => undefined);
  void (navigator.locks as LockManager | undefined)?.request(name, () => forever).catch(() => undefined);
}

/**
 * The page's side, to be called when the worker has said that it is ready, and so has asked first.
 *
 * @returns a function that ends the watch
 */
export function watchLifeline(name: string, onDeath: () => void): () => void {
  const stop = new AbortController();
  void (navigator.locks as LockManager | undefined)
    ?.request(name, { signal: stop.signal }, () => {
      if (!stop.signal.aborted) onDeath();
    })
    .catch(() => undefined);
  return () => stop.abort();
}
