/** Positions of named places on the page, in pixels from the board's top left corner. */
import type { Box } from "./keys";

/** The box of an element relative to the board. */
export function boxOf(root: HTMLElement, element: Element): Box {
  const origin = root.getBoundingClientRect();
  const rect = element.getBoundingClientRect();
  return { x: rect.left - origin.left, y: rect.top - origin.top, width: rect.width, height: rect.height };
}

/** The boxes of all named places, by name. */
export function measureAnchors(root: HTMLElement): Map<string, Box> {
  const boxes = new Map<string, Box>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-anchor]")) {
    boxes.set(element.dataset.anchor ?? "", boxOf(root, element));
  }
  return boxes;
}

/** The button that holds the tiles of a choice. */
export function sourceElement(root: HTMLElement, source: string, color: string): HTMLElement | null {
  return root.querySelector(`[data-source="${source}"][data-color="${color}"]`);
}

/** The factory or the centre itself, for tiles that have already left it. */
export function dishElement(root: HTMLElement, source: string): HTMLElement | null {
  return root.querySelector(`[data-dish="${source}"]`);
}

/** The destination button of a player. */
export function destElement(root: HTMLElement, player: number, dest: string): HTMLElement | null {
  return root.querySelector(`[data-dest="${dest}"][data-player="${player}"]`);
}
