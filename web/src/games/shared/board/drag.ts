/** Dragging with mouse, pen or finger: the piece follows the pointer, and the place under it is highlighted. */
import type { Attachment } from "svelte/attachments";
import type { BoardHost } from "./board-host.svelte";

/** The position of a dragged piece, in pixels from the board's top left corner. */
export interface Lifted {
  x: number;
  y: number;
  size: number;
  /** Flying back to where it came from. */
  returning: boolean;
}

/** The part of a board's state that a drag changes. */
export interface DragState<D extends Lifted> {
  drag: D | null;
  /** The last move was made by dragging. */
  lastMoveWasDrag: boolean;
  /** Highlights a place, or none. */
  point(place: string | null): void;
  /** Releases what was picked up. */
  cancel(): void;
}

/** A game's callbacks for one thing that can be dragged. */
export interface Grip<D extends Lifted> {
  canTake(): boolean;
  /** Picks it up; returns whether that worked. */
  take(): boolean;
  /** Whether it is still picked up: the position may change during a drag. */
  held(): boolean;
  /** The place at a point of the window, or null. */
  placeAt(x: number, y: number): string | null;
  /** Drops it on a place; returns whether that made a move. */
  drop(place: string): boolean;
  /** What to draw under the pointer. */
  show(lifted: Lifted): D | null;
  /** The selector, within the handle, of an element as wide as the dragged piece. */
  anchor: string;
  /** The width in pixels if there is no such element. */
  width: number;
}

/** How far the pointer moves before a press becomes a drag, in pixels. */
const THRESHOLD = 6;
const RETURN_MS = 200;

/** Makes an element the handle of something that can be dragged. */
export function dragHandle<D extends Lifted>(ui: DragState<D>, host: BoardHost, grip: Grip<D>): Attachment<HTMLElement> {
  return (handle) => {
    const press = new Press(ui, host, grip, handle);
    const down = (event: PointerEvent) => press.down(event);
    // A drag that ends on its own handle triggers an unintended click.
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

/** A pointer press, from down to up. */
class Press<D extends Lifted> {
  swallowClick = false;
  #start: PointerEvent | null = null;
  #dragging = false;
  #listening: AbortController | null = null;

  constructor(
    private readonly ui: DragState<D>,
    private readonly host: BoardHost,
    private readonly grip: Grip<D>,
    private readonly handle: HTMLElement,
  ) {}

  down(event: PointerEvent): void {
    this.swallowClick = false;
    if (event.button !== 0 || !event.isPrimary || !this.grip.canTake()) return;
    this.abandon();
    this.#start = event;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    // On the window, because the handle may be removed while the pointer is down.
    window.addEventListener("pointermove", (move) => this.#move(move), { signal });
    window.addEventListener("pointerup", (up) => this.#up(up), { signal });
    window.addEventListener("pointercancel", () => this.abandon(), { signal });
    window.addEventListener("keydown", (key) => key.key === "Escape" && this.abandon(), { signal });
  }

  /** Ends the press without a move. */
  abandon(): void {
    const wasDragging = this.#dragging;
    this.#end();
    if (!wasDragging) return;
    this.ui.drag = null;
    this.#release();
  }

  #end(): void {
    this.#listening?.abort();
    this.#listening = null;
    this.#start = null;
    this.#dragging = false;
  }

  #release(): void {
    this.ui.point(null);
    this.ui.cancel();
  }

  #move(event: PointerEvent): void {
    const start = this.#start;
    if (start === null || event.pointerId !== start.pointerId) return;
    const { clientX, clientY } = event;
    if (!this.#dragging) {
      if (Math.hypot(clientX - start.clientX, clientY - start.clientY) < THRESHOLD) return;
      if (!this.grip.take()) return this.#end();
      this.#dragging = true;
      this.swallowClick = true;
    }
    if (!this.grip.held()) return this.abandon();
    event.preventDefault();
    this.#show(clientX, clientY);
    this.ui.point(this.grip.placeAt(clientX, clientY));
  }

  #up(event: PointerEvent): void {
    if (event.pointerId !== this.#start?.pointerId) return;
    const dragged = this.#dragging;
    this.#end();
    if (!dragged) return;
    const place = this.grip.placeAt(event.clientX, event.clientY);
    this.ui.lastMoveWasDrag = true;
    if (place !== null && this.grip.drop(place)) {
      this.ui.drag = null;
      return;
    }
    this.ui.lastMoveWasDrag = false;
    this.#flyBack();
  }

  #show(clientX: number, clientY: number): void {
    const root = this.host.root?.getBoundingClientRect();
    if (root === undefined) return;
    const size = this.handle.querySelector(this.grip.anchor)?.getBoundingClientRect().width ?? this.grip.width;
    const shown = this.grip.show({ x: clientX - root.left, y: clientY - root.top, size, returning: false });
    if (shown !== null) this.ui.drag = shown;
  }

  #flyBack(): void {
    const { drag } = this.ui;
    const root = this.host.root?.getBoundingClientRect();
    this.#release();
    if (drag === null || root === undefined || !this.host.animates) {
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
