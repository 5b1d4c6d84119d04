"""What is run in pages and workers to see, from outside, how far a build of any age is."""

from __future__ import annotations

__all__ = ["FIRST_GAME", "FIRST_SAMPLE", "KEPT", "KILL", "READY", "SHOWN", "STAGES", "WASM_TIMES", "WORKER_TIMES"]

# Runs before the page's own scripts: tells when the header first says that the engine is ready.
READY = """globalThis.benchReady = new Promise((done) => {
  new MutationObserver((_, observer) => {
    if (document.querySelector('[data-testid="engine-status"][data-phase="ready"]') === null) return;
    observer.disconnect();
    done(performance.now());
  }).observe(document, { childList: true, subtree: true, attributes: true });
});"""

STAGES = """() => ({
  began: performance.timeOrigin,
  ends: globalThis.hindsight?.engine?.status?.current?.info?.stageMs ?? {},
})"""

# Runs in a worker as soon as there is one: notes the longest that a compiler of WebAssembly took.
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

# How much the visit has kept for the time without a network; null where nothing would serve it.
KEPT = """async () => {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active?.state !== 'activated') return null;
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length));
  return kept.reduce((sum, count) => sum + count, 0);
}"""

# Milliseconds from the end of the worker until the header says again what it said; null where a page has no way to end it.
KILL = """() => new Promise((done) => {
  const { engine } = globalThis.hindsight ?? {};
  const status = document.querySelector('[data-testid="engine-status"]');
  if (typeof engine?.debugKillWorker !== 'function') return done(null);
  const said = status.textContent;
  const start = performance.now();
  let gone = false;
  new MutationObserver((_, observer) => {
    if (status.textContent !== said) gone = true;
    else if (gone) {
      observer.disconnect();
      done(performance.now() - start);
    }
  }).observe(status, { childList: true, subtree: true, characterData: true });
  engine.debugKillWorker();
})"""

# Milliseconds from a click until something is there and the browser is about to draw it.
SHOWN = """([clicked, awaited]) => new Promise((done) => {
  const start = performance.now();
  new MutationObserver((_, observer) => {
    if (document.querySelector(awaited) === null) return;
    observer.disconnect();
    requestAnimationFrame(() => done(performance.now() - start));
  }).observe(document, { childList: true, subtree: true, attributes: true });
  document.querySelector(clicked).click();
})"""

FIRST_GAME = '[data-testid="start-game"]'
FIRST_SAMPLE = '[data-testid="sample"]'
