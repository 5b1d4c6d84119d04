/**
 * Counts how often the page died while opening a saved game.
 *
 * A game that crashes the page must not do so at every visit. So a mark is set before a game is opened, and removed when
 * that succeeds, when it fails with an error, or when the person leaves the page meanwhile. The marks that remain are
 * deaths. They are kept in local storage, which writes at once even while a page closes; without it nothing is counted.
 */
import { readText, writeText, type KeyValues } from "./texts";

/** After this many deaths a game is no longer opened automatically. */
export const MOST_ATTEMPTS = 3;

const keyOf = (name: string): string => `hindsight:opening:${name}`;

export class Attempts {
  readonly most = MOST_ATTEMPTS;
  readonly #storage: KeyValues | undefined;
  readonly #open = new Set<string>();
  /** The page is hidden or closing, so its end would prove nothing. */
  #away = typeof document !== "undefined" && document.visibilityState === "hidden";

  constructor(storage?: KeyValues) {
    this.#storage = storage;
    if (typeof document === "undefined") return;
    window.addEventListener("pagehide", () => this.#goAway(true));
    window.addEventListener("pageshow", () => this.#goAway(document.visibilityState === "hidden"));
    // The browser may end a hidden page without further events.
    document.addEventListener("visibilitychange", () => this.#goAway(document.visibilityState === "hidden"));
  }

  /** How often the page died while opening this. */
  deaths(name: string): number {
    const count = Number(readText(keyOf(name), this.#storage));
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  }

  begin(name: string): void {
    if (this.#open.has(name)) return;
    this.#open.add(name);
    if (!this.#away) this.#note(name, this.deaths(name) + 1);
  }

  /** It was opened, or failed with a known error: the count starts over. */
  end(name: string): void {
    this.#open.delete(name);
    this.#note(name, 0);
  }

  /** Opening was given up with unknown outcome: the mark is removed. */
  withdraw(name: string): void {
    if (this.#open.delete(name) && !this.#away) this.#note(name, this.deaths(name) - 1);
  }

  #goAway(away: boolean): void {
    if (away === this.#away) return;
    this.#away = away;
    for (const name of this.#open) this.#note(name, this.deaths(name) + (away ? -1 : 1));
  }

  #note(name: string, count: number): void {
    writeText(keyOf(name), count > 0 ? String(count) : null, this.#storage);
  }
}
