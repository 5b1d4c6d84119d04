/** What screen readers are told: moves, grades, the opponent's moves. */

/** Sentences that come close together are read as one, so that none is lost. */
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
