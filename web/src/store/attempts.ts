/**
 * How often something kept was being opened when the page died.
 *
 * A game that makes the page fail must not do so at every visit. So a mark is set before one is opened, and taken away when
 * that went well, when it failed in a way that could be said, and when the person left the page meanwhile. What is left are
 * deaths. Marks are kept where they are written at once, also while a page closes; where there is no such place, none count.
 */
import { readText, writeText, type KeyValues } from "./texts";

/** This many deaths, and it is not opened by itself any more. */
export const MOST_ATTEMPTS = 3;

const keyOf = (name: string): string => `hindsight:opening:${name}`;

export class Attempts {
  readonly most = MOST_ATTEMPTS;
  readonly #storage: KeyValues | undefined;
  readonly #open = new Set<string>();
  /** The page is out of sight, or closing: its end would say nothing. */
  #away = typeof document !== "undefined" && document.visibilityState === "hidden";

  constructor(storage?: KeyValues) {
    this.#storage = storage;
    if (typeof document === "undefined") return;
    window.addEventListener("pagehide", () => this.#goAway(true));
    window.addEventListener("pageshow", () => this.#goAway(document.visibilityState === "hidden"));
    // A page out of sight may be ended without another word.
    document.addEventListener("visibilitychange", () => this.#goAway(document.visibilityState === "hidden"));
  }

  /** How often the page died while this was being opened. */
  deaths(name: string): number {
    const count = Number(readText(keyOf(name), this.#storage));
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  }

  begin(name: string): void {
    if (this.#open.has(name)) return;
    this.#open.add(name);
    if (!this.#away) this.#note(name, this.deaths(name) + 1);
  }

  /** It was opened, or could not be for a reason that is known: it begins from nothing. */
  end(name: string): void {
    this.#open.delete(name);
    this.#note(name, 0);
  }

  /** It is not being opened any more, and nothing is known of it. */
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
