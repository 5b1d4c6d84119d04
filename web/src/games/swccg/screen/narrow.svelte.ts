/** Whether the window is so narrow that only one column fits; follows its size. */
export class Narrow {
  is = $state(false);
  readonly #query: MediaQueryList | null;
  readonly #follow = (): void => {
    this.is = this.#query?.matches === true;
  };

  constructor() {
    this.#query = typeof globalThis.matchMedia === "function" ? globalThis.matchMedia("(max-width: 799px)") : null;
    this.#follow();
  }

  /** Starts following the window; returns a function that stops it. */
  watch(): () => void {
    this.#query?.addEventListener("change", this.#follow);
    return () => this.#query?.removeEventListener("change", this.#follow);
  }
}
