/**
 * Detection of dead workers by a lock.
 *
 * A worker that ends itself or is ended by the browser sends no event. So the worker holds a lock for its lifetime, and
 * the page requests the same lock, which it gets when the worker is gone. Where there are no locks (an insecure context)
 * only the time-outs of calls remain.
 */

/** The worker's side: holds the lock forever. */
export function holdLifeline(name: string): void {
  const forever = new Promise<never>(() => undefined);
  void (navigator.locks as LockManager | undefined)?.request(name, () => forever).catch(() => undefined);
}

/**
 * The page's side. Call after the worker is ready, so that it has requested the lock first.
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
