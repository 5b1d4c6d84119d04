"""JavaScript run in pages and workers to observe the start of a build of any age from outside."""

from __future__ import annotations

__all__ = ["KEPT", "KILL", "OPEN", "READY", "STAGES", "WASM_TIMES", "WORKER_TIMES"]

# Runs before the page's own scripts: notes when the header first shows that the engine is ready.
READY = """(() => {
  const look = { childList: true, subtree: true, attributes: true, characterData: true };
  globalThis.benchUntil = (isSo) => new Promise((done, fail) => {
    const end = (how, what) => {
      observer.disconnect();
      clearTimeout(timer);
      how(what);
    };
    const observer = new MutationObserver(() => isSo() && end(done, performance.now()));
    const timer = setTimeout(() => end(fail, new Error('it does not come')), 120_000);
    observer.observe(document, look);
    if (isSo()) end(done, performance.now());
  });
  globalThis.benchThere = (selector) => benchUntil(() => document.querySelector(selector) !== null);
  globalThis.benchReady = benchThere('[data-testid="engine-status"][data-phase="ready"]');
  benchReady.catch(() => undefined);
})();"""

STAGES = """() => ({
  began: performance.timeOrigin,
  ends: globalThis.hindsight?.engine?.status?.current?.info?.stageMs ?? {},
})"""

# Runs in a new worker: notes the longest WebAssembly compilation.
WASM_TIMES = """() => {
  globalThis.benchWasm = null;
  for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
    const compile = WebAssembly[name];
    WebAssembly[name] = (...given) => {
      const start = performance.now();
      const done = compile.apply(WebAssembly, given);
      if (given[0] instanceof WebAssembly.Module) return done;
      const note = () => {
        const end = performance.now();
        if (benchWasm === null || end - start > benchWasm.end - benchWasm.start) benchWasm = { start, end };
      };
      done.then(note, () => undefined);
      return done;
    };
  }
}"""

WORKER_TIMES = """() => ({
  began: performance.timeOrigin,
  wasm: globalThis.benchWasm ?? null,
  files: performance.getEntriesByType('resource')
    .filter(({ name }) => name.includes('/runtime/'))
    .map(({ startTime, responseEnd }) => ({ start: startTime, end: responseEnd })),
})"""

# The number of files stored for offline use; null if there is no active service worker.
KEPT = """async () => {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active?.state !== 'activated') return null;
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length));
  return kept.reduce((sum, count) => sum + count, 0);
}"""

# Milliseconds from killing the worker until the header shows the same text again; null if the page cannot kill it.
KILL = """async () => {
  const { engine } = globalThis.hindsight ?? {};
  if (typeof engine?.debugKillWorker !== 'function') return null;
  const said = () => document.querySelector('[data-testid="engine-status"]').textContent;
  const before = said();
  const gone = benchUntil(() => said() !== before);
  const start = performance.now();
  engine.debugKillWorker();
  await gone;
  return (await benchUntil(() => said() === before)) - start;
}"""

# Goes to a screen, reads for a while, and clicks. Returns the milliseconds until the element to click appeared, and from
# the click until the expected element appeared and is about to be drawn.
OPEN = """async ([route, clicked, awaited, readingMs]) => {
  const start = performance.now();
  location.hash = route;
  const opened = (await benchThere(clicked)) - start;
  if (readingMs > 0) await new Promise((done) => setTimeout(done, readingMs));
  const click = performance.now();
  document.querySelector(clicked).click();
  await benchThere(awaited);
  await new Promise((done) => requestAnimationFrame(done));
  return [opened, performance.now() - click];
}"""
