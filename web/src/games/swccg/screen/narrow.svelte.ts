/** Whether there is room for one column only; it follows the window. */
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

  /** Follows until what it returns is called. */
  watch(): () => void {
    this.#query?.addEventListener("change", this.#follow);
    return () => this.#query?.removeEventListener("change", this.#follow);
  }
}
