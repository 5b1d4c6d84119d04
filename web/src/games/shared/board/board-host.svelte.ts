/** The board's element on the page, and whether its animations run. */
export class BoardHost {
  /** The board's element once mounted; coordinates are relative to its top left corner. */
  root = $state<HTMLElement>();

  /** @param wanted whether the settings allow animations */
  constructor(private readonly wanted: () => boolean) {}

  /** Whether animations run. */
  get animates(): boolean {
    return this.wanted() && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** The first element of the board that matches a selector, or null. */
  find(selector: string): HTMLElement | null {
    return this.root?.querySelector<HTMLElement>(selector) ?? null;
  }
}
