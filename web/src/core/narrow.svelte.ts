/** Whether the window is so narrow that a screen is laid out in one column; follows its size. */
export class Narrow {
  is = $state(false);
  readonly #query: MediaQueryList | null;
  readonly #follow = (): void => {
    this.is = this.#query?.matches === true;
  };

  /** @param below the width in CSS pixels from which the screen has more columns */
  constructor(below: number) {
    const query = `(max-width: ${below - 1}px)`;
    this.#query = typeof globalThis.matchMedia === "function" ? globalThis.matchMedia(query) : null;
    this.#follow();
  }

  /** Starts following the window; returns a function that stops it. */
  watch(): () => void {
    this.#query?.addEventListener?.("change", this.#follow);
    return () => this.#query?.removeEventListener?.("change", this.#follow);
  }
}
