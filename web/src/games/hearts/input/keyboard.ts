/** Keyboard navigation in a hand. */
import { RANKS } from "../cards";
import type { Card } from "../cards";

/** The index in a hand that a key moves to from `at`, or null if it moves nowhere. */
export function placeAfter(key: string, at: number, cards: readonly Card[]): number | null {
  const last = cards.length - 1;
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, at - 1);
    case "ArrowRight":
      return Math.min(last, at + 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return nextOfRank(key, at, cards);
  }
}

/** The index of the next card of a rank after `at`, wrapping around. */
function nextOfRank(key: string, at: number, cards: readonly Card[]): number | null {
  const letter = key.toUpperCase();
  if (!RANKS.some((rank) => rank === letter)) return null;
  for (let step = 1; step <= cards.length; step += 1) {
    const place = (at + step) % cards.length;
    if (cards[place]?.startsWith(letter) === true) return place;
  }
  return null;
}
