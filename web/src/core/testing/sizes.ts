/** Runs before each file of tests: tells an element's size once, as browsers do, because jsdom knows no sizes. */
globalThis.ResizeObserver ??= class {
  readonly #told: ResizeObserverCallback;

  constructor(told: ResizeObserverCallback) {
    this.#told = told;
  }

  observe(): void {
    this.#told([], this);
  }

  unobserve(): void {}

  disconnect(): void {}
};
