/**
 * Shows positions one after the other, each for a minimum time.
 *
 * Opponents move too fast to follow: three cards and a trick would come and go in a moment. While later positions
 * are queued, an earlier one is shown; the legal actions are always those of the last one.
 */
import { PLAYERS } from "../types";
import type { HeartsState } from "../types";
import { completedTrick, countOf, handNumber } from "../view";

/** Minimum time for a card before the next one, in milliseconds. */
export const CARD_MS = 350;
/** Minimum time for a completed trick. */
export const TRICK_MS = 1100;

/** Minimum time to show a position. */
function dwell(state: HeartsState): number {
  if (completedTrick(state) !== null) return TRICK_MS;
  return state.last_events?.[0]?.type === "play" ? CARD_MS : 0;
}

/** Whether a position follows from another by the move in its events. */
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
  /** The position shown while later ones are queued, or null if the last one is shown. */
  held = $state.raw<HeartsState | null>(null);
  #last: HeartsState | null = null;
  #waiting: HeartsState[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Time at which the shown position appeared. */
  #since = 0;

  /** Queues the next position, or shows it at once if the one before has been shown long enough. */
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
