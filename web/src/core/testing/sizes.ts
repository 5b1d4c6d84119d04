/**
 * Runs before each file of tests: reports once that an element has a size, as browsers do, because jsdom knows no sizes. Nothing is
 * out of view either.
 */
globalThis.ResizeObserver ??= class {
  readonly #callback: ResizeObserverCallback;

  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }

  observe(): void {
    this.#callback([], this);
  }

  unobserve(): void {}

  disconnect(): void {}
};
// Some files are tested without a page.
if ("Element" in globalThis) Element.prototype.scrollIntoView ??= () => undefined;
