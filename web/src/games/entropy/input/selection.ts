/** The legal actions by what is touched. The board knows no rules: nothing is possible that is not listed. */
import type { EntropyAction } from "../types";

export interface Legal {
  /** For each token that may slide, by its cell: where to. */
  slides: ReadonlyMap<string, ReadonlySet<string>>;
  /** Where the drawn token may be put. */
  places: ReadonlySet<string>;
  pass: boolean;
}

export const NOTHING: ReadonlySet<string> = new Set();

/** Sorts the legal actions by what one does first. */
export function groupLegal(actions: readonly EntropyAction[]): Legal {
  const slides = new Map<string, Set<string>>();
  const places = new Set<string>();
  let pass = false;
  for (const action of actions) {
    if (action === "pass") pass = true;
    else if ("cell" in action) places.add(action.cell);
    else slides.set(action.from, (slides.get(action.from) ?? new Set()).add(action.to));
  }
  return { slides, places, pass };
}
