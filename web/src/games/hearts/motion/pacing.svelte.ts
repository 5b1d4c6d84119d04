/**
 * Positions one after the other, each long enough to be seen.
 *
 * Opponents move faster than one can look: three cards and a trick would come and go in a moment. While later
 * positions wait, the one in sight is held; what may be done is always that of the last one.
 */
import { PLAYERS } from "../types";
import type { HeartsState } from "../types";
import { completedTrick, countOf, handNumber } from "../view";

/** How long a card is seen before the next one, in milliseconds. */
export const CARD_MS = 350;
/** How long a whole trick is. */
export const TRICK_MS = 1100;

/** How long a position is seen at least. */
function dwell(state: HeartsState): number {
  if (completedTrick(state) !== null) return TRICK_MS;
  return state.last_events?.[0]?.type === "play" ? CARD_MS : 0;
}

/** Whether a position follows from another by the move that its events tell. */
export function follows(before: HeartsState, after: HeartsState): boolean {
  const move = after.last_events?.[0];
  if (move?.type !== "play" && move?.type !== "pass") return false;
  if (move.player_id !== before.active_player_id) return false;
  if (handNumber(after) !== handNumber(before)) return handNumber(after) === handNumber(before) + 1;
  return inHands(after) === inHands(before) - (move.type === "play" ? 1 : 0);
}

function inHands({ hands }: HeartsState): number {
  return Array.from({ length: PLAYERS }, (_, player) => countOf(hands[player])).reduce((sum, count) => sum + count, 0);
}

export class Pacer {
  /** The position in sight while later ones wait, or null when the last one is. */
  held = $state.raw<HeartsState | null>(null);
  #last: HeartsState | null = null;
  #waiting: HeartsState[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Since when the position in sight is seen. */
  #since = 0;

  /** Takes the next position; it is in sight at once unless the one before it is to be seen longer. */
  offer(next: HeartsState, paced: boolean): void {
    const before = this.#last;
    if (next === before) return;
    this.#last = next;
    if (before === null || !paced || !follows(before, next)) return this.flush();
    if (this.#waiting.length > 0) {
      this.#waiting.push(next);
      return;
    }
    const left = this.#since + dwell(before) - performance.now();
    if (left <= 0) return this.flush();
    this.held = before;
    this.#waiting = [next];
    this.#timer = setTimeout(() => this.#advance(), left);
  }

  /** Shows the last position at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.held = null;
    this.#since = performance.now();
  }

  #advance(): void {
    const shown = this.#waiting.shift();
    if (shown === undefined || this.#waiting.length === 0) return this.flush();
    this.held = shown;
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#advance(), dwell(shown));
  }
}
