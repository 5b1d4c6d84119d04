/** The legal actions by what is touched. The board knows no rules: nothing is possible that is not listed. */
import { passKey } from "../cards";
import type { Card } from "../cards";
import type { HeartsAction } from "../types";

export interface Legal {
  plays: ReadonlySet<Card>;
  /** Triples by `passKey`. */
  passes: ReadonlySet<string>;
}

/** How many are passed. */
export const TO_PASS = 3;

/** Sorts the legal actions by what one does. */
export function groupLegal(actions: readonly HeartsAction[]): Legal {
  const plays = new Set<Card>();
  const passes = new Set<string>();
  for (const action of actions) {
    if ("play" in action) plays.add(action.play);
    else passes.add(passKey(action.pass));
  }
  return { plays, passes };
}

/** Two rows of a hand, none longer than the other by much: divided between suits where that is possible. */
export function rowsOf(cards: readonly Card[], most: number): (readonly Card[])[] {
  if (cards.length <= most) return [cards];
  const half = Math.ceil(cards.length / 2);
  const ends = cards.flatMap((card, at) => (at > 0 && card[1] !== cards[at - 1]?.[1] ? [at] : []));
  const fits = ends.filter((at) => at <= most && cards.length - at <= most);
  const cut = fits.toSorted((a, b) => Math.abs(a - half) - Math.abs(b - half))[0] ?? half;
  return [cards.slice(0, cut), cards.slice(cut)];
}
