/** Brings a position that was chosen elsewhere on the page into view, with its grade. */
import { Narrow } from "../../core/narrow.svelte";

export class Reveal {
  /** The number of times so far: the coach is scrolled into view as it changes. */
  times = $state(0);
  /** The page has one column, and the board is at its top. */
  readonly narrow = new Narrow(960);

  constructor() {
    $effect(() => this.narrow.watch());
  }

  now(): void {
    this.times += 1;
    window.scrollTo(0, 0);
  }

  /** For a position chosen in a list, which stands beside the board, but on a phone far below it. */
  fromList(): void {
    if (this.narrow.is) this.now();
  }
}
