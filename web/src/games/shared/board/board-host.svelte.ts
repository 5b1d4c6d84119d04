/** Where a board is on the page, and whether things move on it. */
export class BoardHost {
  /** The board's element once it is on the page: coordinates count from its top left corner. */
  root = $state<HTMLElement>();

  /** @param wanted whether the settings want motion */
  constructor(private readonly wanted: () => boolean) {}

  /** Whether things move. */
  get animates(): boolean {
    return this.wanted() && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** The first element of the board that a selector finds. */
  find(selector: string): HTMLElement | null {
    return this.root?.querySelector<HTMLElement>(selector) ?? null;
  }
}
