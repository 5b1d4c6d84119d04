/** Announcements for screen readers: moves, grades and the opponents' moves. */

/** Sentences within this time are announced together, so that none is lost. */
const GATHER_MS = 150;

export class Announcer {
  sentence = $state("");
  #gathered: string[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  say(sentence: string): void {
    this.#gathered.push(sentence);
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.sentence = this.#gathered.join(" ");
      this.#gathered = [];
      this.#timer = null;
    }, GATHER_MS);
  }
}
