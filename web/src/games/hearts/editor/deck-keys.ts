/** Arrow keys on the deck as buttons, with a row for each suit. */
import { DECK, RANKS } from "../cards";

const COLUMNS = RANKS.length;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

/** Moves the focus from the card at a place in the deck to the one that an arrow key leads to; other keys do nothing. */
export function moveInDeck(event: KeyboardEvent, from: number): void {
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = from + step;
  if (to >= 0 && to < DECK.length) (event.currentTarget as HTMLElement).querySelectorAll("button")[to]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
