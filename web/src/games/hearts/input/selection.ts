/** The legal actions by card. The board knows no rules: only listed actions are possible. */
import { passKey } from "../cards";
import type { Card } from "../cards";
import type { HeartsAction } from "../types";

export interface Legal {
  plays: ReadonlySet<Card>;
  /** Triples by `passKey`. */
  passes: ReadonlySet<string>;
}

/** Number of cards passed. */
export const TO_PASS = 3;

/** Groups the legal actions by kind. */
export function groupLegal(actions: readonly HeartsAction[]): Legal {
  const plays = new Set<Card>();
  const passes = new Set<string>();
  for (const action of actions) {
    if ("play" in action) plays.add(action.play);
    else passes.add(passKey(action.pass));
  }
  return { plays, passes };
}

/** A hand in two rows of about equal length, divided between suits if possible; one row for at most `most` cards. */
export function rowsOf(cards: readonly Card[], most: number): (readonly Card[])[] {
  if (cards.length <= most) return [cards];
  const half = Math.ceil(cards.length / 2);
  const ends = cards.flatMap((card, at) => (at > 0 && card[1] !== cards[at - 1]?.[1] ? [at] : []));
  const fits = ends.filter((at) => at <= most && cards.length - at <= most);
  const cut = fits.toSorted((a, b) => Math.abs(a - half) - Math.abs(b - half))[0] ?? half;
  return [cards.slice(0, cut), cards.slice(cut)];
}
