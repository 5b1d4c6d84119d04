/** Dragging tiles with mouse, pen or finger. The tiles follow the pointer; a place under it is pointed at. */
import type { Attachment } from "svelte/attachments";
import type { Interaction } from "./interaction.svelte";
import type { DestKey } from "./layout";
import type { Choice } from "./selection";

/** What dragging needs to know of the board it happens on. */
export interface DragHost {
  /** The element whose top left corner coordinates count from. */
  root: () => HTMLElement | undefined;
  /** Whether tiles fly back, or are back at once. */
  animate: () => boolean;
}

/** How far the pointer goes before a press is a drag, in pixels. */
export const DRAG_THRESHOLD = 6;
export const RETURN_MS = 200;

/** Whether a press has become a drag. */
export function isDrag(startX: number, startY: number, x: number, y: number): boolean {
  return Math.hypot(x - startX, y - startY) >= DRAG_THRESHOLD;
}

/** The place at a point of the window, if it is one of the player to move. */
export function destinationAt(x: number, y: number, player: number): DestKey | null {
  const target = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-drop]");
  if (target?.dataset.player !== String(player)) return null;
  return target.dataset.drop ?? null;
}

/** Makes a button the handle of its tiles. */
export function draggable(ui: Interaction, host: DragHost, choice: Choice, count: number): Attachment<HTMLElement> {
  return (handle) => {
    const press = new Press(ui, host, choice, count, handle);
    const down = (event: PointerEvent) => press.down(event);
    // A drag ends with a click on its handle, which is not meant.
    const click = (event: MouseEvent) => {
      if (press.swallowClick && event.detail !== 0) event.stopImmediatePropagation();
      press.swallowClick = false;
    };
    handle.addEventListener("pointerdown", down);
    handle.addEventListener("click", click, { capture: true });
    return () => {
      press.abandon();
      handle.removeEventListener("pointerdown", down);
      handle.removeEventListener("click", click, { capture: true });
    };
  };
}

/** One press of the pointer, from down to up. */
class Press {
  swallowClick = false;
  #start: PointerEvent | null = null;
  #dragging = false;
  #listening: AbortController | null = null;

  constructor(
    private readonly ui: Interaction,
    private readonly host: DragHost,
    private readonly choice: Choice,
    private readonly count: number,
    private readonly handle: HTMLElement,
  ) {}

  down(event: PointerEvent): void {
    this.swallowClick = false;
    if (event.button !== 0 || !event.isPrimary || !this.ui.canTake(this.choice)) return;
    this.abandon();
    this.#start = event;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    // On the window: the handle may go away while the pointer is down.
    window.addEventListener("pointermove", (move) => this.#move(move), { signal });
    window.addEventListener("pointerup", (up) => this.#up(up), { signal });
    window.addEventListener("pointercancel", () => this.abandon(), { signal });
    window.addEventListener("keydown", (key) => key.key === "Escape" && this.abandon(), { signal });
  }

  /** Lets go without a move. */
  abandon(): void {
    const wasDragging = this.#dragging;
    this.#end();
    if (!wasDragging) return;
    this.ui.drag = null;
    this.ui.cancel();
  }

  #end(): void {
    this.#listening?.abort();
    this.#listening = null;
    this.#start = null;
    this.#dragging = false;
  }

  #move(event: PointerEvent): void {
    const start = this.#start;
    if (start === null || event.pointerId !== start.pointerId) return;
    if (!this.#dragging) {
      if (!isDrag(start.clientX, start.clientY, event.clientX, event.clientY)) return;
      if (!this.ui.take(this.choice)) return this.#end();
      this.#dragging = true;
      this.swallowClick = true;
    }
    if (this.ui.chosen === null) return this.abandon();
    event.preventDefault();
    this.#show(event.clientX, event.clientY);
    this.ui.point(destinationAt(event.clientX, event.clientY, this.ui.state.active_player_id));
  }

  #up(event: PointerEvent): void {
    if (event.pointerId !== this.#start?.pointerId) return;
    const dragged = this.#dragging;
    this.#end();
    if (!dragged) return;
    const destination = destinationAt(event.clientX, event.clientY, this.ui.state.active_player_id);
    this.ui.dropped = true;
    if (destination !== null && this.ui.clickDestination(destination)) {
      this.ui.drag = null;
      return;
    }
    this.ui.dropped = false;
    this.#flyBack();
  }

  #show(clientX: number, clientY: number): void {
    const root = this.host.root()?.getBoundingClientRect();
    if (root === undefined) return;
    const size = this.handle.querySelector("[data-anchor]")?.getBoundingClientRect().width ?? 36;
    const { choice, count } = this;
    this.ui.drag = { choice, count, color: choice.color, x: clientX - root.left, y: clientY - root.top, size, returning: false };
  }

  #flyBack(): void {
    const { drag } = this.ui;
    const root = this.host.root()?.getBoundingClientRect();
    this.ui.cancel();
    if (drag === null || root === undefined || !this.host.animate()) {
      this.ui.drag = null;
      return;
    }
    const home = this.handle.getBoundingClientRect();
    const back = { ...drag, x: home.left + home.width / 2 - root.left, y: home.top + home.height / 2 - root.top, returning: true };
    this.ui.drag = back;
    setTimeout(() => {
      if (this.ui.drag === back) this.ui.drag = null;
    }, RETURN_MS);
  }
}
