/** Whether the window is as narrow as on a phone, where the coach is a sheet below the board; follows its size. */
export class Narrow {
  is = $state(false);
  readonly #query: MediaQueryList | null;
  readonly #follow = (): void => {
    this.is = this.#query?.matches === true;
  };

  constructor() {
    this.#query = typeof globalThis.matchMedia === "function" ? globalThis.matchMedia("(max-width: 959px)") : null;
    this.#follow();
  }

  /** Starts following the window; returns a function that stops it. */
  watch(): () => void {
    this.#query?.addEventListener?.("change", this.#follow);
    return () => this.#query?.removeEventListener?.("change", this.#follow);
  }
}
