/** Dragging a token with mouse, pen or finger: it follows the pointer, and the cell under it is pointed at. */
import type { Attachment } from "svelte/attachments";
import { HAND } from "./interaction.svelte";
import type { Interaction } from "./interaction.svelte";

/** What dragging needs to know of the board it happens on. */
export interface DragHost {
  /** The element whose top left corner coordinates count from. */
  root: () => HTMLElement | undefined;
  /** Whether tokens fly back, or are back at once. */
  animate: () => boolean;
}

/** How far the pointer goes before a press is a drag, in pixels. */
const THRESHOLD = 6;
export const RETURN_MS = 200;

/** The cell at a point of the window. */
function cellAt(x: number, y: number): string | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-cell]")?.dataset.cell ?? null;
}

/** Makes an element the handle of the token in it: `from` is a cell, or the hand. */
export function draggable(ui: Interaction, host: DragHost, from: string): Attachment<HTMLElement> {
  return (handle) => {
    const press = new Press(ui, host, from, handle);
    const down = (event: PointerEvent) => press.down(event);
    // A drag that ends where it began ends with a click, which is not meant.
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
    private readonly from: string,
    private readonly handle: HTMLElement,
  ) {}

  down(event: PointerEvent): void {
    this.swallowClick = false;
    if (event.button !== 0 || !event.isPrimary || !this.ui.canTake(this.from)) return;
    this.abandon();
    this.#start = event;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
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
    this.ui.point(null);
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
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < THRESHOLD) return;
      if (!this.ui.take(this.from)) return this.#end();
      this.#dragging = true;
      this.swallowClick = true;
    }
    // The position may have changed meanwhile: then the token is no longer there to be moved.
    if (!this.ui.canTake(this.from)) return this.abandon();
    event.preventDefault();
    this.#show(event.clientX, event.clientY);
    this.ui.point(cellAt(event.clientX, event.clientY));
  }

  #up(event: PointerEvent): void {
    if (event.pointerId !== this.#start?.pointerId) return;
    const dragged = this.#dragging;
    this.#end();
    if (!dragged) return;
    const cell = cellAt(event.clientX, event.clientY);
    this.ui.dropped = true;
    if (cell !== null && cell !== this.from && this.ui.drop(cell)) {
      this.ui.drag = null;
      return;
    }
    this.ui.dropped = false;
    this.#flyBack();
  }

  #show(clientX: number, clientY: number): void {
    const root = this.host.root()?.getBoundingClientRect();
    const color = this.from === HAND ? this.ui.state.token : this.ui.tokenAt(this.from);
    if (root === undefined || color == null || color === "") return;
    const size = this.handle.querySelector(".token")?.getBoundingClientRect().width ?? 40;
    this.ui.drag = { from: this.from, color, x: clientX - root.left, y: clientY - root.top, size, returning: false };
  }

  #flyBack(): void {
    const { drag } = this.ui;
    const root = this.host.root()?.getBoundingClientRect();
    this.ui.cancel();
    this.ui.point(null);
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
