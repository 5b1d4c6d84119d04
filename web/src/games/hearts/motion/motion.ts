/** Animations of a card played to the table, and of a trick taken by its winner. */
import { follows } from "./pacing.svelte";
import type { HeartsState } from "../types";
import { tableTrick } from "../view";

export const MOVE_MS = 200;
const EASE = "cubic-bezier(0.2, 0, 0.1, 1)";

/** The board before a move is shown. */
interface Board {
  root: HTMLElement;
  /** The layer in which tricks fly. */
  layer: HTMLElement;
  /** Whether the card was dropped by hand and so needs no animation. */
  dropped: boolean;
}

/**
 * Measures the board before a move is shown, and returns a function that starts the animation afterwards.
 *
 * Null if the second position does not follow from the first: nothing is animated after an undo or a jump.
 */
export function prepare({ root, layer, dropped }: Board, before: HeartsState, after: HeartsState): (() => void) | null {
  const move = after.last_events?.[0];
  if (move?.type !== "play" || !follows(before, after)) return null;
  const start = root.querySelector(`[data-card="${move.card}"] .card`) ?? root.querySelector(`[data-seat="${move.player_id}"]`);
  const from = start?.getBoundingClientRect();
  const trick = tableTrick(before);
  const ghosts = trick?.winner == null ? [] : [...root.querySelectorAll<HTMLElement>("[data-laid] .card")].map(ghostOf);
  const taker = trick?.winner == null ? null : root.querySelector(`[data-seat="${trick.winner}"]`);
  return () => {
    const card = root.querySelector<HTMLElement>(`[data-laid="${move.card}"] .card`);
    if (card !== null && from !== undefined && !dropped) travel(card, from);
    if (taker !== null) sweep(layer, ghosts, taker.getBoundingClientRect());
  };
}

/** A copy of a card on the table, to be animated after the card itself is gone. */
interface Ghost {
  copy: HTMLElement;
  box: DOMRect;
}

function ghostOf(card: HTMLElement): Ghost {
  return { copy: card.cloneNode(true) as HTMLElement, box: card.getBoundingClientRect() };
}

/** Animates a card from a box to its place. */
function travel(card: HTMLElement, from: DOMRect): void {
  const here = card.getBoundingClientRect();
  if (here.width === 0 || from.width === 0) return;
  card.animate([{ transform: between(here, from) }, { transform: "none" }], { duration: MOVE_MS, easing: EASE });
}

/** Animates a trick towards the seat of its winner. */
function sweep(layer: HTMLElement, ghosts: readonly Ghost[], to: DOMRect): void {
  const origin = layer.getBoundingClientRect();
  for (const { copy, box } of ghosts) {
    copy.style.position = "absolute";
    copy.style.left = `${box.left - origin.left}px`;
    copy.style.top = `${box.top - origin.top}px`;
    copy.style.setProperty("--w", `${box.width}px`);
    layer.append(copy);
    const frames = [
      { transform: "none", opacity: 1 },
      { transform: `${between(box, to)} scale(0.4)`, opacity: 0.2 },
    ];
    const motion = copy.animate(frames, { duration: MOVE_MS + 80, easing: "ease-in" });
    motion.onfinish = () => copy.remove();
    motion.oncancel = () => copy.remove();
  }
}

/** The translation from the centre of one box to that of another. */
function between(here: DOMRect, there: DOMRect): string {
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  return `translate(${x}px, ${y}px)`;
}
