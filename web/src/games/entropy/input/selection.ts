/** The legal actions grouped for selection. The board has no rules of its own; only listed actions are possible. */
import type { EntropyAction } from "../types";

export interface Legal {
  /** The target cells of each movable token, by its cell. */
  slides: ReadonlyMap<string, ReadonlySet<string>>;
  /** The cells for the drawn token. */
  places: ReadonlySet<string>;
  pass: boolean;
}

export const NOTHING: ReadonlySet<string> = new Set();

/** Groups the legal actions by what the player selects first. */
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
